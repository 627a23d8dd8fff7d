package io.gobridge.benchmark;

import java.util.concurrent.CompletableFuture;

import io.gobridge.camel.envelope.Payload;

/** A payload that is to be kept by hand. */
record RawRecord(int part, String messageId, String key, Payload payload, CompletableFuture<Void> kept) {
}
