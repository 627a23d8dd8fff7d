package io.gobridge.camel.testkit.contract;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.gobridge.camel.delivery.DedupeClaim;
import io.gobridge.camel.delivery.DedupeKey;
import io.gobridge.camel.delivery.DedupeStore;
import io.gobridge.camel.testkit.SettableClock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What every {@link DedupeStore} has to keep. A store's test says how to open one that goes by the given clock, or how
 * time passes for one that goes by another.
 */
public abstract class DedupeStoreContract {

    private static final DedupeKey KEY = new DedupeKey("orders", "m1");
    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final Duration RETENTION = Duration.ofHours(1);
    private static final int RACERS = 20;

    private final SettableClock clock = new SettableClock();
    private DedupeStore unit;

    /** Opens an empty store. */
    protected abstract DedupeStore open(Clock storeClock) throws Exception;

    /** Lets the duration pass for the store. */
    protected void pass(Duration duration) {
        clock.advance(duration);
    }

    /** Returns how much time may pass for the store by itself during a test. */
    protected Duration slack() {
        return Duration.ofMillis(1);
    }

    /** Returns the time by the clock in which the store says when a lease ends. */
    protected Instant now() {
        return clock.instant();
    }

    @BeforeEach
    void openStore() throws Exception {
        unit = open(clock);
    }

    private DedupeClaim claim(DedupeKey key, String owner) {
        return await(unit.claim(key, owner, LEASE));
    }

    private boolean complete(String owner) {
        return await(unit.complete(KEY, owner, RETENTION));
    }

    private void release(String owner) {
        await(unit.release(KEY, owner));
    }

    private static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }

    private void assertGranted(String owner) {
        assertThat(claim(KEY, owner)).isInstanceOf(DedupeClaim.Granted.class);
    }

    @Test
    void required_aMessageInProgressIsNotGrantedToAnother() {
        assertGranted("a");

        assertThat(claim(KEY, "b")).isInstanceOfSatisfying(DedupeClaim.InProgress.class,
                other -> assertThat(other.until()).isBetween(now().plus(LEASE).minus(slack()), now().plus(LEASE)));
    }

    @Test
    void required_aDoneMessageIsDone() {
        assertGranted("a");

        assertThat(complete("a")).isTrue();

        assertThat(claim(KEY, "b")).isInstanceOf(DedupeClaim.Done.class);
        assertThat(claim(KEY, "a")).isInstanceOf(DedupeClaim.Done.class);
    }

    @Test
    void required_aReleasedMessageIsGrantedAgain() {
        assertGranted("a");

        release("a");

        assertGranted("b");
    }

    @Test
    void required_aMessageWhoseOwnerIsNeverHeardOfAgainIsGrantedWhenItsLeaseEnds() {
        assertGranted("a");
        pass(LEASE.minus(slack()));
        assertThat(claim(KEY, "b")).isInstanceOf(DedupeClaim.InProgress.class);
        pass(slack());

        assertGranted("b");
    }

    @Test
    void required_anOwnerThatClaimsAgainBeginsItsLeaseAnew() {
        assertGranted("a");
        pass(LEASE.dividedBy(2));
        assertGranted("a");
        pass(LEASE.dividedBy(2));

        assertThat(claim(KEY, "b")).isInstanceOf(DedupeClaim.InProgress.class);
    }

    @Test
    void required_anOwnerThatLostItsLeaseChangesNothing() {
        assertGranted("a");
        pass(LEASE);
        assertGranted("b");

        assertThat(complete("a")).isFalse();
        release("a");

        assertThat(claim(KEY, "c")).isInstanceOf(DedupeClaim.InProgress.class);
        assertThat(complete("b")).isTrue();
    }

    @Test
    void required_aLateCompletionCountsWhenNobodyElseClaimed() {
        assertGranted("a");
        pass(LEASE.multipliedBy(2));

        assertThat(complete("a")).isTrue();

        assertThat(claim(KEY, "b")).isInstanceOf(DedupeClaim.Done.class);
    }

    @Test
    void required_aDoneMessageIsForgottenAfterItsRetention() {
        assertGranted("a");
        complete("a");
        pass(RETENTION);

        assertGranted("b");
    }

    @Test
    void required_scopesDoNotSeeEachOther() {
        assertGranted("a");
        complete("a");

        assertThat(claim(new DedupeKey("invoices", "m1"), "b")).isInstanceOf(DedupeClaim.Granted.class);
        assertThat(claim(new DedupeKey("orders", "m2"), "b")).isInstanceOf(DedupeClaim.Granted.class);
    }

    @Test
    void required_oneOfManyThatClaimAtOnceIsGranted() throws Exception {
        ExecutorService racers = Executors.newFixedThreadPool(RACERS);
        try {
            for (int round = 0; round < 50; round++) {
                DedupeKey key = new DedupeKey("race", "m" + round);
                CountDownLatch start = new CountDownLatch(1);
                List<Future<DedupeClaim>> claims = IntStream.range(0, RACERS).mapToObj(i -> racers.submit(() -> {
                    start.await();
                    return claim(key, "racer-" + i);
                })).toList();
                start.countDown();

                long granted = 0;
                for (Future<DedupeClaim> claimed : claims) {
                    granted += claimed.get() instanceof DedupeClaim.Granted ? 1 : 0;
                }
                assertThat(granted).isEqualTo(1);
            }
        } finally {
            racers.shutdownNow();
        }
    }
}
