package io.gobridge.camel.transport.camel;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.TransportHealth;
import org.apache.camel.AsyncProducer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.support.service.ServiceHelper;

/** Sends through the endpoint's own producer; accepted means that its exchange did not fail. */
final class CamelSender implements Sender {

    private final Endpoint endpoint;
    private final Executor executor;
    private AsyncProducer producer;

    CamelSender(Endpoint endpoint, Executor executor) {
        this.endpoint = endpoint;
        this.executor = executor;
    }

    @Override
    public CompletionStage<Void> send(OutboundMessage message) {
        if (!message.address().isEmpty()) {
            return CompletableFuture.failedFuture(BridgeException.of(FailureCode.NOT_SUPPORTED,
                    "A Camel endpoint has a fixed address; message " + message.envelope().id() + " to '" + message.address()
                                                                                                + "' was not sent"));
        }
        CompletableFuture<Void> sent = new CompletableFuture<>();
        // Most producers block: they must not do it on the caller's thread.
        executor.execute(() -> process(message, sent));
        return sent;
    }

    @Override
    public void cancel(OutboundMessage message) {
        // Camel cannot cancel a producer; the send ends when the producer does.
    }

    @Override
    public synchronized CompletionStage<Void> close() {
        ServiceHelper.stopAndShutdownService(producer);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public TransportHealth health() {
        return TransportHealth.UP;
    }

    private void process(OutboundMessage message, CompletableFuture<Void> sent) {
        try {
            Exchange exchange = endpoint.createExchange(ExchangePattern.InOnly);
            CamelEnvelopes.write(message, exchange);
            startedProducer().process(exchange, doneSync -> {
                if (exchange.getException() == null) {
                    sent.complete(null);
                } else {
                    sent.completeExceptionally(exchange.getException());
                }
            });
        } catch (Exception e) {
            sent.completeExceptionally(e);
        }
    }

    private synchronized AsyncProducer startedProducer() throws Exception {
        if (producer == null) {
            ServiceHelper.startService(endpoint);
            AsyncProducer created = endpoint.createAsyncProducer();
            ServiceHelper.startService(created);
            producer = created;
        }
        return producer;
    }
}
