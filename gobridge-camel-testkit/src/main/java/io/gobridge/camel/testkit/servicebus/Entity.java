package io.gobridge.camel.testkit.servicebus;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.message.Message;

/** What messages can be sent to. Used by the emulator's thread only. */
abstract class Entity {

    private final String path;
    private final EntityOptions options;
    private final Clock clock;
    private final LongSupplier sequence;
    private final Map<String, Instant> seenIds = new HashMap<>();
    private final Map<Long, Scheduled> scheduled = new TreeMap<>();

    Entity(String path, EntityOptions options, Clock clock, LongSupplier sequence) {
        this.path = path;
        this.options = options;
        this.clock = clock;
        this.sequence = sequence;
    }

    private record Scheduled(Binary encoded, Instant due) {
    }

    final String path() {
        return path;
    }

    final EntityOptions options() {
        return options;
    }

    final Instant now() {
        return clock.instant();
    }

    final int scheduled() {
        return scheduled.size();
    }

    /** Takes a message that a client sent, and returns its sequence number. */
    final long accept(byte[] encoded) {
        Message message = Wire.decode(encoded);
        long number = sequence.getAsLong();
        if (isDuplicate(message.getMessageId())) {
            return number;
        }
        Instant due = due(message);
        if (due.isAfter(now())) {
            scheduled.put(number, new Scheduled(new Binary(encoded), due));
        } else {
            arrive(encoded, number);
        }
        return number;
    }

    final boolean cancelScheduled(long sequenceNumber) {
        return scheduled.remove(sequenceNumber) != null;
    }

    /** Lets what is due by now happen. */
    void tick() {
        List<Long> due = new ArrayList<>();
        scheduled.forEach((number, message) -> {
            if (!message.due().isAfter(now())) {
                due.add(number);
            }
        });
        due.forEach(number -> arrive(Wire.bytes(scheduled.remove(number).encoded()), number));
    }

    /** Puts the message where receivers find it. */
    abstract void arrive(byte[] encoded, long sequenceNumber);

    private boolean isDuplicate(Object messageId) {
        if (options.duplicateWindow().isZero() || messageId == null) {
            return false;
        }
        for (Iterator<Instant> seen = seenIds.values().iterator(); seen.hasNext();) {
            if (!seen.next().plus(options.duplicateWindow()).isAfter(now())) {
                seen.remove();
            }
        }
        return seenIds.putIfAbsent(messageId.toString(), now()) != null;
    }

    private static Instant due(Message message) {
        Object due = message.getMessageAnnotations() == null
                ? null : message.getMessageAnnotations().getValue().get(StoredMessage.SCHEDULED_FOR);
        return due instanceof Date date ? date.toInstant() : Instant.MIN;
    }
}
