package io.gobridge.camel.testkit.servicebus;

import java.time.Instant;

import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusFailureReason;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.gobridge.camel.testkit.SettableClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static io.gobridge.camel.testkit.servicebus.OfficialClients.isSilent;
import static io.gobridge.camel.testkit.servicebus.OfficialClients.one;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.awaitility.Awaitility.await;

/** What the emulator refuses, holds and cuts, as the official client sees it. */
class ServiceBusFaultsTest {

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
    void shouldRefuseAnEntityThatIsNotThere() {
        assertThatThrownBy(() -> send("missing", "a")).asInstanceOf(type(ServiceBusException.class))
                .extracting(ServiceBusException::getReason).isEqualTo(ServiceBusFailureReason.MESSAGING_ENTITY_NOT_FOUND);
    }

    @Test
    void shouldServeAClientWhoseConnectionWasCut() {
        emulator.createQueue(Q);
        send(Q, "a", "b");
        ServiceBusReceiverClient receiver = clients.receiver(Q);
        ServiceBusReceivedMessage first = one(receiver);

        emulator.faults().dropConnections();

        // The client may notice the cut only while it settles; its next try goes over a new connection.
        await().ignoreExceptions().until(() -> {
            receiver.complete(first);
            return true;
        });
        assertThat(one(receiver).getBody().toString()).isEqualTo("b");
        assertThat(isSilent(receiver)).as("the lock of the second one still holds").isTrue();
    }

    @Test
    void shouldRefuseSendsWhenTheTestSaysSo() {
        emulator.createQueue(Q);
        emulator.faults().refuseSends("amqp:resource-limit-exceeded");

        assertThatThrownBy(() -> send(Q, "a")).asInstanceOf(type(ServiceBusException.class))
                .extracting(ServiceBusException::getReason).isEqualTo(ServiceBusFailureReason.QUOTA_EXCEEDED);

        emulator.faults().heal();
        send(Q, "a");
        assertThat(emulator.depth(Q).active()).isEqualTo(1);
    }

    @Test
    void shouldHoldSettlementsWhenTheTestSaysSo() {
        emulator.createQueue(Q);
        send(Q, "a");
        ServiceBusReceiverClient receiver = clients.receiver(Q);
        ServiceBusReceivedMessage message = one(receiver);
        emulator.faults().holdSettlements();
        Thread completing = new Thread(() -> receiver.complete(message));
        completing.start();

        await().until(() -> emulator.faults().heldSettlements() == 1);
        assertThat(emulator.depth(Q).locked()).isEqualTo(1);
        emulator.faults().heal();

        await().until(() -> !completing.isAlive());
        assertThat(emulator.depth(Q).total()).isZero();
    }
}
