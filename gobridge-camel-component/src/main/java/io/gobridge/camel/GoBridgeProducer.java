package io.gobridge.camel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

import io.gobridge.camel.delivery.Backoff;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.DeliveryListener;
import io.gobridge.camel.delivery.RunControl;
import io.gobridge.camel.dispatch.DirectHold;
import io.gobridge.camel.dispatch.SendObserver;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.exchange.ExchangeReader;
import io.gobridge.camel.exchange.GoBridgeConstants;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.Failures;
import io.gobridge.camel.observe.BridgeHealthCheck;
import io.gobridge.camel.transport.OutboundMessage;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.health.WritableHealthCheckRepository;
import org.apache.camel.support.DefaultAsyncProducer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends what a route dispatches. How is in {@link DirectHold}. */
public class GoBridgeProducer extends DefaultAsyncProducer {

    private static final Logger LOG = LoggerFactory.getLogger(GoBridgeProducer.class);

    private final GoBridgeEndpoint endpoint;
    private SendingSide side;
    private DirectHold directHold;
    private ExchangeReader reader;
    private BridgeHealthCheck healthCheck;

    GoBridgeProducer(GoBridgeEndpoint endpoint) {
        super(endpoint);
        this.endpoint = endpoint;
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        side = endpoint.acquireSending();
        if (!side.overrides().isEmpty()) {
            LOG.info("binding={}: unsafe defaults of the target are overridden: {}", endpoint.getName(),
                    String.join(", ", side.overrides()));
        }
        BridgeRuntime runtime = endpoint.getComponent().runtime();
        directHold = side.directHold();
        reader = new ExchangeReader(
                runtime.scheduler().clock(), runtime.random(), endpoint.getComponent().getBridgeId(),
                side.takesCamelHeaders() ? ReservedHeaders::isCamel : name -> false);
        registerHealthCheck();
    }

    @Override
    protected void doStop() throws Exception {
        WritableHealthCheckRepository repository = healthChecks();
        if (repository != null && healthCheck != null) {
            repository.removeHealthCheck(healthCheck);
        }
        if (side != null) {
            endpoint.releaseSending();
            side = null;
        }
        super.doStop();
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        CompletionStage<Void> sent;
        RunControl control;
        try {
            OutboundMessage message = outbound(exchange);
            control = control(exchange);
            sent = directHold.send(message, side.backoff().orElse(control.backoff()), control, observer(exchange, message));
        } catch (RuntimeException | Error e) {
            exchange.setException(e);
            callback.done(true);
            return true;
        }
        CompletableFuture<Void> result = sent.toCompletableFuture();
        if (result.isDone()) {
            if (result.isCompletedExceptionally()) {
                sent.whenComplete((accepted, error) -> setFailure(exchange, error));
            }
            callback.done(true);
            return true;
        }
        sent.whenComplete((accepted, error) -> {
            setFailure(exchange, error);
            goOn(control.continuation(), callback);
        });
        return false;
    }

    private OutboundMessage outbound(Exchange exchange) {
        Envelope envelope = reader.read(exchange);
        if (envelope.expiresAt().isPresent()
                && envelope.isExpired(endpoint.getComponent().runtime().scheduler().clock().instant())) {
            throw BridgeException.of(FailureCode.MESSAGE_EXPIRED,
                    "Message " + envelope.id() + " expired at " + envelope.expiresAt().orElseThrow() + "; it was not sent");
        }
        String address = exchange.getMessage().getHeader(GoBridgeConstants.ADDRESS, String.class);
        return new OutboundMessage(envelope, address != null ? address : side.address().render(envelope.headers()));
    }

    private RunControl control(Exchange exchange) {
        Delivery delivery = exchange.getProperty(GoBridgeConstants.DELIVERY, Delivery.class);
        return delivery == null
                ? new RunControl(
                        side.backoff().orElse(Backoff.DEFAULT),
                        endpoint.getComponent().runtime().io())
                : delivery.control();
    }

    private SendObserver observer(Exchange exchange, OutboundMessage message) {
        List<DeliveryListener> listeners = endpoint.getComponent().runtime().listeners();
        if (listeners.isEmpty()) {
            return () -> {
            };
        }
        String routeId = String.valueOf(exchange.getFromRouteId());
        Delivery delivery = exchange.getProperty(GoBridgeConstants.DELIVERY, Delivery.class);
        int attempt = delivery == null ? 1 : delivery.attempt();
        return () -> listeners.forEach(listener -> observe(listener, routeId, message.envelope().id(), attempt));
    }

    private static void observe(DeliveryListener listener, String routeId, String messageId, int attempt) {
        try {
            listener.onAttempt(routeId, messageId, attempt);
        } catch (RuntimeException | Error e) {
            LOG.warn("route={} id={}: a DeliveryListener failed; the message is sent all the same", routeId, messageId, e);
        }
    }

    private static void setFailure(Exchange exchange, Throwable error) {
        if (error != null) {
            exchange.setException(Failures.unwrapped(error));
        }
    }

    private static void goOn(Executor continuation, AsyncCallback callback) {
        try {
            continuation.execute(() -> callback.done(false));
        } catch (RejectedExecutionException e) {
            // The route's threads are gone: the exchange must end all the same.
            callback.done(false);
        }
    }

    private void registerHealthCheck() {
        WritableHealthCheckRepository repository = healthChecks();
        if (repository != null) {
            healthCheck = new BridgeHealthCheck(
                    "gobridge-producer-" + endpoint.getName(), this::reasons,
                    () -> Map.of("sendRetries", directHold.retries(), "exhausted", directHold.exhausted()));
            healthCheck.setEnabled(endpoint.getComponent().isHealthCheckProducerEnabled());
            repository.addHealthCheck(healthCheck);
        }
    }

    private WritableHealthCheckRepository healthChecks() {
        return HealthCheckHelper.getHealthCheckRepository(endpoint.getCamelContext(), "producers",
                WritableHealthCheckRepository.class);
    }

    /** Returns why messages cannot be sent now; empty when they can. */
    public List<String> reasons() {
        if (side == null) {
            return List.of("not started");
        }
        List<String> reasons = new ArrayList<>();
        if (!side.sender().health().isUp()) {
            reasons.add("target: " + side.sender().health().detail());
        }
        if (side.guard().isWedged()) {
            reasons.add("wedged: a send ignored its timeout and has not ended");
        }
        return reasons;
    }

    /** Returns how many sends were repeated. */
    public long sendRetries() {
        return directHold.retries();
    }

    /** Returns how many messages used up their send budget. */
    public long exhausted() {
        return directHold.exhausted();
    }
}
