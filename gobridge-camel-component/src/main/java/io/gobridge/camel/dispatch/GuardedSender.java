package io.gobridge.camel.dispatch;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends under a timeout and keeps a binding whose sender ignores it from piling up sends. Thread-safe.
 *
 * <ol>
 * <li>at the timeout the sender is asked to cancel
 * <li>a send that ends within the grace is over, however it ends
 * <li>one that does not is cut off: the caller gets TIMEOUT, the binding is wedged and refuses sends until it does end
 * </ol>
 */
public final class GuardedSender {

    private static final Logger LOG = LoggerFactory.getLogger(GuardedSender.class);

    private final String binding;
    private final Sender sender;
    private final Duration timeout;
    private final Scheduler scheduler;
    private final AtomicInteger parked = new AtomicInteger();

    /** Guards the sender of a binding; a zero timeout is no limit. */
    public GuardedSender(String binding, Sender sender, Duration timeout, Scheduler scheduler) {
        this.binding = binding;
        this.sender = sender;
        this.timeout = timeout;
        this.scheduler = scheduler;
    }

    /** Tells whether a send that was cut off has still not ended. */
    public boolean isWedged() {
        return parked.get() > 0;
    }

    /**
     * Sends the message, and tells the observer just before, unless the binding refuses it. The stage completes when
     * the target accepted it, and exceptionally otherwise.
     */
    public CompletionStage<Void> send(OutboundMessage message, SendObserver observer) {
        if (isWedged()) {
            return CompletableFuture.failedFuture(BridgeException.of(FailureCode.BINDING_WEDGED, "Binding '" + binding
                                                                                                 + "' still waits for a send that ignored its timeout; message "
                                                                                                 + message.envelope().id()
                                                                                                 + " is held"));
        }
        observer.beforeSend();
        CompletableFuture<Void> sending = call(message);
        return timeout.isZero() || sending.isDone() ? sending : new TimedSend(message, sending).result();
    }

    private CompletableFuture<Void> call(OutboundMessage message) {
        try {
            return sender.send(message).toCompletableFuture();
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** One send and the limits on it. */
    private final class TimedSend {

        private final OutboundMessage message;
        private final CompletableFuture<Void> result = new CompletableFuture<>();
        private volatile Scheduler.Task timer;
        private volatile boolean isCutOff;

        private TimedSend(OutboundMessage message, CompletionStage<Void> sending) {
            this.message = message;
            this.timer = scheduler.schedule(timeout, this::cancel);
            sending.whenComplete(this::ended);
        }

        private CompletableFuture<Void> result() {
            return result;
        }

        private void cancel() {
            timer = scheduler.schedule(SendLimits.CANCEL_GRACE, this::cutOff);
            try {
                sender.cancel(message);
            } catch (RuntimeException | Error e) {
                LOG.warn("binding={} id={}: the sender failed to cancel", binding, message.envelope().id(), e);
            }
            if (result.isDone()) {
                timer.cancel();
            }
        }

        private synchronized void cutOff() {
            if (result.isDone()) {
                return;
            }
            isCutOff = true;
            parked.incrementAndGet();
            LOG.warn("binding={} id={}: the sender ignored its timeout of {} and was cut off; the binding refuses sends until"
                     + " this one ends",
                    binding, message.envelope().id(), timeout);
            result.completeExceptionally(BridgeException.of(FailureCode.TIMEOUT, "Sending message " + message.envelope().id()
                                                                                 + " to binding '" + binding
                                                                                 + "' took longer than sendTimeout=" + timeout
                                                                                 + " and was cut off"));
        }

        private synchronized void ended(Void nothing, Throwable error) {
            timer.cancel();
            if (isCutOff) {
                parked.decrementAndGet();
                LOG.warn("binding={} id={}: the send that was cut off ended {}; the message was or will be sent again",
                        binding, message.envelope().id(), error == null ? "with success" : "with a failure");
            } else if (error == null) {
                result.complete(null);
            } else {
                result.completeExceptionally(error);
            }
        }
    }
}
