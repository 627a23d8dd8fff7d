package io.gobridge.camel.exchange;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.failure.ErrorClassifier;
import io.gobridge.camel.failure.Failures;
import org.apache.camel.CamelContext;
import org.apache.camel.support.CamelContextHelper;

/** What the bridges of a CamelContext go by: a bean in its registry replaces the default of its type. */
public final class ContextBeans {

    private ContextBeans() {
    }

    /** Returns the one bean of the type; empty when there is none or more than one. */
    public static <T> Optional<T> find(CamelContext context, Class<T> type) {
        return Optional.ofNullable(CamelContextHelper.findSingleByType(context, type));
    }

    /** Returns the clock of the {@link Scheduler}, else the system's in UTC. */
    public static Clock clock(CamelContext context) {
        return find(context, Scheduler.class).map(Scheduler::clock).orElseGet(Clock::systemUTC);
    }

    /** Returns what finds the failure behind an exception, with the help of every {@link ErrorClassifier}. */
    public static Failures failures(CamelContext context) {
        return new Failures(List.copyOf(context.getRegistry().findByType(ErrorClassifier.class)));
    }

    /** Returns the random numbers for jitter and minted ids; the default is thread-safe, and so must a bean be. */
    public static RandomGenerator random(CamelContext context) {
        return find(context, RandomGenerator.class).orElse(() -> ThreadLocalRandom.current().nextLong());
    }
}
