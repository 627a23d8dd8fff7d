package io.gobridge.camel.exchange;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.gobridge.camel.delivery.AttemptHistory;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.RunControl;
import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.envelope.Envelope;

/**
 * One delivery from its receipt to its ending, and the view of it that the route gets. It only keeps state and guards
 * the transitions; {@link Settler} acts.
 */
final class InFlight extends DeliveryView {

    /** Where a delivery stands. */
    enum State {
        /** Waits for its ordering key or for a worker. */
        WAITING,
        /** Its exchange is in the route. */
        RUNNING,
        /** Its exchange ended and the route settles it by hand. */
        BY_HAND,
        /** Waits unsettled for its next run. */
        HELD,
        /** A decision is being carried out. */
        SETTLING,
        /** Settled. */
        ENDED
    }

    private static final Scheduler.Task NO_TIMER = () -> {
    };

    private final HandSettlement byHand;
    private final String orderKey;
    private final Instant receivedAt;
    private final StepBindings steps = new StepBindings();
    private final RouteThread thread = new RouteThread();
    private final LockWindow lock;

    private State state = State.WAITING;
    private RunControl control;
    private Envelope envelope;
    private Instant startedAt;
    private boolean exchangeIsActive;
    private boolean isLost;
    private boolean isReleased;
    private boolean isAdmitted;
    private boolean holdsSlot;
    private boolean wasIdleCalled;
    private int runs;
    private int waits;
    private int holds;
    private AttemptHistory history = AttemptHistory.NONE;
    private String legsKey = "";
    private Scheduler.Task timer = NO_TIMER;

    InFlight(Delivery source, HandSettlement byHand, String orderKey, Instant receivedAt) {
        super(source);
        this.byHand = byHand;
        this.orderKey = orderKey;
        this.receivedAt = receivedAt;
        this.startedAt = receivedAt;
        this.lock = new LockWindow(source.capabilities(), receivedAt);
        this.envelope = source.envelope();
    }

    // What the transitions need to know.

    String orderKey() {
        return orderKey;
    }

    Instant receivedAt() {
        return receivedAt;
    }

    /** Returns what the steps of its route bound to it. */
    StepBindings steps() {
        return steps;
    }

    boolean isSettledByHand() {
        return byHand.isAllowed();
    }

    synchronized State state() {
        return state;
    }

    synchronized int waits() {
        return waits;
    }

    synchronized boolean isLost() {
        return isLost;
    }

    synchronized boolean exchangeIsActive() {
        return exchangeIsActive;
    }

    synchronized AttemptHistory history() {
        return history;
    }

    /** Returns the key under which the message's legs are remembered, made at the first call. */
    synchronized String legsKey(Supplier<String> key) {
        if (legsKey.isEmpty()) {
            legsKey = key.get();
        }
        return legsKey;
    }

    /** Returns the key under which legs may be remembered; empty when the message has none. */
    synchronized String legsKey() {
        return legsKey;
    }

    synchronized void remember(AttemptHistory newHistory) {
        history = newHistory;
    }

    /** Returns the clean envelope, the same one in every run. */
    synchronized Envelope admitted(Ingress ingress) {
        if (!isAdmitted) {
            envelope = ingress.admit(source());
            isAdmitted = true;
        }
        return envelope;
    }

    /** Returns how long the source waits for it. */
    LockWindow lock() {
        return lock;
    }

    /** Returns the thread that takes it into the route. */
    RouteThread thread() {
        return thread;
    }

    synchronized boolean holdsSlot() {
        return holdsSlot;
    }

    /** Takes the slot of its ordering key; false when the delivery is over and will not free it. */
    synchronized boolean takeSlot() {
        holdsSlot = !isReleased;
        return holdsSlot;
    }

    /** True for the first call after settlement that did nothing. */
    synchronized boolean firstIdleCall() {
        boolean first = !wasIdleCalled;
        wasIdleCalled = true;
        return first;
    }

