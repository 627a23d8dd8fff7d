package io.gobridge.camel.transport.mqtt;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.DeliveryHandler;
import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one source received and did not hand over yet.
 *
 * <ol>
 * <li>A message waits here until it is demanded. The broker should send no more than receiveMaximum ahead of their
 * acknowledgement. Mosquitto sends all it has: above a number that waits, the rest is left to it, and when the others
 * are settled it is asked to begin anew.
 * <li>When a connection breaks, its messages are put aside: an acknowledgement would not reach anybody.
 * <li>When the next one finds the session, they are dropped here, for the broker sends them again. When it finds none,
 * this process has the only copies, and they are handed over like any other.
 * </ol>
 *
 * Messages that are not to be acknowledged have no such bound: above a number that waits, the newest are dropped and
 * counted, as their quality of service allows. Thread-safe.
 */
final class Inbox {

    private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);

    private static final int LEAST_ROOM = 1_000;

    private final ReceiverLimits limits;
    private final MqttEnvelopes envelopes;
    private final Scheduler scheduler;
    private final Runnable resend;
    private final Deque<MqttDelivery> waiting = new ArrayDeque<>();
    private final List<MqttDelivery> aside = new ArrayList<>();
    private final List<Epoch> broken = new ArrayList<>();
    private final Map<Integer, MqttDelivery> unsettled = new HashMap<>();
    private final AtomicInteger pumpsWanted = new AtomicInteger();
    private DeliveryHandler handler;
    private Epoch current;
    private long demand;
    private long dropped;
    private int leftToBroker;
    private boolean isStopped;

    /** @param resend makes the broker send again what is unacknowledged */
    Inbox(ReceiverLimits limits, MqttEnvelopes envelopes, Scheduler scheduler, Runnable resend) {
        this.resend = resend;
        this.limits = limits;
        this.envelopes = envelopes;
        this.scheduler = scheduler;
    }

    /**
     * What a source is bound by.
     *
     * @param receiveMaximum most messages ahead of their acknowledgement
     * @param capabilities   what can be done about a message that waits for its acknowledgement
     */
    record ReceiverLimits(int receiveMaximum, Capabilities capabilities) {
    }

    Capabilities capabilities() {
        return limits.capabilities();
    }

    synchronized void start(DeliveryHandler newHandler) {
        handler = newHandler;
    }

    void request(int deliveries) {
        synchronized (this) {
            demand += deliveries;
        }
        pump();
    }

    /** Returns how many messages wait that the broker does not have. */
    synchronized int backlog() {
        return (int) waiting.stream().filter(MqttDelivery::isOnlyCopy).count();
    }

    /** Returns how many messages of quality of service 0 found no room. */
    synchronized long dropped() {
        return dropped;
    }

    /** Takes note of a new connection; returns false when the broker forgot messages that this process still has. */
    boolean opened(MqttConnection connection) {
        boolean isKept;
        synchronized (this) {
            useEpoch(connection);
            isKept = connection.isSessionPresent();
            broken.forEach(epoch -> epoch.become(isKept ? Epoch.Standing.RESUMED : Epoch.Standing.FORGOTTEN));
            broken.clear();
            if (!isKept) {
                for (int i = aside.size(); i > 0; i--) {
                    waiting.addFirst(aside.get(i - 1));
                }
            }
            aside.clear();
        }
        pump();
        return isKept;
    }

    synchronized void lost(MqttConnection connection) {
        if (current == null || current.connection() != connection) {
            return;
        }
        Epoch ended = current;
        ended.become(Epoch.Standing.BROKEN);
        broken.add(ended);
        current = null;
        leftToBroker = 0;
        unsettled.clear();
        for (Iterator<MqttDelivery> each = waiting.iterator(); each.hasNext();) {
            MqttDelivery delivery = each.next();
            if (delivery.epoch() == ended && !delivery.isOnlyCopy()) {
                aside.add(delivery);
                each.remove();
            }
        }
    }

    void arrived(MqttConnection connection, String topic, MqttMessage message) {
        ReceivedMessage received = envelopes.fromWire(topic, message);
        Optional<BridgeException> broke;
        synchronized (this) {
            broke = isStopped ? Optional.empty() : put(connection, topic, message, received);
        }
        broke.ifPresent(connection::lose);
        pump();
    }

    /** Makes room for another message under the packet id, before the broker can use it again. */
    synchronized void free(MqttDelivery delivery) {
        unsettled.remove(delivery.packetId(), delivery);
    }

    void settled(MqttDelivery delivery) {
        synchronized (this) {
            free(delivery);
            if (leftToBroker == 0 || !unsettled.isEmpty() || isStopped) {
                return;
            }
            leftToBroker = 0;
        }
        resend.run();
    }

    /** Hands over once more, after the wait, what was given back, unless the broker does that. */
    void again(MqttDelivery givenBack, MqttDelivery next, Duration after) {
        synchronized (this) {
            if (isStopped) {
                return;
            }
            unsettled.replace(givenBack.packetId(), givenBack, next);
        }
        if (after.isZero() || after.isNegative()) {
            putBack(next);
        } else {
            scheduler.schedule(after, () -> putBack(next));
        }
    }

    /** Stops handing over. What waits is left to the broker. */
    synchronized void stop() {
        isStopped = true;
        int lost = backlog();
        if (lost > 0) {
            LOG.warn("{} messages that the broker does not keep were received and not handed over; they are lost", lost);
        }
        waiting.clear();
        aside.clear();
    }

    private Optional<BridgeException> put(
            MqttConnection connection, String topic, MqttMessage message, ReceivedMessage received) {
        Epoch epoch = useEpoch(connection);
        if (message.getQos() == 0) {
            putUnacknowledged(new MqttDelivery(received, topic, 0, epoch, this));
            return Optional.empty();
        }
        MqttDelivery twin = unsettled.get(message.getId());
        if (twin != null) {
            return twin.isSameAs(topic, message.getPayload())
                    ? Optional.empty()
                    : Optional.of(broke(connection, "sent another message with packet id " + message.getId()
                                                    + " before the first was acknowledged"));
        }
        if (unsettled.size() >= room()) {
            leaveToBroker(connection);
            return Optional.empty();
        }
        MqttDelivery delivery = new MqttDelivery(received, topic, message.getId(), epoch, this);
        unsettled.put(message.getId(), delivery);
        waiting.add(delivery);
        return Optional.empty();
    }

    private int room() {
        return Math.max(LEAST_ROOM, 2 * limits.receiveMaximum());
    }

    private void leaveToBroker(MqttConnection connection) {
        leftToBroker++;
        if (leftToBroker == 1) {
            LOG.warn("{}: the broker sends far more ahead than the receive maximum of {}; it will be asked for the rest"
                     + " again when {} messages are settled",
                    connection, limits.receiveMaximum(), unsettled.size());
        }
    }

    private void putUnacknowledged(MqttDelivery delivery) {
        if (waiting.size() < room()) {
            waiting.add(delivery);
            return;
        }
        dropped++;
        if (Long.bitCount(dropped) == 1) {
            LOG.warn("{} messages of quality of service 0 were dropped: they come faster than they are taken", dropped);
        }
    }

    private Epoch useEpoch(MqttConnection connection) {
        if (current == null || current.connection() != connection) {
            current = new Epoch(connection);
        }
        return current;
    }

    private void putBack(MqttDelivery delivery) {
        synchronized (this) {
            if (isStopped || delivery.epoch().standing() == Epoch.Standing.RESUMED) {
                return;
            }
            if (delivery.epoch().standing() == Epoch.Standing.BROKEN && !delivery.isOnlyCopy()) {
                aside.add(delivery);
                return;
            }
            waiting.addFirst(delivery);
        }
        pump();
    }

    /** Whoever comes first pumps for all that come meanwhile, so that messages keep their order and nobody waits. */
    private void pump() {
        if (pumpsWanted.getAndIncrement() > 0) {
            return;
        }
        int served;
        do {
            served = pumpsWanted.get();
            for (MqttDelivery next = take(); next != null; next = take()) {
                handler.take(next);
            }
        } while (pumpsWanted.addAndGet(-served) > 0);
    }

    private synchronized MqttDelivery take() {
        if (isStopped || handler == null || demand == 0 || waiting.isEmpty()) {
            return null;
        }
        demand--;
        return waiting.poll();
    }

    private static BridgeException broke(MqttConnection connection, String what) {
        return BridgeException.of(FailureCode.PROTOCOL_ERROR, connection + ": the broker " + what)
                .withScope(FailureScope.TARGET);
    }
}
