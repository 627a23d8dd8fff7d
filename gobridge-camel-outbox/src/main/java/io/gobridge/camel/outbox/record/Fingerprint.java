package io.gobridge.camel.outbox.record;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/** Short names for things of any length, the same on every node and in every release: the first half of SHA-256. */
public final class Fingerprint {

    private static final int BYTES = 16;

    private Fingerprint() {
    }

    /** Returns a name of 22 characters for the bytes. */
    static String of(byte[] bytes) {
        return text(sha256().digest(bytes));
    }

    /** Returns a name of 22 characters for the text within the scope. */
    static String of(long scope, String text) {
        MessageDigest digest = sha256();
        digest.update(ByteBuffer.allocate(Long.BYTES).putLong(scope).array());
        return text(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns a name of 22 characters for the text within the scope. */
    public static String of(String scope, String text) {
        MessageDigest digest = sha256();
        byte[] bytes = scope.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        digest.update(bytes);
        return text(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns a number for the text, never 0. */
    static long number(String text) {
        long number = ByteBuffer.wrap(sha256().digest(text.getBytes(StandardCharsets.UTF_8))).getLong();
        return number == 0 ? 1 : number;
    }

    private static String text(byte[] digest) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, BYTES));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
