package io.gobridge.camel.dispatch;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.delivery.Legs;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailedLeg;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.Failures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class FanOutTest {

    private final FanOut unit = new FanOut(new Failures(List.of()));
    private final FakeLegs legs = new FakeLegs();
    private final List<String> sent = new ArrayList<>();

    @Test
    void shouldCompleteWhenTheLastLegIsAccepted() {
        CompletableFuture<Void> slow = new CompletableFuture<>();

        CompletableFuture<Void> result = send(accepting("a"), new Leg("b", "", () -> slow));

        assertThat(result).isNotDone();
        slow.complete(null);
        assertThat(result).isCompleted();
    }

    @Test
    void shouldSendToEveryLegThoughOneThrows() {
        BridgeException failure = failure(send(new Leg("a", "x", () -> {
            throw new IllegalStateException("not a stage");
        }), accepting("b")));

        assertThat(sent).containsExactly("b");
        assertThat(failure.code()).isEqualTo(FailureCode.UNKNOWN);
        assertThat(failure.legs()).singleElement().returns("a", FailedLeg::binding).returns("x", FailedLeg::address);
    }

    @Test
    void shouldLeaveOutWhatIsSettledInTheNextRun() {
        assertThat(send(accepting("a"), failing("b", FailureCode.TIMEOUT))).isCompletedExceptionally();

        assertThat(send(accepting("a"), accepting("b"))).isCompleted();

        assertThat(sent).containsExactly("a", "b");
    }

    @Test
    void shouldTellApartTwoAddressesOfOneBinding() {
        assertThat(send(new Leg("a", "1", () -> accept("a1")), new Leg("a", "2", () -> accept("a2")))).isCompleted();

        assertThat(sent).containsExactly("a1", "a2");
    }

    @Test
    void shouldSendTwiceToADestinationThatIsNamedTwice() {
        assertThat(send(accepting("a"), accepting("a"), failing("b", FailureCode.TIMEOUT))).isCompletedExceptionally();
        assertThat(sent).containsExactly("a", "a");

        assertThat(send(accepting("a"), accepting("a"), accepting("b"))).isCompleted();

        assertThat(sent).containsExactly("a", "a", "b");
    }

    @Test
    void shouldEndALegThatFailedForGoodAndSucceed() {
        assertThat(send(accepting("a"), failing("b", FailureCode.FORBIDDEN), failing("c", FailureCode.ADDRESS_TEMPLATE)))
                .isCompleted();

        assertThat(legs.ended).extracting(FailedLeg::binding).containsExactly("b", "c");
        assertThat(unit.ended()).isEqualTo(2);
    }

    @Test
    void shouldFailWithWhatKeepsALegFromEnding() {
        legs.refusal = BridgeException.of(FailureCode.DEAD_LETTER_STORE, "full");

        BridgeException failure = failure(send(accepting("a"), failing("b", FailureCode.FORBIDDEN)));

        assertThat(failure.code()).isEqualTo(FailureCode.DEAD_LETTER_STORE);
        assertThat(unit.ended()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
            "TIMEOUT, NOT_AUTHORIZED, NOT_AUTHORIZED", "CONNECTION_LOST, TIMEOUT, CONNECTION_LOST",
            "NOT_FOUND, CONNECTION_LOST, NOT_FOUND", "FORBIDDEN, TIMEOUT, TIMEOUT", "MESSAGE_EXPIRED, TIMEOUT, TIMEOUT",
            "INVALID_PAYLOAD, MESSAGE_EXPIRED, MESSAGE_EXPIRED" })
    void shouldFailSoThatTheMessageSuffersLeast(FailureCode one, FailureCode other, FailureCode expected) {
        legs.refusal = BridgeException.of(FailureCode.FORBIDDEN, "cannot end");

        assertThat(failure(send(failing("a", one), failing("b", other))).code()).isEqualTo(expected);
        assertThat(failure(send(failing("a", other), failing("b", one))).legs()).hasSize(2);
    }

    private CompletableFuture<Void> send(Leg... destinations) {
        return unit.send("step/m", List.of(destinations), legs).toCompletableFuture();
    }

    private Leg accepting(String binding) {
        return new Leg(binding, "", () -> accept(binding));
    }

    private CompletionStage<Void> accept(String name) {
        sent.add(name);
        return CompletableFuture.completedFuture(null);
    }

    private static Leg failing(String binding, FailureCode code) {
        return new Leg(binding, "", () -> CompletableFuture.failedFuture(BridgeException.of(code, "no")));
    }

    private static BridgeException failure(CompletableFuture<Void> result) {
        assertThat(result).isCompletedExceptionally();
        return (BridgeException) catchThrowableOfType(CompletionException.class, result::join).getCause();
    }

    /** Remembers all legs for ever, and ends them unless it refuses. */
    private static final class FakeLegs implements Legs {

        private final Set<String> settled = new HashSet<>();
        private final List<FailedLeg> ended = new ArrayList<>();
        private BridgeException refusal;

        @Override
        public String begin(String dispatch) {
            return dispatch;
        }

        @Override
        public void completed(String dispatch) {
            settled.clear();
        }

        @Override
        public boolean isSettled(String leg) {
            return settled.contains(leg);
        }

        @Override
        public void settled(String leg) {
            settled.add(leg);
        }

        @Override
        public CompletionStage<Void> end(FailedLeg leg, BridgeException failure) {
            if (refusal != null) {
                return CompletableFuture.failedFuture(refusal);
            }
            ended.add(leg);
            return CompletableFuture.completedFuture(null);
        }
    }
}
