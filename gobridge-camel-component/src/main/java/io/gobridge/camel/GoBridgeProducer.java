package io.gobridge.camel;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToLongFunction;

import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.RunControl;
import io.gobridge.camel.dispatch.Outbox;
import io.gobridge.camel.dispatch.Outbox.OutboxDrain;
import io.gobridge.camel.dispatch.OutboxBinding;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.exchange.ExchangeReader;
import io.gobridge.camel.exchange.GoBridgeConstants;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.Failures;
import io.gobridge.camel.observe.BridgeHealthCheck;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContextAware;
import org.apache.camel.Exchange;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.health.WritableHealthCheckRepository;
import org.apache.camel.support.DefaultAsyncProducer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends what a route dispatches. Where to is in {@link Router}, how in {@link Dispatch}. */
public class GoBridgeProducer extends DefaultAsyncProducer {

    private static final Logger LOG = LoggerFactory.getLogger(GoBridgeProducer.class);

    private final GoBridgeEndpoint endpoint;
    private SendingSide side;
    private Dispatch dispatch;
    private ExchangeReader reader;
    private SendListeners listeners;
    private volatile ProducerHealth health;
    private BridgeHealthCheck healthCheck;
    private final List<OutboxDrain> drains = new CopyOnWriteArrayList<>();

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
        dispatch = new Dispatch(endpoint.getName(), side, endpoint.getSending().getOutboxTransaction(), runtime);
        openOutbox();
        reader = new ExchangeReader(
                runtime.scheduler().clock(), runtime.random(), endpoint.getComponent().getBridgeId(),
                side.takesCamelHeaders() ? ReservedHeaders::isCamel : name -> false);
        listeners = new SendListeners(runtime.listeners());
        health = new ProducerHealth(side, dispatch, listeners, drains);
        registerHealthCheck();
        runtime.producers().add(this);
    }

    @Override
    protected void doStop() throws Exception {
        endpoint.getComponent().runtime().producers().remove(this);
        WritableHealthCheckRepository repository = healthChecks();
        if (repository != null && healthCheck != null) {
            repository.removeHealthCheck(healthCheck);
        }
        letGo();
        super.doStop();
    }

    private void letGo() {
        health = null;
        try {
            drains.forEach(drain -> drain.close().toCompletableFuture().join());
        } finally {
            drains.clear();
            if (side != null) {
                endpoint.releaseSending();
                side = null;
            }
        }
    }

    private void openOutbox() {
        if (side.outbox().isEmpty()) {
            return;
        }
        Outbox outbox = side.outbox().get();
        CamelContextAware.trySetCamelContext(outbox, endpoint.getCamelContext());
        // One by one into the field: Camel stops what did not start, and closes by that what was opened before one failed.
        side.targets().all().forEach(target -> drains.add(outbox.open(
                new OutboxBinding(target.id(), target.guard(), endpoint.getSending().getMaxOutboxDepth()))));
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        CompletionStage<Void> sent;
        RunControl control;
        try {
            Envelope envelope = outbound(exchange);
            control = control(exchange);
            sent = dispatch.send(exchange, envelope, control, listeners.observer(exchange, envelope.id()));
        } catch (RuntimeException | Error e) {
            exchange.setException(e);
            callback.done(true);
            return true;
        }
        CompletableFuture<Void> result = sent.toCompletableFuture();
        if (result.isDone()) {
            // A stage that is done calls at once.
            sent.whenComplete((accepted, error) -> ended(exchange, error));
            callback.done(true);
            return true;
        }
        sent.whenComplete((accepted, error) -> {
            ended(exchange, error);
            control.goOn(() -> callback.done(false));
        });
        return false;
    }

    /** Tells whether messages for the binding go through this producer now. */
    boolean sendsTo(String binding) {
        ProducerHealth current = health;
        return current != null && current.side().targets().get(binding).isPresent();
    }

    /** Tells whether an outbox keeps its messages. */
    boolean keepsMessages() {
        return !drains.isEmpty();
    }

    /** Sends the message of a dead letter whose route is behind it. */
    CompletionStage<Void> redrive(DeadLetter entry, Envelope message) {
        return dispatch.redrive(entry, unexpired(message), dispatch.newControl());
    }

    private Envelope outbound(Exchange exchange) {
        return unexpired(reader.read(exchange));
    }

    private Envelope unexpired(Envelope envelope) {
        if (envelope.expiresAt().isPresent()
                && envelope.isExpired(endpoint.getComponent().runtime().scheduler().clock().instant())) {
            throw BridgeException.of(FailureCode.MESSAGE_EXPIRED,
                    "Message " + envelope.id() + " expired at " + envelope.expiresAt().orElseThrow() + "; it was not sent");
        }
        return envelope;
    }

    private RunControl control(Exchange exchange) {
        Delivery delivery = exchange.getProperty(GoBridgeConstants.DELIVERY, Delivery.class);
        return delivery == null ? dispatch.newControl() : delivery.control();
    }

    private static void ended(Exchange exchange, Throwable error) {
        if (error != null) {
            exchange.setException(Failures.unwrapped(error));
        } else if (exchange.getMessage().hasHeaders()) {
            // Consumed now and not before: an error handler that repeats this step must find it.
            exchange.getMessage().removeHeader(ReservedHeaders.ROUTE_OVERRIDE);
        }
    }

    private void registerHealthCheck() {
        WritableHealthCheckRepository repository = healthChecks();
        if (repository != null) {
            healthCheck = new BridgeHealthCheck(
                    "gobridge-producer-" + endpoint.getName(), this::reasons, this::details);
            healthCheck.setEnabled(endpoint.getComponent().isHealthCheckProducerEnabled());
            repository.addHealthCheck(healthCheck);
        }
    }

    private WritableHealthCheckRepository healthChecks() {
        return HealthCheckHelper.getHealthCheckRepository(endpoint.getCamelContext(), "producers",
                WritableHealthCheckRepository.class);
    }

    private Map<String, Object> details() {
        ProducerHealth current = health;
        return current == null ? Map.of() : current.details();
    }

    /** Returns why messages cannot be sent now; empty when they can. */
    public List<String> reasons() {
        ProducerHealth current = health;
        return current == null ? List.of("not started") : current.reasons();
    }

    /** Returns how many sends were repeated; 0 while not started. */
    public long sendRetries() {
        return figure(Dispatch::retries);
    }

    /** Returns how many messages used up their send budget; 0 while not started. */
    public long exhausted() {
        return figure(Dispatch::exhausted);
    }

    /** Returns how many destinations of messages failed for good, each without the others; 0 while not started. */
    public long endedLegs() {
        return figure(Dispatch::endedLegs);
    }

    private long figure(ToLongFunction<Dispatch> figure) {
        ProducerHealth current = health;
        return current == null ? 0 : figure.applyAsLong(current.dispatch());
    }
}
