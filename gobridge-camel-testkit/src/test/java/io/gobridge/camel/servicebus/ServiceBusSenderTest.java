package io.gobridge.camel.servicebus;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.servicebus.ServiceBusEnds.Source;
import io.gobridge.camel.testkit.servicebus.EntityOptions;
import io.gobridge.camel.testkit.servicebus.ServiceBusEmulator;
import io.gobridge.camel.transport.BatchResult;
import io.gobridge.camel.transport.BatchSender;
import io.gobridge.camel.transport.OutboundMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static io.gobridge.camel.servicebus.ServiceBusEnds.PATIENCE;
import static io.gobridge.camel.servicebus.ServiceBusEnds.done;
import static io.gobridge.camel.servicebus.ServiceBusEnds.envelope;
import static io.gobridge.camel.servicebus.ServiceBusEnds.failure;
import static io.gobridge.camel.servicebus.ServiceBusEnds.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What the sender makes of messages, as Service Bus and the official client see it. */
class ServiceBusSenderTest {

    private static final String Q = "orders";

    private final ServiceBusEmulator emulator = ServiceBusEmulator.start().createQueue(Q);
    private final ServiceBusEnds ends = new ServiceBusEnds(emulator);

    @AfterEach
    void close() {
        ends.close();
        emulator.close();
    }

    @Test
    void shouldBeReadByTheOfficialClient() {
        UUID unique = UUID.randomUUID();
        Headers headers = Headers.builder().put("text", "a").put("number", 42L).put("flag", true).put("ratio", 0.5)
                .put("unique", unique).put("servicebus.content-type", "text/plain")
                .put("servicebus.correlation-id", "c-1").put("servicebus.partition-key", "car-1").build();

        done(ends.target(Q).send(new OutboundMessage(
                envelope("m-1").subject("orders.created").headers(headers)
                        .identity(Identity.NONE.withOrderingKey("car-1"))
                        .expiresAt(Instant.now().plusSeconds(600)).build(),
                "")));

        ServiceBusReceivedMessage received = ends.official(Q);
        assertThat(received.getBody().toString()).isEqualTo("m-1");
        assertThat(received.getMessageId()).isEqualTo("m-1");
        assertThat(received.getSubject()).isEqualTo("orders.created");
        assertThat(received.getSessionId()).isEqualTo("car-1");
        assertThat(received.getPartitionKey()).isEqualTo("car-1");
        assertThat(received.getContentType()).isEqualTo("text/plain");
        assertThat(received.getCorrelationId()).isEqualTo("c-1");
        assertThat(received.getTimeToLive()).isBetween(Duration.ofSeconds(500), Duration.ofSeconds(600));
        assertThat(received.getApplicationProperties()).containsEntry("text", "a").containsEntry("number", 42L)
                .containsEntry("flag", true).containsEntry("ratio", 0.5).containsEntry("unique", unique)
                .doesNotContainKey("gobridge.meta");
    }

    @Test
    void shouldLetServiceBusDropADuplicate() {
        emulator.createQueue("once", EntityOptions.DEFAULT.withDuplicateWindow(Duration.ofMinutes(10)));
        BatchSender target = ends.target("once");

        for (String id : List.of("first", "second")) {
            done(target.send(new OutboundMessage(
                    envelope(id).identity(Identity.NONE.withDedupId("order-1")).build(), "")));
        }

        assertThat(emulator.depth("once").active()).isEqualTo(1);
        Source source = ends.receive("once", 1);
        assertThat(source.take(0).envelope().id()).isEqualTo("first");
        assertThat(source.take(0).envelope().identity().dedupId()).isEqualTo("order-1");
    }

    @Test
    void shouldPutMessagesWithoutAKeyIntoTheEndpointsSession() {
        emulator.createQueue("sessions", EntityOptions.DEFAULT.withSessions());

        done(ends.target("sessions", "sessionId=rest").send(message("a")));

        Source source = ends.receive("sessions", 1, "sessionEnabled=true");
        assertThat(source.take(0).group()).isEqualTo("rest");
    }

    @Test
    void shouldKeepTheOrderOfManySendsAtOnce() {
        BatchSender target = ends.target(Q);
        List<String> texts = IntStream.range(0, 300).mapToObj(i -> "m" + i).toList();
        List<CompletionStage<Void>> sends = new ArrayList<>();

        texts.forEach(text -> sends.add(target.send(message(text))));

        sends.forEach(ServiceBusEnds::done);
        Source source = ends.receive(Q, 300);
        source.take(299);
        assertThat(source.payloads()).isEqualTo(texts);
    }

    @Test
    void shouldRefuseOnlyTheMessageThatIsTooLarge() {
        byte[] large = new byte[300_000];
        List<OutboundMessage> messages = List.of(message("a"),
                new OutboundMessage(envelope("large").payload(Payload.copyOf(large)).build(), ""), message("b"));

        List<BatchResult> results = done(ends.target(Q).sendBatch(messages));

        assertThat(results).extracting(BatchResult::index).containsExactly(0, 1, 2);
        assertThat(results.get(0).error()).isEmpty();
        assertThat(results.get(1).error()).map(BridgeException::code).contains(FailureCode.PAYLOAD_TOO_LARGE);
        assertThat(results.get(2).error()).isEmpty();
        assertThat(emulator.depth(Q).active()).isEqualTo(2);
    }

