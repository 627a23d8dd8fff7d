package io.gobridge.camel.outbox;

import java.time.Duration;

import io.gobridge.camel.delivery.Backoff;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.outbox.drain.DrainSettings;
import io.gobridge.camel.outbox.drain.ExpiredRecords;
import io.gobridge.camel.outbox.store.CompletedRecords;

/**
 * The options of an outbox, checked.
 *
 * @param name               names it in the database
 * @param shards             partitions of a binding
 * @param dedupeWindow       how long a message is known as kept
 * @param onIdReuse          what becomes of a message with a known id and another payload
 * @param completedRetention how long completed records are kept; zero when none are
 * @param meterInterval      the wait between two looks at how much is kept
 * @param drain              how it sends
 */
record OutboxSettings(String name, int shards, Duration dedupeWindow, IdReuse onIdReuse, Duration completedRetention,
        Duration meterInterval, DrainSettings drain) {

    private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);
    private static final Duration SHORTEST_LOOK = Duration.ofSeconds(1);
    private static final Duration FIRST_LOOK = Duration.ofMillis(10);

    /** @throws io.gobridge.camel.failure.BridgeException {@code INVALID_CONFIG} with all that is wrong */
    static OutboxSettings of(SharedOutbox outbox) {
        ConfigurationProblems problems = new ConfigurationProblems();
        problems.require(outbox.getDataSource() != null, "dataSource", null, "must be the DataSource of the outbox's database");
        Names.check(problems, outbox.getName());
        problems.require(outbox.getShards() >= 1 && outbox.getShards() <= 1024, "shards", outbox.getShards(),
                "must be from 1 to 1024");
        problems.require(outbox.getLeaseTtl().compareTo(SHORTEST_LEASE) >= 0, "leaseTtl", outbox.getLeaseTtl(),
                "must be at least " + SHORTEST_LEASE);
        problems.require(!outbox.getDedupeWindow().isNegative(), "dedupeWindow", outbox.getDedupeWindow(),
                "must not be negative");
        problems.require(!outbox.getCompletedRetention().isNegative(), "completedRetention", outbox.getCompletedRetention(),
                "must not be negative");
        problems.require(outbox.getMeterInterval().compareTo(SHORTEST_LOOK) >= 0, "meterInterval", outbox.getMeterInterval(),
                "must be at least " + SHORTEST_LOOK);
        problems.require(!outbox.getReplayBudget().isNegative(), "replayBudget", outbox.getReplayBudget(),
                "must not be negative");
        problems.require(outbox.getMaxReplayAttempts() >= 0, "maxReplayAttempts", outbox.getMaxReplayAttempts(),
                "must not be negative");
        problems.require(outbox.getMaxConcurrency() >= 1, "maxConcurrency", outbox.getMaxConcurrency(), "must be at least 1");
        problems.require(outbox.getMaxPollInterval().compareTo(FIRST_LOOK) >= 0, "maxPollInterval", outbox.getMaxPollInterval(),
                "must be at least " + FIRST_LOOK);
        problems.throwIfAny("Outbox '" + outbox.getName() + "'");
        return new OutboxSettings(
                outbox.getName(), outbox.getShards(), outbox.getDedupeWindow(), outbox.getOnIdReuse(),
                outbox.getCompletedRetention(), outbox.getMeterInterval(), drain(outbox));
    }

    private static DrainSettings drain(SharedOutbox outbox) {
        Backoff pace = switch (outbox.getPace()) {
            case ADAPTIVE_BACKOFF -> new Backoff(FIRST_LOOK, outbox.getMaxPollInterval(), 2, 0.2);
            case FIXED_POLL -> new Backoff(outbox.getMaxPollInterval(), outbox.getMaxPollInterval(), 1, 0);
        };
        ExpiredRecords expired = outbox.isDropExpired() ? ExpiredRecords.DROP : ExpiredRecords.DEAD_LETTER;
        CompletedRecords completed
                = outbox.getCompletedRetention().isZero() ? CompletedRecords.DELETED : CompletedRecords.KEPT;
        return new DrainSettings(
                outbox.getLeaseTtl(), outbox.getMaxConcurrency(), outbox.getBackoff(), outbox.getMaxReplayAttempts(),
                outbox.getReplayBudget(), expired, completed, pace);
    }
}
