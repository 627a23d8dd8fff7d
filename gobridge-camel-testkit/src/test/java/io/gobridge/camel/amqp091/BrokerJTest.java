package io.gobridge.camel.amqp091;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.testkit.EmbeddedBrokerJ;
import io.gobridge.camel.transport.Sender;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The transport with Broker-J. */
class BrokerJTest extends AmqpBrokerContract {

    private static EmbeddedBrokerJ broker;

    @BeforeAll
    static void startBroker() {
        broker = EmbeddedBrokerJ.start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @Override
    int port() {
        return broker.port();
    }

    @Override
    int ready() {
        return broker.available(ends.name);
    }

    @Test
    void shouldNotTakeAMessageThatNoQueueGetsForSent() {
        Sender sender = ends.sender("default", "routingKey=nobody");

        BridgeException failure = AmqpEnds.failure(sender.send(AmqpEnds.message("m1", "")));

        assertThat(failure.code()).as("it does not say why it refuses").isEqualTo(FailureCode.BROKER_BUSY);
    }
}
