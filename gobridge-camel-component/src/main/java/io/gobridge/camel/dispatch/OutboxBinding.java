package io.gobridge.camel.dispatch;

/**
 * A destination that an outbox keeps messages for.
 *
 * @param id       the binding; what is kept belongs to this name
 * @param sender   what sends
 * @param maxDepth messages beyond which no more are kept
 */
public record OutboxBinding(String id, GuardedSender sender, int maxDepth) {
}
