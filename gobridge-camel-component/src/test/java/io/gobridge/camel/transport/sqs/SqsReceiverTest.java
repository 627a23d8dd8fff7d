package io.gobridge.camel.transport.sqs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.DeliveryHandler;
import io.gobridge.camel.delivery.ManualScheduler;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.EndpointCheck;
import io.gobridge.camel.transport.ReceiverSpec;
import org.apache.camel.component.aws2.sqs.Sqs2Endpoint;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageRequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class SqsReceiverTest {

    private final FakeSqs sqs = new FakeSqs();
    private final ManualExecutor executor = new ManualExecutor();
    private final ManualScheduler scheduler = new ManualScheduler();
    private final Sqs2Endpoint endpoint = FakeSqs.endpoint("orders", sqs);
    private final List<Delivery> taken = new ArrayList<>();

    @Test
    void shouldPollForNoMoreThanIsDemanded() {
        SqsReceiver unit = started(100);
        assertThat(sqs.receives).isEmpty();

        unit.request(3);
        sqs.answers.add(() -> messages(0, 2));
        executor.runOne();
        scheduler.advance(Duration.ofMillis(5));
        executor.runOne();

        assertThat(sqs.receives).extracting(ReceiveMessageRequest::maxNumberOfMessages).containsExactly(3, 1);
        assertThat(taken).hasSize(2);
    }

    @Test
    void shouldStopPollingWhenTheDemandIsMet() {
        SqsReceiver unit = started(100);
        sqs.answers.add(() -> messages(0, 3));

        unit.request(3);
        executor.runAll();

        assertThat(sqs.receives).hasSize(1);
        assertThat(taken).extracting(delivery -> delivery.envelope().id()).containsExactly("m0", "m1", "m2");
    }

    @Test
    void shouldWaitAMomentForMoreDemandWhileMessagesFlow() {
        SqsReceiver unit = started(16);
        sqs.answers.add(() -> messages(0, 10));
        sqs.answers.add(() -> messages(10, 6));
        unit.request(16);
        executor.runAll();
        scheduler.advance(Duration.ofMillis(5));
        executor.runAll();

        unit.request(7);
        assertThat(executor.waiting()).isZero();
        unit.request(1);
        executor.runOne();

        assertThat(sqs.receives).extracting(ReceiveMessageRequest::maxNumberOfMessages).containsExactly(10, 6, 8);
    }

    @Test
    void shouldPollSideBySideOnlyWhileAnswersAreFull() {
        SqsReceiver unit = started(100);
        unit.request(100);
        assertThat(executor.waiting()).isEqualTo(1);

        sqs.answers.add(() -> messages(0, 10));
        executor.runOne();
        assertThat(executor.waiting()).isEqualTo(2);

        sqs.answers.add(() -> messages(10, 9));
        executor.runWaiting();
        assertThat(executor.waiting()).isEqualTo(1);
    }

    @Test
    void shouldAskForEverythingThatTheBridgeNeeds() {
        sqs.attributes.put(QueueAttributeName.VISIBILITY_TIMEOUT, "7");
        SqsReceiver unit = started(100);
        unit.request(1);
        executor.runOne();

        ReceiveMessageRequest request = sqs.receives.get(0);
        assertThat(request.messageAttributeNames()).containsExactly("All");
        assertThat(request.messageSystemAttributeNamesAsStrings()).containsExactly("All");
        assertThat(request.waitTimeSeconds()).isEqualTo(20);
        assertThat(request.visibilityTimeout()).isEqualTo(7);
        assertThat(unit.capabilities().lockWindow()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void shouldGoOnAfterErrorsWithLongerPauses() {
        SqsReceiver unit = started(100);
        unit.request(1);
        List<Duration> pauses = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            sqs.errors.add(SdkClientException.create("connection refused"));
            executor.runAll();
            assertThat(unit.health().isUp()).isFalse();
            pauses.addAll(scheduler.waits());
            scheduler.advance(scheduler.waits().get(0));
        }
        sqs.answers.add(() -> messages(0, 1));
        executor.runAll();

        assertThat(pauses).extracting(Duration::toSeconds).containsExactly(1L, 2L, 4L, 8L, 16L, 30L, 30L);
        assertThat(unit.health().isUp()).isTrue();
        assertThat(taken).hasSize(1);
    }

    @Test
    void shouldStartWithoutItsQueueAndFindItLater() {
        sqs.errors.add(QueueDoesNotExistException.builder().statusCode(400).build());
        SqsReceiver unit = started(100);
        assertThat(unit.health().isUp()).isFalse();

        sqs.answers.add(() -> messages(0, 1));
        unit.request(1);
        executor.runAll();

        assertThat(unit.health().isUp()).isTrue();
        assertThat(taken).hasSize(1);
    }

    @Test
    void shouldWaitAfterAnEmptyAnswerOfAPollThatDoesNotWait() {
        endpoint.getConfiguration().setWaitTimeSeconds(0);
        SqsReceiver unit = started(100);

        unit.request(1);
        executor.runAll();

        assertThat(sqs.receives).hasSize(1);
        assertThat(scheduler.waits()).containsExactly(Duration.ofMillis(500));
    }

    @Test
    void shouldGiveBackWhatArrivesAfterTheStop() {
        SqsReceiver unit = started(100);
        List<CompletionStage<Void>> stops = new ArrayList<>();
        sqs.answers.add(() -> {
            stops.add(unit.stop());
            return messages(0, 9);
        });

        unit.request(10);
        executor.runAll();

        assertThat(taken).isEmpty();
        assertThat(visibilities()).hasSize(9).allMatch(entry -> entry.visibilityTimeout() == 0);
        assertThat(stops.get(0).toCompletableFuture()).isCompleted();
        assertThat(unit.stop()).isSameAs(stops.get(0));
        assertThat(sqs.receives).hasSize(1);
    }

    @Test
    void shouldGoOnAfterAMessageThatCannotBeHandedOver() {
        SqsReceiver unit = started(100);
        sqs.answers.add(() -> List.of(Message.builder().body("has no id").build()));
        sqs.answers.add(() -> messages(0, 1));

        unit.request(1);
        executor.runAll();
        scheduler.advance(Duration.ofMillis(5));
        executor.runAll();

        assertThat(taken).extracting(delivery -> delivery.envelope().id()).containsExactly("m0");
    }

    @Test
    void shouldGoOnAfterAMessageThatExhaustsTheStack() {
        SqsReceiver unit = started(100, delivery -> {
            if (delivery.envelope().id().equals("m0")) {
                throw new StackOverflowError();
            }
            taken.add(delivery);
        });
        sqs.answers.add(() -> messages(0, 2));
        sqs.answers.add(() -> messages(2, 1));

        unit.request(2);
        executor.runAll();
        scheduler.advance(Duration.ofMillis(5));
        executor.runAll();

        assertThat(taken).extracting(delivery -> delivery.envelope().id()).containsExactly("m1", "m2");
    }

    @Test
    void shouldReportAgainThatMessagesWereNotGivenBack() {
        SqsReceiver unit = started(100);
        sqs.answers.add(() -> {
            unit.stop();
            return messages(0, 9);
        });
        sqs.refused.put("h8", "InternalError");

        unit.request(10);
        executor.runAll();

        assertThat(failure(unit.stop()).code()).isEqualTo(FailureCode.UNAVAILABLE);
        assertThat(failure(unit.close()).code()).isEqualTo(FailureCode.UNAVAILABLE);
    }

    @Test
    void shouldStopWithoutWaitingForThePoll() {
        SqsReceiver unit = started(100);
        sqs.answers.add(() -> {
            CompletionStage<Void> stopped = unit.stop();
            executor.runAll();
            assertThat(stopped.toCompletableFuture()).isCompleted();
            return List.of();
        });

        unit.request(10);
        executor.runAll();

        assertThat(sqs.receives).hasSize(1);
    }

    @Test
    void shouldDeleteSeveralMessagesInOneCall() {
        List<Delivery> deliveries = deliveries(10);

        List<CompletionStage<Void>> acks = deliveries.stream().map(Delivery::ack).toList();
        executor.runAll();

        assertThat(sqs.deletes).hasSize(1);
        assertThat(acks).allSatisfy(ack -> assertThat(ack.toCompletableFuture()).isCompleted());
    }

    @Test
    void shouldExtendSeveralMessagesInOneCall() {
        List<Delivery> deliveries = deliveries(10);

        deliveries.forEach(delivery -> delivery.extend(scheduler.clock().instant().plusMillis(30_500)));
        executor.runAll();

        assertThat(sqs.visibilities).hasSize(1);
        assertThat(visibilities()).hasSize(10).allMatch(entry -> entry.visibilityTimeout() == 31);
    }

    @Test
    void shouldReportAStaleHandleAsALostLock() {
        List<Delivery> deliveries = deliveries(3);
        sqs.refused.put("h0", "ReceiptHandleIsInvalid");
        sqs.refused.put("h1", "MessageNotInflight");

        CompletionStage<Void> ack = deliveries.get(0).ack();
        CompletionStage<Void> retry = deliveries.get(1).retry(Duration.ofSeconds(5), new IllegalStateException());
        CompletionStage<Void> other = deliveries.get(2).ack();
        executor.runAll();

        assertThat(failure(ack).code()).isEqualTo(FailureCode.LOCK_LOST);
        assertThat(failure(retry).code()).isEqualTo(FailureCode.LOCK_LOST);
        assertThat(other.toCompletableFuture()).isCompleted();
        assertThat(scheduler.waits()).allMatch(wait -> wait.toMillis() <= 20);
    }

    @Test
    void shouldTryADeleteAgainAndGiveUpInTheEnd() {
        Delivery delivery = deliveries(1).get(0);
        sqs.refused.put("h0", "InternalError");

        CompletionStage<Void> ack = delivery.ack();
        for (int i = 0; i < 4; i++) {
            executor.runAll();
            scheduler.advance(Duration.ofMillis(1600));
        }

        assertThat(sqs.deletes).hasSize(4);
        assertThat(failure(ack).code()).isEqualTo(FailureCode.UNAVAILABLE);
    }

    @Test
    void shouldNotLetAnExtensionFollowTheRetry() {
        Delivery delivery = deliveries(1).get(0);

        delivery.extend(scheduler.clock().instant().plusSeconds(30));
        delivery.retry(Duration.ofMillis(400), new IllegalStateException());
        CompletionStage<Void> late = delivery.extend(scheduler.clock().instant().plusSeconds(30));
        executor.runAll();

        assertThat(late.toCompletableFuture()).isCompleted();
        assertThat(sqs.visibilities).hasSize(2);
        assertThat(visibilities()).extracting(ChangeMessageVisibilityBatchRequestEntry::visibilityTimeout)
                .containsExactly(30, 1);
    }

    @Test
    void shouldLoseTheLockRatherThanHoldAMessageBeyondTwelveHours() {
        Delivery delivery = deliveries(1).get(0);
        scheduler.advance(Duration.ofHours(12));

        assertThat(failure(delivery.extend(scheduler.clock().instant().plusSeconds(30))).code())
                .isEqualTo(FailureCode.LOCK_LOST);
    }

    @Test
    void shouldSettleAfterTheStopAndWaitForThatWhenClosing() {
        SqsReceiver unit = started(100);
        sqs.answers.add(() -> messages(0, 1));
        unit.request(1);
        executor.runAll();
        unit.stop();
        CompletionStage<Void> ack = taken.get(0).ack();

        CompletionStage<Void> closed = unit.close();
        executor.runOne();
        assertThat(closed.toCompletableFuture()).isNotCompleted();
        executor.runAll();

        assertThat(ack.toCompletableFuture()).isCompleted();
        assertThat(closed.toCompletableFuture()).isCompleted();
    }

    private List<Delivery> deliveries(int count) {
        SqsReceiver unit = started(100);
        sqs.answers.add(() -> messages(0, count));
        unit.request(count);
        executor.runAll();
        return taken;
    }

    private SqsReceiver started(int maxInFlight) {
        return started(maxInFlight, taken::add);
    }

    private SqsReceiver started(int maxInFlight, DeliveryHandler handler) {
        SqsReceiver unit = new SqsReceiver(
                new ReceiverSpec(
                        endpoint, maxInFlight, scheduler, new Random(1), executor,
                        new EndpointCheck("source.", new ConfigurationProblems())),
                endpoint);
        CompletionStage<Void> started = unit.start(handler);
        executor.runAll();
        assertThat(started.toCompletableFuture()).isCompleted();
        return unit;
    }

    private List<ChangeMessageVisibilityBatchRequestEntry> visibilities() {
        return sqs.visibilities.stream().flatMap(request -> request.entries().stream()).toList();
    }

    private static List<Message> messages(int first, int count) {
        return IntStream.range(first, first + count)
                .mapToObj(i -> Message.builder().messageId("m" + i).receiptHandle("h" + i).body("b").build()).toList();
    }

    private static BridgeException failure(CompletionStage<Void> stage) {
        assertThat(stage.toCompletableFuture()).isCompletedExceptionally();
        return (BridgeException) catchThrowableOfType(CompletionException.class, () -> stage.toCompletableFuture().join())
                .getCause();
    }
}
