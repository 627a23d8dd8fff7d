package io.gobridge.camel.transport.mqtt;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

import io.gobridge.camel.delivery.Backoff;
import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.DeliveryHandler;
import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.failure.Failures;
import io.gobridge.camel.transport.OnlyOnce;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.TransportHealth;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.MqttSubscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Receives what one topic filter matches. A broker that is away or refuses is down, not a reason to give up. */
final class MqttReceiver implements Receiver {

    private static final Logger LOG = LoggerFactory.getLogger(MqttReceiver.class);

    private static final Failures FAILURES = new Failures(List.of());

    /** Retained messages come with a new subscription only, not with each reconnect. */
    private static final int RETAINED_WHEN_NEW = 1;

    private final ReceiverSpec spec;
    private final MqttOptions options;
    private final MqttSession session;
    private final Inbox inbox;
    private final CompletableFuture<Void> started = new CompletableFuture<>();
    private final AtomicLong sessionsLost = new AtomicLong();
    private final OnlyOnce closed = new OnlyOnce();
    private volatile BridgeException notSubscribed
            = BridgeException.of(FailureCode.CONNECTION_LOST, "The MQTT source is not subscribed yet");
    private volatile boolean isStopped;
    private int refusals;
    private boolean hadSession;

    MqttReceiver(ReceiverSpec spec, MqttOptions options, MqttSession session) {
        this.spec = spec;
        this.options = options;
        this.session = session;
        this.inbox = new Inbox(
                new Inbox.ReceiverLimits(settings().receiveMaximum(), capabilities()),
                new MqttEnvelopes(spec.scheduler().clock()), spec.scheduler(), () -> session.resume(this));
    }

    @Override
    public Capabilities capabilities() {
        return MqttTransport.CAPABILITIES.withRedelivers(options.keepsSession());
    }

    @Override
    public CompletionStage<Void> start(DeliveryHandler handler) {
        inbox.start(handler);
        if (!session.attach(this)) {
            started.completeExceptionally(BridgeException.of(FailureCode.INVALID_CONFIG,
                    "clientId=" + options.clientId() + ": another source receives with it; each source needs its own"));
        }
        return started;
    }

    @Override
    public void request(int deliveries) {
        inbox.request(deliveries);
    }

    @Override
    public CompletionStage<Void> stop() {
        isStopped = true;
        inbox.stop();
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> close() {
        return closed.run(() -> {
            stop();
            return session.detach(this);
        });
    }

    @Override
    public int backlog() {
        return inbox.backlog();
    }

    @Override
    public TransportHealth health() {
        TransportHealth link = session.health();
        if (isStopped) {
            return TransportHealth.down("stopped");
        }
        BridgeException refusal = notSubscribed;
        return link.isUp() && refusal != null ? TransportHealth.down(refusal.getMessage()) : link;
    }

    /**
     * Returns how often the broker had forgotten the session when this process connected again, and how many messages
     * of quality of service 0 found no room.
     */
    @Override
    public Map<String, Long> figures() {
        return Map.of("sessionsLost", sessionsLost.get(), "qos0Dropped", inbox.dropped());
    }

    LinkSettings settings() {
        return options.receiving(spec);
    }

    void opened(MqttConnection connection) {
        boolean isKept = inbox.opened(connection);
        synchronized (this) {
            if (!isKept && hadSession) {
                LOG.warn("{}: the broker had forgotten the session (time {}): what it kept for '{}' meanwhile is lost",
                        connection, sessionsLost.incrementAndGet(), options.topic());
            }
            hadSession = true;
        }
        subscribe(connection);
    }

    void arrived(MqttConnection connection, String topic, MqttMessage message) {
        inbox.arrived(connection, topic, message);
    }

    void lost(MqttConnection connection) {
        inbox.lost(connection);
    }

    /** A source that cannot connect now has started all the same. */
    void down() {
        started.complete(null);
    }

    private void subscribe(MqttConnection connection) {
        if (isStopped || !connection.isOpen()) {
            return;
        }
        MqttSubscription subscription = new MqttSubscription(options.topic(), options.qos());
        subscription.setRetainHandling(RETAINED_WHEN_NEW);
        Duration patience = settings().connectTimeout();
        Scheduler.Task givingUp = spec.scheduler().schedule(patience, () -> connection.lose(BridgeException.of(
                FailureCode.CONNECTION_LOST, connection + " got no SUBACK within " + patience.toSeconds() + " s")));
        connection.subscribe(subscription).whenComplete((reason, error) -> {
            givingUp.cancel();
            subscribed(connection, reason, error);
        });
    }

    private void subscribed(MqttConnection connection, Integer reason, Throwable error) {
        if (error == null && reason == options.qos()) {
            synchronized (this) {
                refusals = 0;
            }
            notSubscribed = null;
            started.complete(null);
            return;
        }
        BridgeException why = error != null ? FAILURES.of(error) : refusal(reason);
        notSubscribed = why;
        Duration wait;
        synchronized (this) {
            wait = Backoff.DEFAULT.delay(++refusals, spec.random());
        }
        LOG.warn("{}; subscribing again in {} ms", why.getMessage(), wait.toMillis());
        spec.scheduler().schedule(wait, () -> subscribe(connection));
        started.complete(null);
    }

    private BridgeException refusal(int reason) {
        String what = "Subscribing to '" + options.topic() + "' with quality of service " + options.qos();
        return reason >= MqttFailures.REFUSED
                ? MqttFailures.refused(reason, what, null)
                : BridgeException.of(FailureCode.NOT_SUPPORTED, what + " was granted with " + reason + " only")
                        .withScope(FailureScope.TARGET);
    }
}
