package io.gobridge.camel.transport.servicebus;

import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import com.azure.messaging.servicebus.models.DeadLetterOptions;
import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;

/** Receives one message after the other from one session that is locked for this process. */
final class SessionReader extends BaseSubscriber<ServiceBusReceivedMessage> {

    private static final Logger LOG = LoggerFactory.getLogger(SessionReader.class);

    /** How long a session may be without a message before it is left to others. */
    private static final Duration IDLE = Duration.ofSeconds(1);

    private static final Scheduler.Task NO_TIMER = () -> {
    };

    private final ServiceBusReceiverAsyncClient session;
    private final Reception reception;
    private final SessionSource source;

    private final ReentrantLock lock = new ReentrantLock();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private Scheduler.Task timer = NO_TIMER;
    private OffsetDateTime lockedUntil;
    private Duration window;
    private boolean hasCredit;
    private boolean isBusy;
    private boolean isStopped;
    private boolean isClosing;

    SessionReader(ServiceBusReceiverAsyncClient session, Reception reception, SessionSource source) {
        this.session = session;
        this.reception = reception;
        this.source = source;
        this.window = Reception.SHORTEST_LOCK;
        this.lockedUntil = reception.scheduler().clock().instant().plus(window).atOffset(ZoneOffset.UTC);
    }

    /** Renews the lock at once, since only that tells how long it holds. */
    void start() {
        if (reception.options().isReceiveAndDelete()) {
            begin();
            return;
        }
        renew().subscribe(until -> {
        }, error -> {
            LOG.debug("The lock of a session of '{}' could not be renewed at once", name(), error);
            begin();
        }, this::begin);
    }

    private void begin() {
        session.receiveMessages().subscribe(this);
        becomeIdle();
    }

    private Mono<OffsetDateTime> renew() {
        return session.renewSessionLock().doOnNext(this::renewed);
    }

    private void renewed(OffsetDateTime until) {
        lock.lock();
        try {
            lockedUntil = until;
            window = reception.window(until);
        } finally {
            lock.unlock();
        }
    }

    /** Messages that are settled quickly let nobody renew the lock while they are under way. */
    private OffsetDateTime lockedUntil() {
        OffsetDateTime until;
        boolean isHalfOver;
        lock.lock();
        try {
            until = lockedUntil;
            isHalfOver = reception.left(until).compareTo(window.dividedBy(2)) < 0;
        } finally {
            lock.unlock();
        }
        if (isHalfOver) {
            renew().subscribe(renewed -> {
            }, error -> LOG.debug("The lock of a session of '{}' could not be renewed", name(), error));
        }
        return until;
    }

    private void becomeIdle() {
        lock.lock();
        try {
            isBusy = false;
            if (isClosing) {
                return;
            }
            timer = reception.scheduler().schedule(IDLE, () -> reception.spec().executor().execute(() -> close(true)));
        } finally {
            lock.unlock();
        }
        source.ready(this);
    }

    /** Asks for the next message. */
    void receiveOne() {
        lock.lock();
        try {
            hasCredit = true;
        } finally {
            lock.unlock();
        }
        request(1);
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
        // Nothing is requested before the source says so.
    }

    /** A message that comes too late goes back uncounted when the link closes. */
    @Override
    protected void hookOnNext(ServiceBusReceivedMessage message) {
        lock.lock();
        try {
            if (isClosing || isStopped) {
                return;
            }
            timer.cancel();
            hasCredit = false;
            isBusy = true;
        } finally {
            lock.unlock();
        }
        reception.take(message, reception.options().isReceiveAndDelete() ? null : lockedUntil(), new SessionLease(message));
    }

    @Override
    protected void hookOnError(Throwable error) {
        LOG.debug("A session of '{}' is over", name(), error);
        close();
    }

    @Override
    protected void hookOnComplete() {
        close();
    }

    /** Takes no more; closes the session as soon as nothing of it is under way. */
    void stop() {
        lock.lock();
        try {
            isStopped = true;
        } finally {
            lock.unlock();
        }
        close(true);
    }

    /** Gives the session back, and with it the messages that are not settled. */
    CompletionStage<Void> close() {
        return close(false);
    }

    private CompletionStage<Void> close(boolean onlyWhenIdle) {
        boolean hadCredit;
        lock.lock();
        try {
            if (isClosing) {
                return closed;
            }
            if (onlyWhenIdle && isBusy) {
                return CompletableFuture.completedFuture(null);
            }
            isClosing = true;
            timer.cancel();
            hadCredit = hasCredit;
        } finally {
            lock.unlock();
        }
        reception.spec().executor().execute(() -> {
            try {
                session.close();
            } catch (RuntimeException e) {
                LOG.debug("Closing a session of '{}' failed", name(), e);
            } finally {
                closed.complete(null);
                source.gone(this, hadCredit);
            }
        });
        return closed;
    }

    private void settled() {
        boolean leaves;
        lock.lock();
        try {
            leaves = isStopped;
            isBusy = isBusy && !leaves;
        } finally {
            lock.unlock();
        }
        if (leaves) {
            close();
        } else {
            becomeIdle();
        }
    }

    private boolean isStopped() {
        lock.lock();
        try {
            return isStopped;
        } finally {
            lock.unlock();
        }
    }

    private boolean isClosing() {
        lock.lock();
        try {
            return isClosing;
        } finally {
            lock.unlock();
        }
    }

    private <T> Mono<T> lost() {
        return Mono.error(() -> BridgeException.of(FailureCode.LOCK_LOST,
                "The session is closed, and its messages of '" + name() + "' are somebody else's"));
    }

    /** Returns what is received from; the id of a session may be a value of a message. */
    private String name() {
        return reception.options().source();
    }

    /** The lock of the session. */
    private final class SessionLease implements Lease {

        private final ServiceBusReceivedMessage message;
        private boolean hasEnded;

        SessionLease(ServiceBusReceivedMessage message) {
            this.message = message;
        }

        @Override
        public Mono<Void> complete() {
            return isClosing() ? lost() : session.complete(message);
        }

        /** At a stop the session is closed, which gives the message back without counting a delivery. */
        @Override
        public Mono<Void> abandon() {
            if (isClosing()) {
                return lost();
            }
            return isStopped() ? Mono.empty() : session.abandon(message);
        }

        @Override
        public Mono<Void> deadLetter(DeadLetterOptions options) {
            return isClosing() ? lost() : session.deadLetter(message, options);
        }

        @Override
        public Mono<OffsetDateTime> renew() {
            return isClosing() ? lost() : SessionReader.this.renew();
        }

        @Override
        public void ended() {
            lock.lock();
            try {
                if (hasEnded) {
                    return;
                }
                hasEnded = true;
            } finally {
                lock.unlock();
            }
            settled();
        }
    }
}
