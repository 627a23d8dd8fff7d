package io.gobridge.benchmark;

import java.util.concurrent.CompletableFuture;

/** A payload that is to be kept by hand. */
record RawRecord(int part, String messageId, String key, byte[] payload, CompletableFuture<Void> kept) {
}
