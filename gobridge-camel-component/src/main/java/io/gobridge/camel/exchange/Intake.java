package io.gobridge.camel.exchange;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.DeliveryCounter;
import io.gobridge.camel.delivery.DeliveryHandler;
import io.gobridge.camel.delivery.Ending;
import io.gobridge.camel.delivery.OrderingSlots;
import io.gobridge.camel.delivery.Outcome;
import io.gobridge.camel.delivery.Settlement;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.exchange.InFlight.State;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.apache.camel.support.DefaultConsumer;

/**
 * Takes the deliveries of one source and brings each to its ending. Thread-safe.
 *
 * <ol>
 * <li>a permit: the source hands over only what was requested, at most {@code maxInFlight}
 * <li>the ordering key's slot, then a worker
 * <li>the run through the route, see {@link Run}
 * <li>the settlement, see {@link Settler}
 * <li>release: the next of the same key may run, one more delivery is requested
 * </ol>
 */
public final class Intake implements DeliveryHandler {

    private final IntakeSettings settings;
    private final IntakePorts ports;
    private final Function<Delivery, String> orderKey;
    private final DeliveryCounter counter;
    private final IntakeGate gate;
    private final Settler settler;
    private final HandSettlement byHand;
    private final Run run;
    private final LockKeeper locks;
    private final Observers observers;

    private final Set<InFlight> inFlight = ConcurrentHashMap.newKeySet();
    private final IntakeFigures figures = new IntakeFigures(inFlight);
    private final OrderingSlots<InFlight> slots = new OrderingSlots<>();
    private final CompletableFuture<Void> emptied = new CompletableFuture<>();
    private volatile boolean isQuiescing;

    /**
     * Creates an intake.
     *
     * @param consumer creates exchanges and leads to the route
     * @param source   where the deliveries come from
     */
    public Intake(IntakeSettings settings, IntakePorts ports, DefaultConsumer consumer, IntakeSource source) {
        this.settings = settings;
        this.ports = ports;
        this.orderKey = source.orderKey();
        this.counter = source.counter();
        this.gate = new IntakeGate(source.request(), this::run, ports.scheduler());
        Settlement settlement = new Settlement(settings.policy(), ports.random());
        this.settler = new Settler(settings, ports, settlement, this);
        this.byHand = new HandSettlement(settings, settler, this);
        this.run = new Run(settings, ports, settlement, settler, this, consumer);
        this.locks
                = new LockKeeper(settings.policy().processTimeout(), source.capabilities(), ports.scheduler(), inFlight, this);
        this.observers = new Observers(settings.routeId(), ports.listeners());
    }

    /** Begins to watch locks and timeouts. The caller then requests {@code maxInFlight} deliveries from the source. */
    public void start() {
        locks.start();
    }

    @Override
    public void take(Delivery source) {
        counter.received();
        String key = orderKey.apply(source);
        InFlight delivery = new InFlight(source, byHand, key, ports.scheduler().clock().instant());
        inFlight.add(delivery);
        if (isQuiescing && source.capabilities().redelivers() && delivery.takeOver(State.WAITING)) {
            settler.giveBack(delivery, stopping());
        } else if (slots.enter(key, delivery)) {
            startNext(delivery);
        }
    }

    /** Returns how this intake fares. */
    public IntakeStatus status() {
        return figures.status(gate.closedBecause().orElse(""), settings.maxInFlight(), observers.errors(),
                run.trustedHeaders());
    }

    /** Returns how many deliveries have an exchange in the route or are being settled. */
    public int active() {
        return figures.active();
    }

    /**
     * Takes nothing more: what waits or is held goes back to its source at once, what runs may finish. The source must
     * have been stopped before.
     */
    public void quiesce() {
        isQuiescing = true;
        gate.stop();
        for (InFlight delivery : inFlight) {
            boolean mayWait = !delivery.capabilities().redelivers();
            if ((!mayWait && delivery.takeOver(State.WAITING)) || delivery.takeOver(State.HELD)) {
                settler.giveBack(delivery, stopping());
            }
            delivery.control().endWaits();
        }
        completeIfEmpty();
    }

    /** Gives back what still runs. The stage completes when nothing is unsettled. */
    public CompletionStage<Void> stop() {
        quiesce();
        for (InFlight delivery : inFlight) {
            if (delivery.takeOver()) {
                delivery.abandonRun();
                settler.giveBack(delivery, stopping());
            }
        }
        locks.stop();
        return emptied;
    }

    // What the run, the settler and the lock keeper call back.

    IntakeGate gate() {
        return gate;
    }

    /** Runs a delivery that is held or waits. */
    void run(InFlight delivery) {
        if (delivery.resume() || delivery.state() == State.WAITING) {
            startRun(delivery);
        }
    }

    /** Returns the message without what must not come from the wire, also when it never ran. */
    Envelope admitted(InFlight delivery) {
        return run.admitted(delivery);
    }

    /** Settles after a run. */
    void runEnded(InFlight delivery, int number, Outcome outcome) {
        if (!delivery.endRun(number)) {
            runEndedLate(delivery);
        } else if (delivery.isLost()) {
            observers.lateEnd(delivery);
            ended(delivery, Ending.RETURNED);
        } else if (isQuiescing && outcome.failure().filter(Settlement::isCharged).isPresent()) {
            // D-08: the stop may be what made it fail, for example by ending the wait for its next send.
            settler.giveBack(delivery, stopping());
        } else if (!settings.settlesByHand() || outcome.failure().isPresent() || !delivery.awaitHand()) {
            settler.settle(delivery, outcome);
        }
    }

