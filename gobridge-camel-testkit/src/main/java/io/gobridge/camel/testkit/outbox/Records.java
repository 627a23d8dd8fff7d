package io.gobridge.camel.testkit.outbox;

import java.time.Instant;
import java.util.UUID;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.outbox.record.NewRecord;
import io.gobridge.camel.transport.OutboundMessage;

/** Makes records for tests. */
public final class Records {

    private static final Instant CREATED = Instant.parse("2026-01-01T12:00:00Z");

    private Records() {
    }

    /** Returns a message of its own with the id as its payload. */
    public static Envelope message(String id) {
        return Envelope.withId(id).payload(Payload.ofText(id)).createdAt(CREATED).build();
    }

    /** Returns a message that belongs to a sequence. */
    public static Envelope message(String id, String orderingKey) {
        return message(id).toBuilder().identity(Identity.NONE.withOrderingKey(orderingKey)).build();
    }

    /** Returns a record for the message. */
    public static NewRecord record(long partition, Envelope message) {
        return record(partition, message, "");
    }

    /** Returns a record for the message and an address. */
    public static NewRecord record(long partition, Envelope message, String address) {
        return NewRecord.of(partition, UUID.randomUUID().toString(), "route", "source", new OutboundMessage(message, address));
    }
}
