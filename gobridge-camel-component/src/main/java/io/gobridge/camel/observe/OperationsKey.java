package io.gobridge.camel.observe;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** What an operator has to know. Only its digest is kept, and comparing takes the same time whatever is wrong. */
public final class OperationsKey {

    private static final String SCHEME = "Bearer ";

    private final byte[] digest;

    /** Keeps the key's digest. */
    public OperationsKey(String key) {
        this.digest = sha256(key);
    }

    /** Tells whether the value of an {@code Authorization} header, which may be null, holds the key. */
    boolean opens(String authorization) {
        boolean isBearer = authorization != null && authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
        return MessageDigest.isEqual(digest, sha256(isBearer ? authorization.substring(SCHEME.length()).strip() : ""));
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