    /** Keeps a delivery whose state is SETTLING and goes on with it after the wait. */
    void hold(InFlight delivery, Duration wait, Runnable resume) {
        if (isQuiescing) {
            settler.giveBack(delivery, stopping());
            return;
        }
        int hold = delivery.hold();
        delivery.heldUntil(hold, ports.scheduler().schedule(wait, resume));
        leaveIfOver(delivery);
    }

    /** Keeps a delivery whose state is SETTLING until the target works again. */
    void holdAndPause(InFlight delivery, BridgeException failure, Duration wait) {
        if (isQuiescing) {
            settler.giveBack(delivery, stopping());
            return;
        }
        delivery.hold();
        gate.park(delivery, failure.code() + ": " + failure.getMessage(), wait);
        leaveIfOver(delivery);
    }

    /** The stop, or the loss of the lock, may have come while the delivery was being settled. */
    private void leaveIfOver(InFlight delivery) {
        if (delivery.isLost() && delivery.takeOver(State.HELD)) {
            ended(delivery, Ending.RETURNED);
        } else if (isQuiescing && delivery.takeOver(State.HELD)) {
            settler.giveBack(delivery, stopping());
        }
    }

    /** Gives back a delivery whose run took too long, charged like any failed run. */
    void timedOut(InFlight delivery) {
        if (delivery.takeOver(State.RUNNING) || delivery.takeOver(State.BY_HAND)) {
            delivery.abandonRun();
            observers.timedOut(delivery);
            settler.settleOverdue(delivery, overdue(delivery));
        }
    }

    /** Gives up a delivery that the source regards as somebody else's. */
    void lost(InFlight delivery) {
        delivery.lose();
        observers.lost(delivery);
        if (delivery.takeOver(State.WAITING) || delivery.takeOver(State.HELD) || delivery.takeOver(State.BY_HAND)) {
            ended(delivery, Ending.RETURNED);
        }
    }

    /** Counts out a delivery whose state is SETTLING. */
    void ended(InFlight delivery, Ending ending) {
        if (!delivery.end()) {
            return;
        }
        counter.ended(ending);
        settler.notes().end(delivery);
        figures.settled(ports.scheduler().clock().millis());
        gate.passed(delivery);
        forgetLegs(delivery, ending);
        observers.settled(delivery, ending);
        observers.endSteps(delivery, ending);
        // A follower that goes back must not send back those that its source hands over again meanwhile, without end.
        if (ending == Ending.RETURNED && delivery.holdsSlot() && delivery.capabilities().redelivers()) {
            returnFollowers(delivery);
        }
        releaseIfOver(delivery);
        completeIfEmpty();
    }

    /** What goes back to its source comes again, and then some of its destinations have it already. */
    private void forgetLegs(InFlight delivery, Ending ending) {
        if (ending != Ending.RETURNED && !delivery.legsKey().isEmpty()) {
            ports.legs().forget(delivery.legsKey());
        }
    }

    private void startNext(InFlight delivery) {
        if (delivery.takeSlot()) {
            startRun(delivery);
        } else {
            // It was lost or given back while it waited for its turn.
            slots.leave(delivery.orderKey()).ifPresent(this::startNext);
        }
    }

    private void startRun(InFlight delivery) {
        try {
            ports.workers().execute(() -> run.start(delivery));
        } catch (RejectedExecutionException e) {
            if (delivery.takeOver(State.WAITING)) {
                settler.giveBack(delivery, stopping());
            }
        }
    }

    private void runEndedLate(InFlight delivery) {
        observers.lateEnd(delivery);
        releaseIfOver(delivery);
        if (delivery.state() == State.WAITING) {
            startRun(delivery);
        }
    }

    /** What waits behind a delivery that goes back must go back too, or it would overtake. */
    private void returnFollowers(InFlight delivery) {
        for (InFlight follower : slots.drain(delivery.orderKey())) {
            if (follower.takeOver(State.WAITING)) {
                settler.giveBack(follower, BridgeException.of(FailureCode.UNAVAILABLE,
                        "An earlier message of the same ordering key went back to the source"));
            }
        }
    }

    private void releaseIfOver(InFlight delivery) {
        if (!delivery.release()) {
            return;
        }
        inFlight.remove(delivery);
        if (delivery.holdsSlot()) {
            slots.leave(delivery.orderKey()).ifPresent(this::startNext);
        }
        gate.permitFree();
        completeIfEmpty();
    }

    private void completeIfEmpty() {
        if (isQuiescing && inFlight.stream().allMatch(delivery -> delivery.state() == State.ENDED)) {
            emptied.complete(null);
        }
    }

    private BridgeException overdue(InFlight delivery) {
        String limit = "processTimeout=" + settings.policy().processTimeout();
        return BridgeException.of(FailureCode.PROCESSOR_TIMEOUT,
                "Delivery " + delivery.envelope().id() + " was not settled within " + limit + "; it goes back to its source");
    }

    private static BridgeException stopping() {
        return BridgeException.of(FailureCode.UNAVAILABLE, "The route stops; the message goes back to its source");
    }
}
