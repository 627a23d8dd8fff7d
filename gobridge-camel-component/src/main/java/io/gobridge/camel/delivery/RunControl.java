package io.gobridge.camel.delivery;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Goes with the work that a route does for a delivery: it says how to wait and when to stop. Two things can happen, in
 * this order: waits must end because the route stops, and the work is in vain because the delivery was settled without
 * it. Thread-safe.
 */
public final class RunControl {

    private final Backoff backoff;
    private final Executor continuation;
    private final Legs legs;
    private boolean mustNotWait;
    private boolean isInVain;
    private List<Runnable> listeners = List.of();

    /** Creates a control that nobody uses to stop anything. */
    public RunControl() {
        this(Backoff.DEFAULT, Runnable::run);
    }

    /** Creates a control for work that waits by the backoff and goes on, after it waited, on the executor. */
    public RunControl(Backoff backoff, Executor continuation) {
        this(backoff, continuation, Legs.NONE);
    }

    /** Creates a control for work that may have several destinations. */
    public RunControl(Backoff backoff, Executor continuation, Legs legs) {
        this.backoff = backoff;
        this.continuation = continuation;
        this.legs = legs;
    }

    /** Returns what is known about the destinations of the message. */
    public Legs legs() {
        return legs;
    }

    /** Returns how the work waits between its tries. */
    public Backoff backoff() {
        return backoff;
    }

    /** Returns where the route goes on after the work waited. */
    public Executor continuation() {
        return continuation;
    }

    /**
     * Runs the task where the route goes on; on the calling thread when the route's threads are gone, so that it ends.
     */
    public void goOn(Runnable task) {
        try {
            continuation.execute(task);
        } catch (RejectedExecutionException e) {
            task.run();
        }
    }

    /** Tells whether work may still wait, for example for the next try of a send. */
    public synchronized boolean mayWait() {
        return !mustNotWait;
    }

    /**
     * Tells whether the delivery was settled or lost without this work, so that a send for it would only be a
     * duplicate.
     */
    public synchronized boolean isInVain() {
        return isInVain;
    }

    /** Calls the listener once when waits must end; at once when they must already. */
    public void onWaitsEnd(Runnable listener) {
        synchronized (this) {
            if (!mustNotWait) {
                if (listeners.isEmpty()) {
                    listeners = new ArrayList<>();
                }
                listeners.add(listener);
                return;
            }
        }
        listener.run();
    }

    /** Forgets a listener that has nothing left to wait for. */
    public synchronized void forget(Runnable listener) {
        if (!mustNotWait && !listeners.isEmpty()) {
            listeners.remove(listener);
        }
    }

    /** Ends all waits. */
    public void endWaits() {
        List<Runnable> called;
        synchronized (this) {
            if (mustNotWait) {
                return;
            }
            mustNotWait = true;
            called = listeners;
            listeners = List.of();
        }
        called.forEach(Runnable::run);
    }

    /** Declares the work to be in vain, and ends all waits. */
    public void cancel() {
        synchronized (this) {
            isInVain = true;
        }
        endWaits();
    }
}
