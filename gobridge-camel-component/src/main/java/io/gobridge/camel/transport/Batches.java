package io.gobridge.camel.transport;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;

import io.gobridge.camel.failure.Failures;

/** Sends a batch through a sender that puts what is given at the same time into one call by itself. */
public final class Batches {

    private static final Failures FAILURES = new Failures(List.of());

    private Batches() {
    }

    /**
     * Submits the messages in their order.
     *
     * @param submit sends one message; it looks up the gap that all messages of its group share, a message without a
     *               group, which is empty text, has one of its own
     */
    public static CompletionStage<List<BatchResult>> send(
            List<OutboundMessage> messages,
            BiFunction<OutboundMessage, Function<String, Gap>, CompletionStage<Void>> submit) {
        Map<String, Gap> gaps = new HashMap<>();
        CompletableFuture<?>[] sends = messages.stream()
                .map(message -> submit.apply(message, group -> gap(gaps, group)).toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(sends).handle((nothing, error) -> results(sends));
    }

    private static Gap gap(Map<String, Gap> gaps, String group) {
        return group.isEmpty() ? new Gap() : gaps.computeIfAbsent(group, name -> new Gap());
    }

    private static List<BatchResult> results(CompletableFuture<?>[] sends) {
        List<BatchResult> results = new ArrayList<>(sends.length);
        for (int i = 0; i < sends.length; i++) {
            int index = i;
            results.add(sends[i].handle((nothing, error) -> error == null
                    ? BatchResult.accepted(index) : BatchResult.failed(index, FAILURES.of(error))).join());
        }
        return results;
    }
}
