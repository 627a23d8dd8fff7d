package io.gobridge.camel.transport.sqs;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

import io.gobridge.camel.delivery.ManualScheduler;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.transport.BatchResult;
import io.gobridge.camel.transport.EndpointCheck;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.SenderSpec;
import org.apache.camel.component.aws2.sqs.Sqs2Endpoint;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SqsException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class SqsSenderTest {

    private final FakeSqs sqs = new FakeSqs();
    private final ManualExecutor executor = new ManualExecutor();
    private final ManualScheduler scheduler = new ManualScheduler();
    private final SqsSender unit = sender("orders");
    private final SqsSender fifo = sender("orders.fifo");

    @Test
    void shouldSendAloneAtOnceWhenIdle() {
        CompletionStage<Void> sent = unit.send(message("m1"));
        executor.runAll();

        assertThat(sent.toCompletableFuture()).isCompleted();
        assertThat(batches()).containsExactly(List.of("m1"));
    }

    @Test
    void shouldPutWhatWaitsIntoTheNextCall() {
        List<CompletionStage<Void>> sent = new ArrayList<>();
        sqs.meanwhile = () -> IntStream.range(0, 9).forEach(i -> sent.add(unit.send(message("m" + i))));

        unit.send(message("first"));
        executor.runAll();

        assertThat(batches()).hasSize(2);
        assertThat(batches().get(1)).hasSize(9);
        assertThat(sent).allSatisfy(stage -> assertThat(stage.toCompletableFuture()).isCompleted());
    }

    @Test
    void shouldCallBesideACallOnlyWithAFullBatch() {
        unit.send(message("first"));
        IntStream.range(0, 8).forEach(i -> unit.send(message("m" + i)));
        assertThat(executor.waiting()).isEqualTo(1);

        unit.send(message("tenth"));

        assertThat(executor.waiting()).isEqualTo(2);
    }

    @Test
    void shouldNotLetMessagesWaitForASlowCall() {
        List<String> duringTheCall = new ArrayList<>();
        sqs.meanwhile = () -> {
            unit.send(message("second"));
            assertThat(executor.waiting()).isZero();
            scheduler.advance(Duration.ofMillis(20));
            executor.runAll();
            duringTheCall.addAll(batches().get(1));
        };

        unit.send(message("first"));
        executor.runAll();

        assertThat(duringTheCall).containsExactly("second");
    }

    @Test
    void shouldSplitABatchBySizeAndCount() {
        List<OutboundMessage> messages = new ArrayList<>();
        IntStream.range(0, 12).forEach(i -> messages.add(message("m" + i)));
        messages.add(outbound(envelope("big1").payload(Payload.ofText("x".repeat(600_000))).build()));
        messages.add(outbound(envelope("big2").payload(Payload.ofText("x".repeat(600_000))).build()));

        CompletionStage<List<BatchResult>> results = unit.sendBatch(messages);
        executor.runAll();

        assertThat(errors(results)).hasSize(14).containsOnlyNulls();
        assertThat(sqs.sends).extracting(request -> request.entries().size()).containsExactlyInAnyOrder(10, 3, 1);
    }

    @Test
    void shouldReportEachEntryAndNotTheCall() {
        sqs.refused.put("m1", "InvalidMessageContents");
        sqs.refused.put("m2", "InternalError");

        CompletionStage<List<BatchResult>> results = unit.sendBatch(List.of(message("m0"), message("m1"), message("m2")));
        executor.runAll();

        assertThat(errors(results)).containsExactly(null, FailureCode.INVALID_PAYLOAD, FailureCode.UNAVAILABLE);
    }

    @Test
    void shouldFindTheOneMessageForWhichSqsRefusesAWholeCall() {
        sqs.refused.put("m1", "InvalidParameterValue");
        SqsException refusal = refusal("InvalidParameterValue", 400);
        CompletionStage<List<BatchResult>> results = unit.sendBatch(List.of(message("m0"), message("m1"), message("m2")));
        sqs.errors.add(SdkClientException.create("no answer to the first look-up"));
        executor.runAll();
        assertThat(errors(results)).containsOnly(FailureCode.CONNECTION_LOST);
        unit.send(message("now the queue is known"));
        executor.runAll();

        sqs.errors.add(refusal);
        results = unit.sendBatch(List.of(message("m0"), message("m1"), message("m2")));
        executor.runAll();

        assertThat(errors(results)).containsExactly(null, FailureCode.PROTOCOL_ERROR, null);
    }

    @Test
    void shouldNeverHaveTwoMessagesOfOneGroupUnderWay() {
        CompletionStage<List<BatchResult>> results = fifo.sendBatch(List.of(grouped("a1", "a"), grouped("a2", "a"),
                grouped("b1", "b"), grouped("a3", "a")));
        executor.runAll();

        assertThat(errors(results)).containsOnlyNulls();
        assertThat(batches()).containsExactly(List.of("a1", "b1"), List.of("a2"), List.of("a3"));
    }

    @Test
    void shouldHoldBackWhatWouldOvertakeAFailedMessageOfItsGroup() {
        sqs.refused.put("a1", "InternalError");
        sqs.refused.put("b1", "InvalidMessageContents");

        CompletionStage<List<BatchResult>> results = fifo.sendBatch(List.of(grouped("a1", "a"), grouped("a2", "a"),
                grouped("b1", "b"), grouped("b2", "b")));
        executor.runAll();

        assertThat(errors(results)).containsExactly(FailureCode.UNAVAILABLE, FailureCode.UNAVAILABLE,
                FailureCode.INVALID_PAYLOAD, null);
        assertThat(batches()).containsExactly(List.of("a1", "b1"), List.of("b2"));
    }

    @Test
    void shouldRefuseOnlyTheMessageWithoutAGroup() {
        CompletionStage<List<BatchResult>> results = fifo.sendBatch(List.of(message("m0"), grouped("m1", "g")));
        executor.runAll();

        assertThat(errors(results)).containsExactly(FailureCode.INVALID_HEADER, null);
    }

    @Test
    void shouldUseTheEndpointsGroupForAMessageWithoutAnOrderingKey() {
        Sqs2Endpoint endpoint = FakeSqs.endpoint("orders.fifo", sqs);
        endpoint.getConfiguration().setMessageGroupIdStrategy("useConstant");

        sender(endpoint).send(message("m1"));
        executor.runAll();

        SendMessageBatchRequestEntry entry = sqs.sends.get(0).entries().get(0);
        assertThat(entry.messageGroupId()).isEqualTo("CamelSingleMessageGroup");
        assertThat(entry.messageDeduplicationId()).isEqualTo(SqsText.sha256("\0m1"));
    }

    @Test
    void shouldCancelWhatWaitsAndLeaveWhatIsUnderWay() {
        OutboundMessage waiting = message("waiting");
        OutboundMessage first = message("first");
        List<CompletionStage<Void>> late = new ArrayList<>();
        sqs.meanwhile = () -> {
            late.add(unit.send(waiting));
            unit.cancel(waiting);
            unit.cancel(first);
        };

        CompletionStage<Void> sent = unit.send(first);
        executor.runAll();

        assertThat(sent.toCompletableFuture()).isCompleted();
        assertThat(failure(late.get(0)).code()).isEqualTo(FailureCode.TIMEOUT);
        assertThat(batches()).containsExactly(List.of("first"));
    }

    @Test
    void shouldSendToItsOwnQueueOnly() {
        Envelope envelope = envelope("m1").build();

        CompletionStage<Void> elsewhere = unit.send(new OutboundMessage(envelope, "invoices"));
        CompletionStage<Void> here = unit.send(new OutboundMessage(envelope, "orders"));
        executor.runAll();

        assertThat(failure(elsewhere).code()).isEqualTo(FailureCode.NOT_SUPPORTED);
        assertThat(failure(elsewhere).getMessage()).contains("invoices");
        assertThat(here.toCompletableFuture()).isCompleted();
    }

    @Test
    void shouldRefuseAMessageThatIsTooLongAsSqsCounts() {
        CompletionStage<Void> sent = unit.send(outbound(envelope("m1").payload(Payload.copyOf(new byte[800_000])).build()));

        assertThat(failure(sent).code()).isEqualTo(FailureCode.PAYLOAD_TOO_LARGE);
        assertThat(executor.waiting()).isZero();
    }

    @Test
    void shouldBlameTheTargetAndTurnDownWhenNothingAnswers() {
        CompletionStage<Void> sent = unit.send(message("m1"));
        sqs.errors.add(SdkClientException.create("connection refused"));
        executor.runAll();

        assertThat(failure(sent).code()).isEqualTo(FailureCode.CONNECTION_LOST);
        assertThat(failure(sent).scope()).isEqualTo(FailureScope.TARGET);
        assertThat(unit.health().isUp()).isFalse();

        unit.send(message("m2"));
        executor.runAll();

        assertThat(unit.health().isUp()).isTrue();
    }

    @Test
    void shouldFailWhatWaitsWhenClosed() {
        CompletionStage<Void> sent = unit.send(message("m1"));
        CompletionStage<Void> closed = unit.close();
        assertThat(failure(sent).code()).isEqualTo(FailureCode.CONNECTION_LOST);
        assertThat(closed.toCompletableFuture()).isNotCompleted();

        executor.runAll();

        assertThat(closed.toCompletableFuture()).isCompleted();
        assertThat(unit.close()).isSameAs(closed);
        assertThat(failure(unit.send(message("m2"))).code()).isEqualTo(FailureCode.CONNECTION_LOST);
        assertThat(sqs.sends).isEmpty();
    }

    private SqsSender sender(String queue) {
        return sender(FakeSqs.endpoint(queue, sqs));
    }

    private SqsSender sender(Sqs2Endpoint endpoint) {
        return new SqsSender(
                new SenderSpec(
                        endpoint, scheduler, new Random(1), executor,
                        new EndpointCheck("target.", new ConfigurationProblems())),
                endpoint);
    }

    private List<List<String>> batches() {
        return sqs.sends.stream()
                .map(request -> request.entries().stream().map(SendMessageBatchRequestEntry::messageBody).toList()).toList();
    }

    private static List<FailureCode> errors(CompletionStage<List<BatchResult>> results) {
        return results.toCompletableFuture().join().stream()
                .map(result -> result.error().map(BridgeException::code).orElse(null)).toList();
    }

    private static BridgeException failure(CompletionStage<Void> stage) {
        assertThat(stage.toCompletableFuture()).isCompletedExceptionally();
        return (BridgeException) catchThrowableOfType(CompletionException.class, () -> stage.toCompletableFuture().join())
                .getCause();
    }

    private static SqsException refusal(String code, int status) {
        return (SqsException) SqsException.builder().statusCode(status)
                .awsErrorDetails(software.amazon.awssdk.awscore.exception.AwsErrorDetails.builder().errorCode(code).build())
                .build();
    }

    private static OutboundMessage message(String id) {
        return outbound(envelope(id).build());
    }

    private static OutboundMessage grouped(String id, String group) {
        return outbound(envelope(id).identity(new Identity("", "", group)).build());
    }

    private static OutboundMessage outbound(Envelope envelope) {
        return new OutboundMessage(envelope, "");
    }

    private static Envelope.Builder envelope(String id) {
        return Envelope.withId(id).createdAt(Instant.EPOCH).payload(Payload.ofText(id));
    }
}
