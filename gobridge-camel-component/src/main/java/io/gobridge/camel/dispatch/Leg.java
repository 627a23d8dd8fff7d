package io.gobridge.camel.dispatch;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * One destination of a message.
 *
 * @param binding the binding
 * @param address the destination within it; empty for the target's own
 * @param sending sends the message there, its retries included
 */
public record Leg(String binding, String address, Supplier<CompletionStage<Void>> sending) {
}
