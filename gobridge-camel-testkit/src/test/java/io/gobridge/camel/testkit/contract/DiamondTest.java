package io.gobridge.camel.testkit.contract;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.Payload;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** F62: two paths lead from one source to one target. */
class DiamondTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String DEDUP_ID = "dedup-4711";

    private static Brokers brokers;

    @BeforeAll
    static void startBrokers() {
        brokers = Brokers.start();
    }

    @AfterAll
    static void stopBrokers() {
        brokers.close();
    }

    static Stream<Arguments> deduplicating() {
        return Stream.of("sqs-fifo", "servicebus-detecting")
                .flatMap(transport -> Stream.of(DEDUP_ID, "").map(dedupId -> Arguments.of(transport, dedupId)));
    }

    @ParameterizedTest(name = "{0} with dedup id \"{1}\"")
    @MethodSource("deduplicating")
    void shouldHaveOneEffectWhereTheTargetKnowsDuplicates(String transport, String dedupId) throws Exception {
        assertThat(copies(transport, dedupId)).extracting(Envelope::id).containsExactly("m-1");
    }

    static List<String> others() {
        return List.of("memory", "sqs", "mqtt", "amqp091", "amqp10", "servicebus");
    }

    @ParameterizedTest
    @MethodSource("others")
    void shouldGiveBothCopiesWhatTellsThatTheyAreOneMessage(String transport) throws Exception {
        assertThat(copies(transport, DEDUP_ID)).hasSize(2)
                .allSatisfy(copy -> assertThat(copy.id()).isEqualTo("m-1"))
                .allSatisfy(copy -> assertThat(copy.identity()).isEqualTo(identity(DEDUP_ID)));
    }

    /** Returns what is in the target after both bridges have sent their copy to it. */
    private static List<Envelope> copies(String transport, String dedupId) throws Exception {
        try (LinkFixture ends = brokers.open(transport); LinkFixture left = brokers.open(transport);
             LinkFixture right = brokers.open(transport); Chain chain = new Chain(true)) {
            chain.fork(ends, left, right);
            chain.bridge(left, ends, ends.target());
            chain.bridge(right, ends, ends.target());

            ends.put(Envelope.withId("m-1").subject("orders.created").payload(Payload.ofText("{}")).createdAt(Instant.now())
                    .identity(identity(dedupId)).build());

            await().atMost(PATIENCE).until(() -> chain.completed(2) == 1 && chain.completed(3) == 1);
            return List.copyOf(ends.received());
        }
    }

    private static Identity identity(String dedupId) {
        return new Identity("order-4711", dedupId, "customer-42");
    }
}
