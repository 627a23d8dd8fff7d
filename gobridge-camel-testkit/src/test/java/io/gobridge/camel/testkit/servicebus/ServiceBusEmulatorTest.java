package io.gobridge.camel.testkit.servicebus;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusFailureReason;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusMessageBatch;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.models.AbandonOptions;
import com.azure.messaging.servicebus.models.DeadLetterOptions;
import io.gobridge.camel.testkit.SettableClock;
import io.gobridge.camel.testkit.servicebus.SettlementCall.Wish;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static io.gobridge.camel.testkit.servicebus.OfficialClients.bodies;
import static io.gobridge.camel.testkit.servicebus.OfficialClients.one;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.awaitility.Awaitility.await;

/** The emulator, as the official client sees it. */
class ServiceBusEmulatorTest {

    private static final String Q = "orders";

    private final SettableClock clock = new SettableClock(Instant.now());
    private final ServiceBusEmulator emulator = ServiceBusEmulator.start(clock);
    private final OfficialClients clients = new OfficialClients(emulator);

    @AfterEach
    void close() {
        clients.close();
        emulator.close();
    }

    private void send(String queue, String... bodies) {
        ServiceBusSenderClient sender = clients.sender(queue);
        for (String body : bodies) {
            sender.sendMessage(new ServiceBusMessage(body).setMessageId("id-" + body));
        }
    }

    @Test
    void shouldKeepWhatTheMessageSays() {
        emulator.createQueue(Q);
        ServiceBusMessage message = new ServiceBusMessage("payload").setMessageId("m-1").setSubject("orders.created")
                .setContentType("text/plain").setCorrelationId("c-1").setPartitionKey("p-1")
                .setTimeToLive(Duration.ofMinutes(5));
        message.getApplicationProperties().putAll(Map.of("text", "a", "number", 42L, "flag", true));

        clients.sender(Q).sendMessage(message);

        ServiceBusReceivedMessage received = one(clients.receiver(Q));
        assertThat(received.getBody().toString()).isEqualTo("payload");
        assertThat(received.getMessageId()).isEqualTo("m-1");
        assertThat(received.getSubject()).isEqualTo("orders.created");
        assertThat(received.getContentType()).isEqualTo("text/plain");
        assertThat(received.getCorrelationId()).isEqualTo("c-1");
        assertThat(received.getPartitionKey()).isEqualTo("p-1");
        assertThat(received.getTimeToLive()).isEqualTo(Duration.ofMinutes(5));
        assertThat(received.getApplicationProperties()).containsAllEntriesOf(Map.of("text", "a", "number", 42L, "flag", true));
        assertThat(received.getEnqueuedTime().toInstant()).isBeforeOrEqualTo(clock.instant());
        assertThat(received.getLockedUntil().toInstant()).isAfter(clock.instant());
        assertThat(received.getDeliveryCount()).isZero();
        assertThat(received.getSequenceNumber()).isPositive();
    }

    @Test
    void shouldForgetWhatIsCompleted() {
        emulator.createQueue(Q);
        send(Q, "a");
        ServiceBusReceiverClient receiver = clients.receiver(Q);

        receiver.complete(one(receiver));

        assertThat(emulator.depth(Q)).isEqualTo(new EntityDepth(0, 0, 0, 0, 0));
        assertThat(emulator.settlements()).containsExactly(new SettlementCall(Q, "id-a", Wish.COMPLETE, true));
    }

    @Test
    void shouldCountWhatIsAbandonedAndKeepItsChanges() {
        emulator.createQueue(Q);
        send(Q, "a", "b");
        ServiceBusReceiverClient receiver = clients.receiver(Q);

        receiver.abandon(one(receiver), new AbandonOptions().setPropertiesToModify(Map.of("why", "busy")));

        ServiceBusReceivedMessage again = one(receiver);
        assertThat(again.getBody().toString()).as("it comes before its followers").isEqualTo("a");
        assertThat(again.getDeliveryCount()).isEqualTo(1);
        assertThat(again.getApplicationProperties()).containsEntry("why", "busy");
    }

