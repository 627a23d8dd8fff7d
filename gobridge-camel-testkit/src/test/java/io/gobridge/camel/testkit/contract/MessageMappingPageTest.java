package io.gobridge.camel.testkit.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.Capabilities.RetrySupport;
import io.gobridge.camel.transport.Carriers;
import io.gobridge.camel.transport.Transport;
import io.gobridge.camel.transport.amqp091.Amqp091Transport;
import io.gobridge.camel.transport.amqp10.AmqpTransport;
import io.gobridge.camel.transport.memory.MemoryTransport;
import io.gobridge.camel.transport.mqtt.MqttTransport;
import io.gobridge.camel.transport.servicebus.ServiceBusTransport;
import io.gobridge.camel.transport.sqs.SqsTransport;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Keeps {@code docs/message-mapping.md} what the transports say of themselves. With the system property
 * {@code regenerate} it writes the tables instead. F68: one of them says what a retry does on each source.
 */
class MessageMappingPageTest {

    private static final Path PAGE = Path.of("..", "docs", "message-mapping.md");
    private static final String BEGIN = "<!-- generated: begin -->\n";
    private static final String END = "<!-- generated: end -->\n";
    private static final List<Transport> TRANSPORTS = List.of(new SqsTransport(), new MqttTransport(), new Amqp091Transport(),
            new AmqpTransport(), new ServiceBusTransport(), new MemoryTransport());

    @Test
    void shouldSayWhatTheTransportsSayOfThemselves() throws IOException {
        String page = Files.readString(PAGE);
        String before = page.substring(0, page.indexOf(BEGIN) + BEGIN.length());
        String after = page.substring(page.indexOf(END));
        String expected = before + tables() + after;
        if (Boolean.getBoolean("regenerate")) {
            Files.writeString(PAGE, expected);
        }

        assertThat(Files.readString(PAGE)).isEqualTo(expected);
    }

    private static String tables() {
        return "## What carries what\n\n" + header("envelope", Transport::name)
               + carried("id", Carriers::id)
               + carried("subject", Carriers::subject)
               + carried("payload", Carriers::payload)
               + carried("createdAt", Carriers::createdAt)
               + carried("expiresAt", Carriers::expiresAt)
               + carried("idempotency key", Carriers::idempotencyKey)
               + carried("dedup id", Carriers::dedupId)
               + carried("ordering key", Carriers::orderingKey)
               + carried("headers", Carriers::headers)
               + "\n## What a source can do\n\n" + header("capability", Transport::name)
               + able("retry after a wait", MessageMappingPageTest::retry)
               + able("waits for settlement", capabilities -> capabilities.lockWindow().isZero()
                       ? "without limit" : capabilities.lockWindow().toSeconds() + " s, extended")
               + able("redelivers after a crash", capabilities -> yes(capabilities.redelivers()))
               + able("counts attempts", capabilities -> yes(capabilities.countsAttempts()))
               + able("own dead-lettering (`reject`)", capabilities -> yes(capabilities.rejects()))
               + able("ordering groups", capabilities -> yes(capabilities.ordersGroups()));
    }

    private static String retry(Capabilities capabilities) {
        Duration longest = capabilities.longestRetry();
        if (capabilities.retry() == RetrySupport.NATIVE) {
            return "native, up to " + longest.toHours() + " h";
        }
        return longest.isZero() ? "held in process" : "held in process; longer waits carried by the broker";
    }

    private static String yes(boolean is) {
        return is ? "yes" : "no";
    }

    private static String header(String first, Function<Transport, String> column) {
        return row(first, column) + "|---".repeat(TRANSPORTS.size() + 1) + "|\n";
    }

    private static String carried(String part, Function<Carriers, String> carrier) {
        return row(part, transport -> transport.carriers().map(carrier).orElse("as it is"));
    }

    private static String able(String capability, Function<Capabilities, String> value) {
        return row(capability, transport -> value.apply(transport.capabilities()));
    }

    private static String row(String first, Function<Transport, String> cell) {
        return "| " + first + " | " + TRANSPORTS.stream().map(cell).collect(Collectors.joining(" | ")) + " |\n";
    }
}
