package io.gobridge.camel.testkit.servicebus;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;

import com.azure.core.amqp.exception.AmqpErrorCondition;
import com.azure.core.amqp.exception.AmqpException;
import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.gobridge.camel.testkit.SettableClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static io.gobridge.camel.testkit.servicebus.OfficialClients.bodies;
import static io.gobridge.camel.testkit.servicebus.OfficialClients.one;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.awaitility.Awaitility.await;

/** Sessions of the emulator, as the official client sees them. */
class EmulatedSessionsTest {

    private static final String Q = "orders";

    private final SettableClock clock = new SettableClock(Instant.now());
    private final ServiceBusEmulator emulator = ServiceBusEmulator.start(clock);
    private final OfficialClients clients = new OfficialClients(emulator);

    @BeforeEach
    void createQueue() {
        emulator.createQueue(Q, EntityOptions.DEFAULT.withSessions().withLockDuration(Duration.ofSeconds(30)));
        ServiceBusSenderClient sender = clients.sender(Q);
        for (String body : new String[] { "a1", "b1", "a2", "b2" }) {
            sender.sendMessage(new ServiceBusMessage(body).setSessionId(body.substring(0, 1)));
        }
    }

    @AfterEach
    void close() {
        clients.close();
        emulator.close();
    }

    @Test
    void shouldGiveEachClientASessionOfItsOwn() {
        ServiceBusReceiverClient first = clients.sessions(Q).acceptNextSession();
        ServiceBusReceiverClient second = clients.sessions(Q).acceptNextSession();

        assertThat(first.getSessionId()).isEqualTo("a");
        assertThat(second.getSessionId()).isEqualTo("b");
        assertThat(bodies(first, 2)).containsExactly("a1", "a2");
        assertThat(bodies(second, 2)).containsExactly("b1", "b2");
    }

    @Test
    void shouldRefuseASessionThatSomebodyElseHolds() {
        clients.sessions(Q).acceptSession("b");

        assertThatThrownBy(() -> clients.sessions(Q).acceptSession("b")).asInstanceOf(type(AmqpException.class))
                .extracting(AmqpException::getErrorCondition).isEqualTo(AmqpErrorCondition.SESSION_CANNOT_BE_LOCKED);
    }

    @Test
    void shouldFreeTheMessagesOfASessionThatIsClosedWithoutCountingThem() {
        ServiceBusReceiverClient first = clients.sessions(Q).acceptSession("a");
        one(first);

        first.close();

        await().until(() -> emulator.depth(Q).locked() == 0);
        ServiceBusReceiverClient second = clients.sessions(Q).acceptSession("a");
        assertThat(one(second)).satisfies(again -> {
            assertThat(again.getBody().toString()).isEqualTo("a1");
            assertThat(again.getDeliveryCount()).isZero();
        });
    }

    @Test
    void shouldEndTheLockOfASessionThatNobodyRenews() {
        ServiceBusReceiverClient holder = clients.sessions(Q).acceptSession("a");
        var message = one(holder);

        emulator.faults().expireLocks();

        assertThatThrownBy(() -> holder.complete(message)).isInstanceOf(ServiceBusException.class);
        ServiceBusReceiverClient next = clients.sessions(Q).acceptSession("a");
        assertThat(one(next).getDeliveryCount()).isEqualTo(1);
    }

    @Test
    void shouldKeepASessionThatIsRenewed() {
        ServiceBusReceiverClient holder = clients.sessions(Q).acceptSession("a");
        var message = one(holder);
        clock.advance(Duration.ofSeconds(20));

        OffsetDateTime until = holder.renewSessionLock();
        clock.advance(Duration.ofSeconds(20));

        assertThat(until.toInstant()).isAfter(clock.instant());
        holder.complete(message);
        assertThat(emulator.depth(Q).total()).isEqualTo(3);
    }

    @Test
    void shouldKeepTheStateOfASession() {
        ServiceBusReceiverClient holder = clients.sessions(Q).acceptSession("a");
        assertThat(holder.getSessionState()).isNull();

        holder.setSessionState("half way".getBytes(StandardCharsets.UTF_8));
        holder.close();

        ServiceBusReceiverClient next = clients.sessions(Q).acceptSession("a");
        assertThat(next.getSessionState()).asString(StandardCharsets.UTF_8).isEqualTo("half way");
    }

    @Test
    void shouldRefuseAMessageWithoutASession() {
        assertThatThrownBy(() -> clients.sender(Q).sendMessage(new ServiceBusMessage("c")))
                .hasStackTraceContaining("SessionId was not set");
    }

    @Test
    void shouldRefuseAReceiverWithoutSessions() {
        assertThatThrownBy(() -> one(clients.receiver(Q))).isNotNull();
        assertThat(emulator.depth(Q).active()).isEqualTo(4);
    }
}
