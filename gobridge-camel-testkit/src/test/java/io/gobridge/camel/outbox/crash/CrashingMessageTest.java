package io.gobridge.camel.outbox.crash;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.gobridge.camel.outbox.EmbeddedPostgresServer;
import io.gobridge.camel.testkit.EmbeddedBrokerJ;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** F36: a message that ends every process that runs it, at a source that does not count how often it handed it over. */
class CrashingMessageTest {

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int RUNS = 5;

    @TempDir
    private Path directory;
    private final EmbeddedBrokerJ broker = EmbeddedBrokerJ.start();
    private final String queue = "crash-" + UUID.randomUUID();
    private Process node;

    @AfterEach
    void close() {
        if (node != null) {
            node.destroyForcibly();
        }
        broker.close();
    }

    @Test
    void shouldTakeAMessageOutOfTheWayThatKillsEveryProcess() throws Exception {
        put(CrashingNode.KILLER, "harmless");
        for (int run = 1; run <= RUNS; run++) {
            start();
            assertThat(node.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).as("run %d ends its process", run).isTrue();
            assertThat(node.exitValue()).isEqualTo(137);
        }

        start();

        await().atMost(LONG).until(() -> broker.depth(queue) == 0);
        assertThat(lines(CrashingNode.DEAD_LETTERS)).containsExactly("poison killer " + RUNS);
        assertThat(Collections.frequency(lines(CrashingNode.RUNS), CrashingNode.KILLER)).isEqualTo(RUNS);
        assertThat(Collections.frequency(lines(CrashingNode.RUNS), "harmless")).isEqualTo(1);
        assertThat(node.isAlive()).isTrue();
    }

    private void start() throws IOException {
        node = CrashingNode.start(directory, EmbeddedPostgresServer.url(), broker.port(), queue);
    }

    private void put(String... texts) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(broker.port());
        try (Connection connection = factory.newConnection(); Channel channel = connection.createChannel()) {
            channel.queueDeclare(queue, true, false, false, null);
            channel.confirmSelect();
            for (String text : texts) {
                channel.basicPublish("", queue, new BasicProperties.Builder().messageId(text).deliveryMode(2).build(),
                        text.getBytes(StandardCharsets.UTF_8));
            }
            channel.waitForConfirmsOrDie();
        }
    }

    private List<String> lines(String file) throws IOException {
        return Files.readAllLines(directory.resolve(file));
    }
}