    @Test
    void shouldSplitWhatDoesNotFitIntoOneTransfer() {
        byte[] half = new byte[100_000];
        List<OutboundMessage> messages = IntStream.range(0, 7).mapToObj(
                i -> new OutboundMessage(envelope("m" + i).payload(Payload.copyOf(half)).build(), "")).toList();

        List<BatchResult> results = done(ends.target(Q).sendBatch(messages));

        assertThat(results).allSatisfy(result -> assertThat(result.error()).isEmpty());
        Source source = ends.receive(Q, 7);
        source.take(6);
        assertThat(source.taken()).extracting(delivery -> delivery.envelope().id())
                .containsExactly("m0", "m1", "m2", "m3", "m4", "m5", "m6");
    }

    @Test
    void shouldSendOneByOneWhatIsRefusedTogether() {
        emulator.createQueue("sessions", EntityOptions.DEFAULT.withSessions());
        OutboundMessage keyed = new OutboundMessage(envelope("a").identity(Identity.NONE.withOrderingKey("k")).build(), "");

        List<BatchResult> results = done(ends.target("sessions").sendBatch(List.of(keyed, message("b"), keyed)));

        assertThat(results.get(0).error()).isEmpty();
        assertThat(results.get(1).error()).map(BridgeException::code).contains(FailureCode.NOT_SUPPORTED);
        assertThat(results.get(2).error()).isEmpty();
        assertThat(emulator.depth("sessions").active()).isEqualTo(2);
    }

    @Test
    void shouldNotOvertakeAMessageOfTheSameKeyThatWillComeAgain() {
        Identity key = Identity.NONE.withOrderingKey("k");
        List<OutboundMessage> messages = List.of(new OutboundMessage(envelope("a").identity(key).build(), ""),
                new OutboundMessage(envelope("b").identity(key).build(), ""));
        // One that the client does not try again by itself.
        emulator.faults().refuseNextSends(1, "amqp:resource-limit-exceeded");

        List<BatchResult> results = done(ends.target(Q).sendBatch(messages));

        assertThat(results.get(0).error()).map(BridgeException::code).contains(FailureCode.BROKER_BUSY);
        assertThat(results.get(1).error()).map(BridgeException::getMessage).hasValueSatisfying(
                text -> assertThat(text).contains("does not overtake message a"));
        assertThat(emulator.depth(Q).active()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
            "com.microsoft:server-busy, THROTTLED, MESSAGE",
            "amqp:resource-limit-exceeded, BROKER_BUSY, MESSAGE",
            "com.microsoft:timeout, TIMEOUT, MESSAGE",
            "amqp:link:message-size-exceeded, PAYLOAD_TOO_LARGE, MESSAGE",
            "amqp:unauthorized-access, NOT_AUTHORIZED, TARGET",
            "com.microsoft:entity-disabled, UNAVAILABLE, TARGET",
            "amqp:not-allowed, NOT_SUPPORTED, MESSAGE" })
    void shouldTellWhatARefusalMeans(String condition, FailureCode code, FailureScope scope) {
        emulator.faults().refuseSends(condition);
        BatchSender target = ends.target(Q);

        BridgeException failure = failure(target.send(message("a")));

        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure.scope()).isEqualTo(scope);
        assertThat(failure.getMessage()).contains(Q).doesNotContain("The test refuses");
        assertThat(target.health().isUp()).isEqualTo(scope == FailureScope.MESSAGE);
    }

    @Test
    void shouldBeDownWhileItsQueueIsMissing() {
        BatchSender target = ends.target("missing");

        assertThat(failure(target.send(message("a"))).code()).isEqualTo(FailureCode.NOT_FOUND);
        assertThat(target.health().isUp()).isFalse();

        emulator.createQueue("missing");
        done(target.send(message("a")));
        assertThat(target.health().isUp()).isTrue();
    }

    @Test
    void shouldSendAgainAfterACut() {
        BatchSender target = ends.target(Q);
        done(target.send(message("a")));

        emulator.faults().dropConnections();

        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            done(target.send(message("b")));
            return true;
        });
        assertThat(emulator.depth(Q).active()).isGreaterThanOrEqualTo(2);
    }

    @Test
    void shouldRefuseAnAddressOfAnotherEntity() {
        OutboundMessage elsewhere = new OutboundMessage(envelope("a").build(), "elsewhere");

        assertThat(failure(ends.target(Q).send(elsewhere)).code()).isEqualTo(FailureCode.NOT_SUPPORTED);
        done(ends.target(Q).send(new OutboundMessage(envelope("a").build(), Q)));
    }

    @Test
    void shouldRefuseAMessageThatIsExpired() {
        OutboundMessage old = new OutboundMessage(envelope("a").expiresAt(Instant.parse("2026-01-02T12:00:00Z")).build(), "");

        assertThat(failure(ends.target(Q).send(old)).code()).isEqualTo(FailureCode.MESSAGE_EXPIRED);
        assertThat(emulator.depth(Q).total()).isZero();
    }

    @Test
    void shouldFailWhatComesAfterItsEnd() {
        BatchSender target = ends.target(Q);
        done(target.send(message("a")));

        done(target.close());

        assertThat(failure(target.send(message("b"))).code()).isEqualTo(FailureCode.CONNECTION_LOST);
    }

    @Test
    void shouldMakeNoConnectionAfterItWasClosed() {
        BatchSender sender = ends.target(Q);
        done(sender.close());

        assertThat(failure(sender.send(ServiceBusEnds.message("late"))).code()).isEqualTo(FailureCode.CONNECTION_LOST);

        assertThat(emulator.depth(Q).total()).isZero();
    }
}