    @Test
    void shouldDeadLetterWhatIsAbandonedTooOften() {
        emulator.createQueue(Q, EntityOptions.DEFAULT.withMaxDeliveryCount(2));
        send(Q, "a");
        ServiceBusReceiverClient receiver = clients.receiver(Q);

        receiver.abandon(one(receiver));
        receiver.abandon(one(receiver));

        assertThat(one(clients.deadLetters(Q)).getDeadLetterReason()).isEqualTo("MaxDeliveryCountExceeded");
        assertThat(emulator.depth(Q).total()).isZero();
    }

    @Test
    void shouldDeadLetterWithReasonAndDescription() {
        emulator.createQueue(Q);
        send(Q, "a");
        ServiceBusReceiverClient receiver = clients.receiver(Q);

        receiver.deadLetter(one(receiver), new DeadLetterOptions().setDeadLetterReason("bad")
                .setDeadLetterErrorDescription("no JSON"));

        ServiceBusReceiverClient dead = clients.deadLetters(Q);
        ServiceBusReceivedMessage letter = one(dead);
        assertThat(letter.getDeadLetterReason()).isEqualTo("bad");
        assertThat(letter.getDeadLetterErrorDescription()).isEqualTo("no JSON");
        assertThat(letter.getDeadLetterSource()).isEqualTo(Q);
        dead.complete(letter);
        assertThat(emulator.depth(Q)).isEqualTo(new EntityDepth(0, 0, 0, 0, 0));
    }

    @Test
    void shouldGiveADeferredMessageByItsNumberOnly() {
        emulator.createQueue(Q);
        send(Q, "a", "b");
        ServiceBusReceiverClient receiver = clients.receiver(Q);
        ServiceBusReceivedMessage first = one(receiver);

        receiver.defer(first);

        assertThat(one(receiver).getBody().toString()).isEqualTo("b");
        assertThat(emulator.depth(Q).deferred()).isEqualTo(1);
        ServiceBusReceivedMessage deferred = receiver.receiveDeferredMessage(first.getSequenceNumber());
        assertThat(deferred.getBody().toString()).isEqualTo("a");
        receiver.complete(deferred);
        assertThat(emulator.depth(Q).deferred()).isZero();
    }

    @Test
    void shouldEndALockThatNobodyRenews() {
        emulator.createQueue(Q, EntityOptions.DEFAULT.withLockDuration(Duration.ofSeconds(30)));
        send(Q, "a");
        ServiceBusReceiverClient receiver = clients.receiver(Q);
        ServiceBusReceivedMessage message = one(receiver);

        clock.advance(Duration.ofSeconds(31));

        await().until(() -> emulator.depth(Q).active() == 1);
        assertThatThrownBy(() -> receiver.complete(message)).asInstanceOf(type(ServiceBusException.class))
                .extracting(ServiceBusException::getReason).isEqualTo(ServiceBusFailureReason.MESSAGE_LOCK_LOST);
        assertThat(one(receiver).getDeliveryCount()).isEqualTo(1);
    }

    @Test
    void shouldKeepALockThatIsRenewed() {
        emulator.createQueue(Q, EntityOptions.DEFAULT.withLockDuration(Duration.ofSeconds(30)));
        send(Q, "a");
        ServiceBusReceiverClient receiver = clients.receiver(Q);
        ServiceBusReceivedMessage message = one(receiver);
        clock.advance(Duration.ofSeconds(20));

        OffsetDateTime until = receiver.renewMessageLock(message);
        clock.advance(Duration.ofSeconds(20));

        assertThat(until.toInstant()).isAfter(clock.instant());
        receiver.complete(message);
        assertThat(emulator.depth(Q).total()).isZero();
    }

