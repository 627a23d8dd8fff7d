package io.gobridge.camel.transport.camel;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.DeliveryHandler;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.TransportHealth;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.spi.ShutdownAware;
import org.apache.camel.support.AsyncProcessorSupport;
import org.apache.camel.support.service.ServiceHelper;

/**
 * Receives through the endpoint's own consumer. What was not requested waits on the consumer's thread: that is the only
 * backpressure that every Camel consumer understands.
 */
final class CamelReceiver implements Receiver {

    private final Endpoint endpoint;
    private final Executor executor;
    private final Capabilities capabilities;
    private final CamelEnvelopes envelopes;
    private final Semaphore requested = new Semaphore(0);
    private volatile boolean isStopping;
    private volatile DeliveryHandler handler;
    private Consumer consumer;
    private CompletionStage<Void> stopped;

    CamelReceiver(ReceiverSpec spec) {
        this.endpoint = spec.endpoint();
        this.executor = spec.executor();
        this.envelopes = new CamelEnvelopes(spec.scheduler().clock());
        this.capabilities = CamelTransport.capabilities(endpoint);
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public CompletionStage<Void> start(DeliveryHandler newHandler) {
        handler = newHandler;
        return CompletableFuture.runAsync(() -> {
            try {
                ServiceHelper.startService(endpoint);
                consumer = endpoint.createConsumer(new Intake());
                ServiceHelper.startService(consumer);
            } catch (Exception e) {
                throw new IllegalStateException("The consumer of " + endpoint + " did not start", e);
            }
        }, executor);
    }

    @Override
    public void request(int deliveries) {
        requested.release(deliveries);
    }

    /** Stops the consumer without waiting for its exchanges: they end when their deliveries are settled. */
    @Override
    public synchronized CompletionStage<Void> stop() {
        if (stopped == null) {
            isStopping = true;
            // Whoever waits for a request is let go, and gives its exchange back.
            requested.release(Integer.MAX_VALUE / 2);
            stopped = CompletableFuture.runAsync(() -> ServiceHelper.suspendService(consumer), executor);
        }
        return stopped;
    }

    @Override
    public CompletionStage<Void> close() {
        return stop().thenRunAsync(() -> ServiceHelper.stopAndShutdownService(consumer), executor);
    }

    @Override
    public int backlog() {
        return !capabilities.redelivers() && consumer instanceof ShutdownAware aware ? aware.getPendingExchangesSize() : 0;
    }

    @Override
    public TransportHealth health() {
        return isStopping ? TransportHealth.down("stopped") : TransportHealth.UP;
    }

    /** What the consumer believes to be the route. */
    private final class Intake extends AsyncProcessorSupport {

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            try {
                requested.acquire();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return giveBack(exchange, callback);
            }
            if (isStopping && capabilities.redelivers()) {
                return giveBack(exchange, callback);
            }
            NativeExchange source = new NativeExchange(exchange, callback);
            CamelEnvelopes.Received received;
            try {
                received = envelopes.receive(exchange, capabilities.redelivers());
            } catch (RuntimeException e) {
                // Nothing was handed over: the request stands, and the exchange must not stay open.
                requested.release();
                source.fail(e);
                return false;
            }
            handler.take(new CamelDelivery(source, received, capabilities));
            return false;
        }

        private boolean giveBack(Exchange exchange, AsyncCallback callback) {
            exchange.setException(new IllegalStateException("The route stops; the exchange goes back to " + endpoint));
            callback.done(true);
            return true;
        }
    }
}