    // Transitions. Each answers whether it took place.

    /** Begins a run and returns its number; 0 when the delivery does not wait for one. */
    synchronized int beginRun(Instant now, RunControl newControl) {
        // A run that the route gave back by hand may still be in the route: the next one begins when it is out.
        if (exchangeIsActive || !move(State.WAITING, State.RUNNING)) {
            return 0;
        }
        startedAt = now;
        control = newControl;
        exchangeIsActive = true;
        return ++runs;
    }

    /** Notes that the exchange of a run ended; true when the run is still the delivery's own to settle. */
    synchronized boolean endRun(int run) {
        if (run != runs || !exchangeIsActive) {
            return false;
        }
        exchangeIsActive = false;
        return move(State.RUNNING, State.SETTLING);
    }

    synchronized boolean awaitHand() {
        return move(State.SETTLING, State.BY_HAND);
    }

    /** Takes the settlement out of the route's hands. */
    synchronized boolean takeOver(State from) {
        return move(from, State.SETTLING);
    }

    /** Takes over whatever state the delivery is in, unless it is settled or being settled. */
    synchronized boolean takeOver() {
        return state != State.SETTLING && state != State.ENDED && move(state, State.SETTLING);
    }

    /** Begins to hold and returns the number of this hold; 0 when the delivery is not being settled. */
    synchronized int hold() {
        return move(State.SETTLING, State.HELD) ? ++holds : 0;
    }

    /** Attaches what ends the hold, unless that has ended already. */
    synchronized void heldUntil(int hold, Scheduler.Task resume) {
        if (hold == holds && state == State.HELD) {
            timer = resume;
        }
    }

    synchronized void countWait() {
        waits++;
    }

    synchronized boolean resume() {
        return move(State.HELD, State.WAITING);
    }

    synchronized boolean end() {
        return move(State.SETTLING, State.ENDED);
    }

    /** True once: when the delivery ended and no exchange of it is in the route. */
    synchronized boolean release() {
        if (isReleased || exchangeIsActive || state != State.ENDED) {
            return false;
        }
        isReleased = true;
        return true;
    }

    void lose() {
        synchronized (this) {
            isLost = true;
        }
        abandonRun();
    }

    /** Tells the run that it is in vain, and interrupts our own thread if it is still inside process(). */
    void abandonRun() {
        control().cancel();
        thread.interrupt();
    }

    /** Tells whether the delivery was taken from a run that is still in the route. */
    synchronized boolean isOverrun() {
        return exchangeIsActive && (state == State.HELD || state == State.WAITING || state == State.ENDED);
    }

    synchronized boolean isOverdue(Instant now, Duration processTimeout) {
        boolean isWithRoute = state == State.RUNNING || state == State.BY_HAND;
        return isWithRoute && Duration.between(startedAt, now).compareTo(processTimeout) >= 0;
    }

    private boolean move(State from, State to) {
        if (state != from) {
            return false;
        }
        if (from == State.HELD) {
            timer.cancel();
            timer = NO_TIMER;
        }
        state = to;
        return true;
    }

    // The view of the route.

    @Override
    public synchronized Envelope envelope() {
        return envelope;
    }

    @Override
    public synchronized RunControl control() {
        if (control == null) {
            control = super.control();
        }
        return control;
    }

    @Override
    public CompletionStage<Void> ack() {
        return byHand.ack(this);
    }

    @Override
    public CompletionStage<Void> retry(Duration after, Throwable reason) {
        return byHand.retry(this, after, reason);
    }

    @Override
    public CompletionStage<Void> extend(Instant until) {
        return byHand.extend(this, until);
    }

    @Override
    public CompletionStage<Void> reject(Throwable reason) {
        return byHand.reject(this, reason);
    }

    /** Names the delivery without its content. */
    @Override
    public String toString() {
        return "Delivery[id=" + envelope().id() + ", attempt=" + attempt() + ", state=" + state() + "]";
    }
}
