package io.gobridge.camel.deadletter;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

import io.gobridge.camel.envelope.Envelope;

/** Names dead letters: the first half of a SHA-256 of what the message is and where it failed, in hex. */
final class EntryId {

    private static final int BYTES = 16;

    private EntryId() {
    }

    static String of(Envelope envelope, String routeId, String binding, String address, String sourceId) {
        MessageDigest digest = sha256();
        for (String part : List.of(envelope.id(), routeId, binding, address, sourceId)) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
            digest.update(bytes);
        }
        if (!envelope.payload().isAbsent()) {
            digest.update(envelope.payload().shared());
        }
        return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
