package io.gobridge.camel.testkit.servicebus;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** What goes wrong in an emulator, until {@link #heal()}. Thread-safe. */
public final class ServiceBusFaults {

    private final Consumer<Runnable> emulator;
    private final Runnable dropConnections;
    private final Runnable expireLocks;
    private final AtomicInteger sendsToRefuse = new AtomicInteger();
    private final Queue<Runnable> heldSettlements = new ArrayDeque<>();
    private volatile String sendCondition = "";
    private volatile String linkCondition = "";
    private volatile boolean refusesTokens;
    private volatile boolean refusesRenewals;
    private boolean holdsSettlements;

    /** @param emulator runs tasks on the emulator's thread */
    ServiceBusFaults(Consumer<Runnable> emulator, Runnable dropConnections, Runnable expireLocks) {
        this.emulator = emulator;
        this.dropConnections = dropConnections;
        this.expireLocks = expireLocks;
    }

    /** Cuts all connections, once and without a word. Clients may connect again at once. */
    public void dropConnections() {
        emulator.accept(dropConnections);
    }

    /** Ends all locks of messages and sessions, once, as if their time was over. */
    public void expireLocks() {
        emulator.accept(expireLocks);
    }

    /** Refuses what is sent with an AMQP condition, for example {@code com.microsoft:server-busy}. */
    public void refuseSends(String condition) {
        refuseNextSends(Integer.MAX_VALUE, condition);
    }

    /** Refuses so many transfers, a batch counting as one, with an AMQP condition. */
    public void refuseNextSends(int transfers, String condition) {
        sendCondition = condition;
        sendsToRefuse.set(transfers);
    }

    /** Refuses new links to entities with an AMQP condition, for example {@code amqp:unauthorized-access}. */
    public void refuseLinks(String condition) {
        linkCondition = condition;
    }

    /** Refuses the tokens of new connections. */
    public void refuseTokens() {
        refusesTokens = true;
    }

    /** Refuses to renew locks, as if they were lost. */
    public void refuseRenewals() {
        refusesRenewals = true;
    }

    /** Leaves settlements that come over a receiver's link without answer and effect. */
    public void holdSettlements() {
        emulator.accept(() -> holdsSettlements = true);
    }

    /** Returns how many settlements are being held. */
    public int heldSettlements() {
        AtomicInteger count = new AtomicInteger();
        emulator.accept(() -> count.set(heldSettlements.size()));
        return count.get();
    }

    /** Ends all faults; settlements that were held take effect now. */
    public void heal() {
        sendsToRefuse.set(0);
        linkCondition = "";
        refusesTokens = false;
        refusesRenewals = false;
        emulator.accept(() -> {
            holdsSettlements = false;
            List<Runnable> held = new ArrayList<>(heldSettlements);
            heldSettlements.clear();
            held.forEach(Runnable::run);
        });
    }

    // What the emulator asks, on its own thread.

    Optional<String> refusesSend() {
        int left = sendsToRefuse.getAndUpdate(count -> count == Integer.MAX_VALUE ? count : Math.max(0, count - 1));
        return left > 0 ? Optional.of(sendCondition) : Optional.empty();
    }

    Optional<String> refusesLink() {
        return Optional.of(linkCondition).filter(condition -> !condition.isEmpty());
    }

    boolean refusesTokens() {
        return refusesTokens;
    }

    boolean refusesRenewals() {
        return refusesRenewals;
    }

    void settle(Runnable settlement) {
        if (holdsSettlements) {
            heldSettlements.add(settlement);
        } else {
            settlement.run();
        }
    }
}
