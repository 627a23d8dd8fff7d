package io.gobridge.camel.dispatch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;

import io.gobridge.camel.delivery.Legs;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailedLeg;
import io.gobridge.camel.failure.FailureKind;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.failure.Failures;

/**
 * Sends a message to several destinations at once, each with an outcome of its own. Thread-safe.
 *
 * <ol>
 * <li>a leg that an earlier run settled is left out
 * <li>a leg that its target accepted is settled
 * <li>a leg that failed for good, the message being to blame, is ended by itself: that settles it too
 * <li>when legs are left, the dispatch fails: with the failure of the target that somebody has to mend, else with one
 * that time may mend, and then the run is repeated for those legs
 * </ol>
 */
public final class FanOut {

    private static final Comparator<BridgeException> BY_WEIGHT = Comparator.comparingInt(FanOut::weight);

    private final Failures failures;
    private final LongAdder ended = new LongAdder();

    /** Fans out; foreign exceptions are classified by the failures. */
    public FanOut(Failures failures) {
        this.failures = failures;
    }

    /** Returns how many legs failed for good and were ended by themselves. */
    public long ended() {
        return ended.sum();
    }

    /**
     * Sends to all legs that are not settled. The stage completes when all are, and exceptionally with a
     * {@link BridgeException} that names those that are not.
     *
     * @param dispatch names the step and the message, so that the next run finds its legs
     */
    public CompletionStage<Void> send(String dispatch, List<Leg> legs, Legs known) {
        String prefix = known.begin(dispatch) + "\n";
        Open open = new Open();
        List<CompletableFuture<Void>> sends = new ArrayList<>();
        Map<String, Integer> repeated = new HashMap<>();
        for (Leg leg : legs) {
            String place = leg.binding() + "\n" + leg.address();
            String key = prefix + place + "\n" + repeated.merge(place, 1, Integer::sum);
            if (!known.isSettled(key)) {
                sends.add(
                        settle(leg, key, known).exceptionally(error -> open.add(leg, failures.of(Failures.unwrapped(error)))));
            }
        }
        return CompletableFuture.allOf(sends.toArray(CompletableFuture[]::new)).thenRun(() -> {
            open.throwIfAny();
            known.completed(dispatch);
        });
    }

    private CompletableFuture<Void> settle(Leg leg, String key, Legs known) {
        return sent(leg).exceptionallyCompose(error -> {
            BridgeException failure = failures.of(Failures.unwrapped(error));
            return isFinal(failure) ? end(leg, failure, known) : CompletableFuture.failedFuture(failure);
        }).thenRun(() -> known.settled(key));
    }

    private static CompletableFuture<Void> sent(Leg leg) {
        try {
            return leg.sending().get().toCompletableFuture();
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletableFuture<Void> end(Leg leg, BridgeException failure, Legs known) {
        return known.end(FailedLeg.of(leg.binding(), leg.address(), failure), failure).thenRun(ended::increment)
                .toCompletableFuture();
    }

    private static boolean isFinal(BridgeException failure) {
        return failure.kind() == FailureKind.REJECTED
                || (failure.kind() == FailureKind.PERMANENT && failure.scope() == FailureScope.MESSAGE);
    }

    /**
     * Orders failures by what the whole message may suffer for: as long as a target is to blame, it is not charged; as
     * long as time may mend it, it does not end.
     */
    private static int weight(BridgeException failure) {
        if (isFinal(failure)) {
            return 4;
        }
        if (failure.kind() == FailureKind.TRANSIENT) {
            return failure.scope() == FailureScope.TARGET ? 1 : 2;
        }
        return failure.kind() == FailureKind.PERMANENT || failure.kind() == FailureKind.FENCED ? 0 : 3;
    }

    /** The legs of one dispatch that are not settled. Thread-safe. */
    private static final class Open {

        private final List<FailedLeg> legs = new ArrayList<>();
        private final List<BridgeException> failures = new ArrayList<>();

        private synchronized Void add(Leg leg, BridgeException failure) {
            legs.add(FailedLeg.of(leg.binding(), leg.address(), failure));
            failures.add(failure);
            return null;
        }

        private synchronized void throwIfAny() {
            if (!failures.isEmpty()) {
                throw failures.stream().min(BY_WEIGHT).orElseThrow().withLegs(legs);
            }
        }
    }
}