    @Test
    void shouldTakeABatch() {
        emulator.createQueue(Q);
        ServiceBusSenderClient sender = clients.sender(Q);
        ServiceBusMessageBatch batch = sender.createMessageBatch();
        assertThat(batch.getMaxSizeInBytes()).isEqualTo(262_144);
        List.of("a", "b", "c").forEach(body -> batch.tryAddMessage(new ServiceBusMessage(body)));

        sender.sendMessages(batch);

        assertThat(bodies(clients.receiver(Q), 3)).containsExactly("a", "b", "c");
    }

    @Test
    void shouldKeepAScheduledMessageUntilItsTimeOrItsCancellation() {
        emulator.createQueue(Q);
        ServiceBusSenderClient sender = clients.sender(Q);
        OffsetDateTime due = clock.instant().plusSeconds(60).atOffset(ZoneOffset.UTC);
        sender.scheduleMessage(new ServiceBusMessage("later"), due);
        long cancelled = sender.scheduleMessage(new ServiceBusMessage("never"), due);
        sender.sendMessage(new ServiceBusMessage("by property").setScheduledEnqueueTime(due));
        assertThat(emulator.depth(Q)).isEqualTo(new EntityDepth(0, 0, 0, 3, 0));

        sender.cancelScheduledMessage(cancelled);
        clock.advance(Duration.ofSeconds(61));

        assertThat(bodies(clients.receiver(Q), 2)).containsExactlyInAnyOrder("later", "by property");
    }

    @Test
    void shouldCopyATopicsMessageToEachSubscription() {
        emulator.createTopic("events").createSubscription("events", "left", EntityOptions.DEFAULT)
                .createSubscription("events", "right", EntityOptions.DEFAULT);

        clients.topicSender("events").sendMessage(new ServiceBusMessage("news"));

        assertThat(one(clients.receiver("events", "left")).getBody().toString()).isEqualTo("news");
        assertThat(one(clients.receiver("events", "right")).getBody().toString()).isEqualTo("news");
    }

    @Test
    void shouldDropADuplicateWithinTheWindow() {
        emulator.createQueue(Q, EntityOptions.DEFAULT.withDuplicateWindow(Duration.ofMinutes(10)));
        send(Q, "a", "a");
        assertThat(emulator.depth(Q).active()).isEqualTo(1);

        clock.advance(Duration.ofMinutes(11));
        send(Q, "a");

        assertThat(emulator.depth(Q).active()).isEqualTo(2);
    }

    @Test
    void shouldDropOrDeadLetterWhatExpires() {
        emulator.createQueue("drops").createQueue("keeps", EntityOptions.DEFAULT.withTimeToLive(Duration.ofMinutes(1), true));
        clients.sender("drops").sendMessage(new ServiceBusMessage("a").setTimeToLive(Duration.ofSeconds(30)));
        send("keeps", "b");

        clock.advance(Duration.ofMinutes(2));

        await().until(() -> emulator.depth("drops").equals(new EntityDepth(0, 0, 0, 0, 0)));
        assertThat(one(clients.deadLetters("keeps")).getDeadLetterReason()).isEqualTo("TTLExpiredException");
    }

    @Test
    void shouldForgetWhatItHandsOverWhenAskedTo() {
        emulator.createQueue(Q);
        send(Q, "a");

        assertThat(one(clients.deleting(Q)).getBody().toString()).isEqualTo("a");

        assertThat(emulator.depth(Q).total()).isZero();
        assertThat(emulator.settlements()).isEmpty();
    }

    @Test
    void shouldShowWithoutTaking() {
        emulator.createQueue(Q);
        send(Q, "a", "b");

        assertThat(clients.receiver(Q).peekMessages(10)).extracting(message -> message.getBody().toString())
                .containsExactly("a", "b");

        assertThat(emulator.depth(Q).active()).isEqualTo(2);
    }
}
