package io.gobridge.camel.transport.camel;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.spi.Synchronization;

/**
 * The exchange of the endpoint's own consumer, kept open until the delivery is settled. Its completions, in which
 * components such as {@code file} acknowledge, are taken over before any route could run them.
 */
final class NativeExchange {

    private final Exchange exchange;
    private final AsyncCallback callback;
    private final List<Synchronization> completions;
    private final AtomicBoolean isSettled = new AtomicBoolean();

    NativeExchange(Exchange exchange, AsyncCallback callback) {
        this.exchange = exchange;
        this.callback = callback;
        List<Synchronization> handedOver = exchange.getExchangeExtension().handoverCompletions();
        this.completions = handedOver == null ? List.of() : handedOver;
    }

    CompletionStage<Void> complete() {
        return settle(() -> completions.forEach(completion -> completion.onComplete(exchange)));
    }

    CompletionStage<Void> fail(Throwable reason) {
        return settle(() -> {
            exchange.setException(reason);
            completions.forEach(completion -> completion.onFailure(exchange));
        });
    }

    private CompletionStage<Void> settle(Runnable settlement) {
        if (!isSettled.compareAndSet(false, true)) {
            return CompletableFuture.failedFuture(
                    BridgeException.of(FailureCode.LOCK_LOST, "The exchange of the source has ended already"));
        }
        try {
            settlement.run();
            return CompletableFuture.completedFuture(null);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        } finally {
            callback.done(false);
        }
    }
}
