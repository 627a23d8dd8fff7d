package io.gobridge.camel;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.random.RandomGenerator;

import io.gobridge.camel.delivery.AttemptLedger;
import io.gobridge.camel.delivery.DeliveryListener;
import io.gobridge.camel.delivery.MemoryAttemptLedger;
import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.delivery.SettledLegs;
import io.gobridge.camel.delivery.SystemScheduler;
import io.gobridge.camel.exchange.ContextBeans;
import io.gobridge.camel.failure.Failures;
import org.apache.camel.CamelContext;
import org.apache.camel.util.concurrent.SizedScheduledExecutorService;

/**
 * What the bridges of one CamelContext share: time, threads, the ports found in the registry, transports and sessions.
 * A bean in the registry replaces the default of its type.
 */
final class BridgeRuntime implements AutoCloseable {

    private final CamelContext context;
    private final ExecutorService io;
    private final ScheduledExecutorService timer;
    private final Scheduler scheduler;
    private final RandomGenerator random;
    private final AttemptLedger attempts;
    private final SettledLegs legs;
    private final Failures failures;
    private final List<DeliveryListener> listeners;
    private final Transports transports;
    private final BridgeNames names = new BridgeNames();
    private final Set<GoBridgeProducer> producers = ConcurrentHashMap.newKeySet();

    BridgeRuntime(CamelContext context) {
        this.context = context;
        this.io = context.getExecutorServiceManager().newCachedThreadPool(this, "gobridge-io");
        this.timer = context.getExecutorServiceManager().newSingleThreadScheduledExecutor(this, "gobridge-timer");
        forgetCancelledTimers(timer);
        this.scheduler = ContextBeans.find(context, Scheduler.class).orElseGet(() -> new SystemScheduler(timer));
        this.random = ContextBeans.random(context);
        this.attempts = ContextBeans.find(context, AttemptLedger.class).orElseGet(MemoryAttemptLedger::new);
        this.legs = ContextBeans.find(context, SettledLegs.class).orElseGet(() -> new SettledLegs(scheduler.clock()));
        this.failures = ContextBeans.failures(context);
        this.listeners = List.copyOf(context.getRegistry().findByType(DeliveryListener.class));
        this.transports = new Transports(context, scheduler, random, io);
    }

    ExecutorService io() {
        return io;
    }

    Scheduler scheduler() {
        return scheduler;
    }

    RandomGenerator random() {
        return random;
    }

    AttemptLedger attempts() {
        return attempts;
    }

    SettledLegs legs() {
        return legs;
    }

    Failures failures() {
        return failures;
    }

    List<DeliveryListener> listeners() {
        return listeners;
    }

    Transports transports() {
        return transports;
    }

    /** Returns the producers that are started. */
    Set<GoBridgeProducer> producers() {
        return producers;
    }

    BridgeNames names() {
        return names;
    }

    @Override
    public void close() {
        context.getExecutorServiceManager().shutdown(timer);
        context.getExecutorServiceManager().shutdown(io);
    }

    /** Each send sets a timer and cancels it soon after: kept until they are due, they would fill the heap. */
    private static void forgetCancelledTimers(ScheduledExecutorService timer) {
        if (timer instanceof SizedScheduledExecutorService sized) {
            sized.getScheduledThreadPoolExecutor().setRemoveOnCancelPolicy(true);
        }
    }
}
