package io.gobridge.camel.transport.servicebus;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;

import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverAsyncClient;
import io.gobridge.camel.transport.TransportHealth;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;

/**
 * Receives from the sessions of a queue or subscription, each through a link of its own.
 * <ol>
 * <li>While more deliveries are wanted than sessions wait for messages, the next session is asked for.</li>
 * <li>A session has at most one delivery under way: its next message is asked for when the one before is settled.</li>
 * <li>A session without messages is left to others.</li>
 * </ol>
 */
final class SessionSource implements MessageSource {

    private static final Logger LOG = LoggerFactory.getLogger(SessionSource.class);

    /** Asking for a session waits until there is one; who waits that long without an error is not down. */
    private static final Duration HOPEFUL = Duration.ofSeconds(10);

    private final Reception reception;
    private final ServiceBusSessionReceiverAsyncClient client;

    private final ReentrantLock lock = new ReentrantLock();
    private final Pauses pauses = new Pauses();
    private final Set<SessionReader> readers = new LinkedHashSet<>();
    private final Deque<SessionReader> withoutCredit = new ArrayDeque<>();
    private final Disposable.Swap asking = Disposables.swap();
    private long wanted;
    private int failures;
    private boolean isAsking;
    private boolean isStopped;
    private volatile TransportHealth health = TransportHealth.UP;

    SessionSource(Reception reception) {
        this.reception = reception;
        this.client = reception.options().newSessionReceiver();
    }

    @Override
    public void start() {
        proceed();
    }

    @Override
    public void request(int deliveries) {
        lock.lock();
        try {
            wanted += deliveries;
        } finally {
            lock.unlock();
        }
        proceed();
    }

    /** Gives what is wanted to the sessions at hand, then asks for another session. */
    private void proceed() {
        List<SessionReader> credited = new ArrayList<>();
        boolean asks;
        lock.lock();
        try {
            while (!isStopped && wanted > 0 && !withoutCredit.isEmpty()) {
                wanted--;
                credited.add(withoutCredit.remove());
            }
            asks = !isStopped && !isAsking && wanted > 0;
            isAsking |= asks;
        } finally {
            lock.unlock();
        }
        credited.forEach(SessionReader::receiveOne);
        if (asks) {
            asking.update(client.acceptNextSession().subscribe(this::accepted, this::refused));
        }
    }

    private void accepted(ServiceBusReceiverAsyncClient session) {
        SessionReader reader = new SessionReader(session, reception, this);
        boolean isTooLate;
        lock.lock();
        try {
            isAsking = false;
            isTooLate = isStopped;
            failures = 0;
            pauses.reset();
            readers.add(reader);
        } finally {
            lock.unlock();
        }
        health = TransportHealth.UP;
        if (isTooLate) {
            reader.close();
        } else {
            reader.start();
        }
    }

    private void refused(Throwable error) {
        Duration pause;
        int failure;
        lock.lock();
        try {
            if (isStopped) {
                return;
            }
            pause = pauses.next();
            failure = ++failures;
        } finally {
            lock.unlock();
        }
        String what = "Asking for a session of '" + reception.options().source() + "'";
        health = TransportHealth.down(ServiceBusFailures.of(error, what).getMessage());
        LOG.warn("{}; it is tried again in {}", health.detail(), pause);
        LOG.debug("Why no session was accepted", error);
        reception.scheduler().schedule(pause, () -> reception.spec().executor().execute(this::askAgain));
        reception.scheduler().schedule(pause.plus(HOPEFUL), () -> hope(failure));
    }

    private void askAgain() {
        lock.lock();
        try {
            isAsking = false;
        } finally {
            lock.unlock();
        }
        proceed();
    }

    private void hope(int failure) {
        lock.lock();
        try {
            if (failures == failure) {
                health = TransportHealth.UP;
            }
        } finally {
            lock.unlock();
        }
    }

    // What the readers say.

    /** The session wants a message. */
    void ready(SessionReader reader) {
        lock.lock();
        try {
            withoutCredit.add(reader);
        } finally {
            lock.unlock();
        }
        proceed();
    }

    /** The session is over; a message that it was allowed to receive may come from another one. */
    void gone(SessionReader reader, boolean hadCredit) {
        lock.lock();
        try {
            readers.remove(reader);
            withoutCredit.remove(reader);
            wanted += hadCredit ? 1 : 0;
        } finally {
            lock.unlock();
        }
        proceed();
    }

    /** Sessions with a delivery under way stay until that is settled: without their link they would lose the lock. */
    @Override
    public void stop() {
        List<SessionReader> open;
        lock.lock();
        try {
            isStopped = true;
            open = List.copyOf(readers);
        } finally {
            lock.unlock();
        }
        asking.dispose();
        open.forEach(SessionReader::stop);
    }

    @Override
    public CompletionStage<Void> close() {
        List<SessionReader> open;
        lock.lock();
        try {
            open = List.copyOf(readers);
        } finally {
            lock.unlock();
        }
        return all(open.stream().map(SessionReader::close).toList())
                .thenRunAsync(client::close, reception.spec().executor());
    }

    private static CompletionStage<Void> all(List<CompletionStage<Void>> stages) {
        return CompletableFuture.allOf(
                stages.stream().map(CompletionStage::toCompletableFuture).toArray(CompletableFuture[]::new));
    }

    @Override
    public TransportHealth health() {
        return health;
    }
}
