package io.gobridge.camel.testkit.contract;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/** Notes each run of the route with the text of its message, and fails those that the test chooses. Thread-safe. */
final class Runs implements Processor {

    /**
     * One run.
     *
     * @param at   when
     * @param text the message
     */
    record Run(Instant at, String text) {
    }

    private final Clock clock;
    private final List<Run> runs = new ArrayList<>();
    private final Map<String, RuntimeException> failures = new ConcurrentHashMap<>();
    private volatile RuntimeException failureOfAll;

    Runs(Clock clock) {
        this.clock = clock;
    }

    /** Fails every run of the message from now on. */
    Runs fail(String text, RuntimeException failure) {
        failures.put(text, failure);
        return this;
    }

    /** Fails every run from now on. */
    Runs failAll(RuntimeException failure) {
        failureOfAll = failure;
        return this;
    }

    /** Lets every run pass from now on. */
    void heal() {
        failures.clear();
        failureOfAll = null;
    }

    @Override
    public void process(Exchange exchange) {
        String text = exchange.getMessage().getBody(String.class);
        synchronized (runs) {
            runs.add(new Run(clock.instant(), text));
        }
        RuntimeException all = failureOfAll;
        RuntimeException failure = all == null ? failures.get(text) : all;
        if (failure != null) {
            throw failure;
        }
    }

    /** Returns the texts in the order of the runs. */
    List<String> texts() {
        return matching(run -> true).stream().map(Run::text).toList();
    }

    int count() {
        return matching(run -> true).size();
    }

    int count(String text) {
        return matching(run -> run.text().equals(text)).size();
    }

    /** Returns the time between one run of the message and its next. */
    List<Duration> waits(String text) {
        List<Run> own = matching(run -> run.text().equals(text));
        List<Duration> waits = new ArrayList<>();
        for (int i = 1; i < own.size(); i++) {
            waits.add(Duration.between(own.get(i - 1).at(), own.get(i).at()));
        }
        return waits;
    }

    private List<Run> matching(Predicate<Run> wanted) {
        synchronized (runs) {
            return runs.stream().filter(wanted).toList();
        }
    }
}
