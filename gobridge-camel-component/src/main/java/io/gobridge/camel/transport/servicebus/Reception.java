package io.gobridge.camel.transport.servicebus;

import java.time.Duration;
import java.time.OffsetDateTime;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.DeliveryHandler;
import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.transport.ReceiverSpec;

/** Makes deliveries of messages and hands them over; what all sources of one receiver share. Thread-safe. */
final class Reception {

    /** No entity locks for longer, nor for a shorter time. */
    private static final Duration LONGEST_LOCK = Duration.ofMinutes(5);
    static final Duration SHORTEST_LOCK = Duration.ofSeconds(5);

    private final ReceiverSpec spec;
    private final ServiceBusOptions options;
    private final ServiceBusEnvelopes envelopes;
    private final Persistence persistence;
    private final Capabilities capabilities;
    private final ScheduledCopies copies;
    private volatile DeliveryHandler handler;
    private volatile Duration lastWindow = ServiceBusTransport.CAPABILITIES.lockWindow();

    Reception(ReceiverSpec spec, ServiceBusOptions options) {
        this.spec = spec;
        this.options = options;
        this.envelopes = new ServiceBusEnvelopes(spec.scheduler().clock());
        this.persistence = new Persistence(spec.scheduler());
        this.copies = new ScheduledCopies(options, spec.scheduler().clock());
        this.capabilities = (options.isReceiveAndDelete() ? Capabilities.none() : ServiceBusTransport.CAPABILITIES)
                .withOrdersGroups(options.hasSessions())
                .withLongWaits(options.schedulesCopies() ? ScheduledCopies.LONGEST : Duration.ZERO);
    }

    void handler(DeliveryHandler newHandler) {
        handler = newHandler;
    }

    /** Returns the capabilities of the source, with the lock window that it last showed. */
    Capabilities capabilities() {
        return options.isReceiveAndDelete() ? capabilities : capabilities.withLockWindow(lastWindow);
    }

    ScheduledCopies copies() {
        return copies;
    }

    Persistence persistence() {
        return persistence;
    }

    Scheduler scheduler() {
        return spec.scheduler();
    }

    ReceiverSpec spec() {
        return spec;
    }

    ServiceBusOptions options() {
        return options;
    }

    /**
     * Tells whether the lock of a message that just came is over by this machine's clock: the message waited too long
     * somewhere, or the clock is wrong.
     */
    boolean isOver(ServiceBusReceivedMessage message) {
        return !options.isReceiveAndDelete() && message.getLockedUntil() != null
                && left(message.getLockedUntil()).compareTo(Duration.ZERO) <= 0;
    }

    /** Returns how long a lock holds from now on. Where the clocks differ too much for that, the shortest there is. */
    Duration window(OffsetDateTime lockedUntil) {
        Duration left = left(lockedUntil);
        Duration window = left.isNegative() || left.isZero() ? SHORTEST_LOCK : left;
        lastWindow = window.compareTo(LONGEST_LOCK) > 0 ? LONGEST_LOCK : window;
        return lastWindow;
    }

    /** Returns how much of a lock is left, by this machine's clock; may be negative. */
    Duration left(OffsetDateTime lockedUntil) {
        return Duration.between(spec.scheduler().clock().instant(), lockedUntil.toInstant());
    }

    /** Hands over a message whose lock holds until the instant; null when there is no lock. */
    void take(ServiceBusReceivedMessage message, OffsetDateTime lockedUntil, Lease lease) {
        boolean isLocked = !options.isReceiveAndDelete() && lockedUntil != null;
        String session = message.getSessionId() == null || !options.hasSessions() ? "" : message.getSessionId();
        var receipt = new ServiceBusDelivery.Receipt(message, session, isLocked ? window(lockedUntil) : Duration.ZERO);
        handler.take(new ServiceBusDelivery(envelopes.fromWire(message), receipt, lease, this));
    }
}
