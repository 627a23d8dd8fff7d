package io.gobridge.camel.outbox.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.outbox.lease.LeaseView.Standing;
import io.gobridge.camel.outbox.observe.Trouble;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds this node's fair share of the partitions of one binding: takes what is free, and gives back what is too much.
 * Thread-safe.
 */
public final class LeaseKeeper {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);

    private static final Duration LOOK_EVERY = Duration.ofMillis(400);

    private final String binding;
    private final String node;
    private final Duration ttl;
    private final LeaseStore store;
    private final Function<Lease, HeldLease> begin;
    private final Executor executor;
    private final Scheduler scheduler;
    private final Random random;

    private final Map<Long, HeldLease> held = new HashMap<>();
    private volatile LeaseView lastView = new LeaseView(0, 1, List.of());
    private volatile Optional<Trouble> trouble = Optional.empty();
    private boolean isLooking;
    private boolean isClosed;
    private Scheduler.Task timer = () -> {
    };
    private CompletableFuture<Void> looked = CompletableFuture.completedFuture(null);

    /** What this node does under a lease. */
    public interface HeldLease {

        /** Tells whether the lease was lost or given back. */
        boolean isOver();

        /** Stops, and gives the lease back; the stage completes when that is done. */
        CompletionStage<Void> close();
    }

    /**
     * Where leases are held.
     *
     * @param node      names this node among those that use the store
     * @param store     keeps the leases
     * @param scheduler runs things later
     * @param executor  runs what blocks
     * @param random    spreads the choice of leases
     */
    public record Site(String node, LeaseStore store, Scheduler scheduler, Executor executor, RandomGenerator random) {
    }

    /** @param begin begins the work under a lease that was taken */
    public LeaseKeeper(String binding, Duration ttl, Site site, Function<Lease, HeldLease> begin) {
        this.binding = binding;
        this.node = site.node();
        this.ttl = ttl;
        this.store = site.store();
        this.begin = begin;
        this.executor = site.executor();
        this.scheduler = site.scheduler();
        this.random = new Random(site.random().nextLong());
    }

    /** Looks now, and again every moment until it is closed. */
    public void start() {
        look();
    }

    /** Returns the partitions whose leases this node holds. */
    public synchronized List<Long> partitions() {
        held.values().removeIf(HeldLease::isOver);
        return List.copyOf(held.keySet());
    }

    /** Returns what holds the lease of the partition; null when this node does not. */
    public synchronized HeldLease find(long partition) {
        return held.get(partition);
    }

    /** Returns what holds the leases of this node. */
    public synchronized List<HeldLease> held() {
        held.values().removeIf(HeldLease::isOver);
        return List.copyOf(held.values());
    }

    /** Returns the leases as they were seen last; no partitions before the first look. */
    public LeaseView lastView() {
        return lastView;
    }

    /** Returns why the leases could not be looked at last; empty when they could. */
    public Optional<Trouble> trouble() {
        return trouble;
    }

    /** Gives all leases back; the stage completes when that is done. */
    public CompletionStage<Void> close() {
        CompletableFuture<Void> lastLook;
        synchronized (this) {
            isClosed = true;
            timer.cancel();
            lastLook = looked;
        }
        return lastLook.thenCompose(nothing -> {
            List<CompletableFuture<Void>> closings = new ArrayList<>();
            synchronized (this) {
                held.values().forEach(lease -> closings.add(lease.close().toCompletableFuture()));
            }
            return CompletableFuture.allOf(closings.toArray(CompletableFuture[]::new));
        }).thenRunAsync(this::leave, executor).exceptionally(error -> {
            LOG.debug("binding={}: the node did not take its leave; it is forgotten soon", binding, error);
            return null;
        });
    }

    private void leave() {
        store.leave(binding, node);
    }

    private void look() {
        synchronized (this) {
            if (isClosed || isLooking) {
                return;
            }
            isLooking = true;
            looked = new CompletableFuture<>();
        }
        try {
            executor.execute(this::lookNow);
        } catch (RuntimeException | Error e) {
            // The outbox is closed, or there is no thread to be had for now.
            ended();
        }
    }

    private void lookNow() {
        try {
            LeaseView view = store.look(binding, node, ttl);
            lastView = view;
            int share = view.fairShare();
            // What hangs here and was taken by somebody else is no part of the share.
            int mine = (int) view.partitions().stream()
                    .filter(standing -> standing.owner().equals(node) && !standing.isFree(view.now())).count();
            if (mine < share) {
                take(view, share - mine, standing -> standing.isFree(view.now()));
            } else if (mine > share) {
                giveBack(mine - share);
            } else {
                // Whose share it is lives, and does not get to it.
                take(view, 1, standing -> standing.isNeglected(view.now(), ttl));
            }
            trouble = Optional.empty();
        } catch (RuntimeException | Error e) {
            trouble = Optional.of(Trouble.after(trouble, scheduler.clock().instant(), String.valueOf(e.getMessage())));
            LOG.warn("binding={}: the leases could not be looked at: {}; tried again", binding, e.getMessage());
            LOG.debug("Why the leases could not be looked at", e);
        } finally {
            ended();
        }
    }

    private void ended() {
        CompletableFuture<Void> done;
        synchronized (this) {
            isLooking = false;
            done = looked;
            if (!isClosed) {
                timer = scheduler.schedule(LOOK_EVERY, this::look);
            }
        }
        done.complete(null);
    }

    private void take(LeaseView view, int wanted, Predicate<Standing> isWanted) {
        List<Standing> free = new ArrayList<>(
                view.partitions().stream().filter(standing -> isWanted.test(standing) && !holds(standing)).toList());
        // Nodes that look at the same time must not all begin with the same one.
        Collections.shuffle(free, random);
        int taken = 0;
        for (Standing standing : free) {
            if (taken < wanted && store.acquire(standing, node, ttl).map(this::hold).orElse(false)) {
                taken++;
            }
        }
    }

    private synchronized boolean holds(Standing standing) {
        held.values().removeIf(HeldLease::isOver);
        return held.containsKey(standing.partition());
    }

    private boolean hold(Lease lease) {
        LOG.debug("binding={}: took the {}", binding, lease);
        HeldLease work = begin.apply(lease);
        synchronized (this) {
            held.put(lease.partition(), work);
        }
        return true;
    }

    private void giveBack(int surplus) {
        List<HeldLease> given;
        synchronized (this) {
            held.values().removeIf(HeldLease::isOver);
            given = held.values().stream().limit(surplus).toList();
        }
        given.forEach(HeldLease::close);
    }
}
