package io.gobridge.camel.transport;

/**
 * Says what carries each part of an envelope on a transport's wire, for documentation. Markdown, one phrase each.
 *
 * @param id             of the message id
 * @param subject        of the subject
 * @param payload        of the payload
 * @param createdAt      of the time of creation
 * @param expiresAt      of the expiry
 * @param idempotencyKey of the idempotency key
 * @param dedupId        of the deduplication id
 * @param orderingKey    of the ordering key
 * @param headers        of the application's headers
 */
public record Carriers(String id, String subject, String payload, String createdAt, String expiresAt, String idempotencyKey,
        String dedupId, String orderingKey, String headers) {
}
