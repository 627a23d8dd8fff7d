package io.gobridge.camel.deadletter;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailedRun;
import io.gobridge.camel.failure.FailureCode;

/**
 * A message that a route could not bring to an end, with its raw bytes and what happened to it. Immutable.
 *
 * @param envelope     the message as it was received, reserved headers stripped
 * @param sourceId     name of the {@code gobridge:} consumer that took it in
 * @param routeId      the Camel route
 * @param binding      the binding whose leg failed; empty when the message as a whole failed
 * @param address      the address it was to go to; empty when none was chosen
 * @param category     why it is here
 * @param code         the last failure
 * @param reason       the last failure's message
 * @param firstFailure when it failed first
 * @param lastFailure  when it failed last
 * @param attempts     runs that failed, or that ended with their process
 * @param history      its latest failed runs, oldest first
 */
public record DeadLetter(Envelope envelope, String sourceId, String routeId, String binding, String address,
        DeadLetterCategory category, FailureCode code, String reason, Instant firstFailure, Instant lastFailure, int attempts,
        List<FailedRun> history) {

    /** Copies the history. */
    public DeadLetter {
        history = List.copyOf(history);
    }

    /** Returns the entry's id: the same terminal event twice has the same id, two legs of one message have two. */
    public String id() {
        MessageDigest digest = sha256();
        for (String part : List.of(envelope.id(), routeId, binding, address, sourceId)) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
            digest.update(bytes);
        }
        if (!envelope.payload().isAbsent()) {
            digest.update(envelope.payload().shared());
        }
        return HexFormat.of().formatHex(digest.digest(), 0, 16);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
