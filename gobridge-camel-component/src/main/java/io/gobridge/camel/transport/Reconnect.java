package io.gobridge.camel.transport;

import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

import io.gobridge.camel.delivery.Backoff;
import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When a link connects: when somebody wants it, and again after each loss, with a growing wait. The link opens and
 * closes, and says here what came of it. Not thread-safe: the link calls with its own lock held.
 */
public final class Reconnect {

    private static final Logger LOG = LoggerFactory.getLogger(Reconnect.class);

    /** A connection that broke sooner is no reason to try faster: something kills it. */
    private static final Duration STEADY = Duration.ofSeconds(10);

    private enum State {
        /** Nobody wants it. */
        IDLE,
        /** An attempt is under way. */
        CONNECTING,
        /** The connection is open. */
        UP,
        /** The last connection failed; the next attempt is scheduled. */
        WAITING
    }

    private final String name;
    private final Runnable again;
    private State state = State.IDLE;
    /** Which attempt counts: what an earlier one brings is closed again. */
    private int attempt;
    private Scheduler.Task timer = () -> {
    };
    private Instant openedAt = Instant.MIN;
    private int failures;
    private BridgeException lastFailure;

    /**
     * @param name  what is connected, in messages
     * @param again called when a wait is over: takes the link's lock and makes an attempt if {@link #isWaiting} holds
     */
    public Reconnect(String name, Runnable again) {
        this.name = name;
        this.again = again;
    }

    /** Returns the number of the attempt that begins now. */
    public int begin() {
        state = State.CONNECTING;
        return ++attempt;
    }

    /** Tells whether the attempt, or what it opened, still counts. */
    public boolean isCurrent(int number) {
        return number == attempt;
    }

    /** Sets what happens when the attempt that has begun takes too long. */
    public void limit(Scheduler.Task overdue) {
        timer = overdue;
    }

    /** Says why an attempt that goes on takes so long. */
    public void delayed(BridgeException why) {
        lastFailure = why;
    }

    /** The connection is open. */
    public void opened(Instant now) {
        timer.cancel();
        state = State.UP;
        openedAt = now;
        lastFailure = null;
    }

    /** The attempt failed, or what it opened is lost: another one follows after a wait. */
    public void failed(BridgeException why, Backoff backoff, Scheduler scheduler, RandomGenerator random) {
        if (state == State.UP && !scheduler.clock().instant().isBefore(openedAt.plus(STEADY))) {
            failures = 0;
        }
        lastFailure = why;
        failures++;
        attempt++;
        state = State.WAITING;
        Duration wait = backoff.delay(failures, random);
        LOG.warn("{}; connecting again in {} ms", why.getMessage(), wait.toMillis());
        LOG.debug("Why there is no connection", why);
        timer.cancel();
        timer = scheduler.schedule(wait, again);
    }

    /** Nobody wants a connection any more. */
    public void end() {
        state = State.IDLE;
        attempt++;
        timer.cancel();
        failures = 0;
    }

    /** Returns how many attempts and connections failed since the last that was steady. */
    public int failures() {
        return failures;
    }

    /** Tells whether nobody wants a connection. */
    public boolean isIdle() {
        return state == State.IDLE;
    }

    /** Tells whether an attempt is under way. */
    public boolean isConnecting() {
        return state == State.CONNECTING;
    }

    /** Tells whether the connection is open. */
    public boolean isUp() {
        return state == State.UP;
    }

    /** Tells whether the next attempt is scheduled; a timer that comes late finds that it is not. */
    public boolean isWaiting() {
        return state == State.WAITING;
    }

    /** Tells whether there is no connection, and none is coming before the next wait is over. */
    public boolean isDown() {
        return isWaiting() || isIdle();
    }

    /** Returns why there is no connection. */
    public BridgeException whyDown() {
        return lastFailure != null
                ? lastFailure : BridgeException.of(FailureCode.CONNECTION_LOST, name + " is not connected");
    }

    /** Returns whether there is a connection; one that nobody wants is not missed. */
    public TransportHealth health() {
        return switch (state) {
            case UP, IDLE -> TransportHealth.UP;
            case CONNECTING -> TransportHealth.down(lastFailure == null ? "connecting" : lastFailure.getMessage());
            case WAITING -> TransportHealth.down(whyDown().getMessage());
        };
    }
}
