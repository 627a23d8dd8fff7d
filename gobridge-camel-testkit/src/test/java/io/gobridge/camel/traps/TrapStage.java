package io.gobridge.camel.traps;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import io.gobridge.camel.testkit.sqs.EmbeddedSqs;
import io.gobridge.camel.testkit.sqs.QueueDepth;
import org.apache.camel.CamelContext;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Gives each test a Camel context and queues of its own: source, target, FIFO target and dead letters. */
final class TrapStage implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {

    private static final AtomicInteger TESTS = new AtomicInteger();
    private static final Duration VISIBILITY = Duration.ofSeconds(1);

    private EmbeddedSqs sqs;
    private CamelContext camel;
    private int test;

    @Override
    public void beforeAll(ExtensionContext context) {
        if (isOutermost(context)) {
            sqs = EmbeddedSqs.start();
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        test = TESTS.incrementAndGet();
        sqs.createQueue(source(), VISIBILITY).createQueue(target()).createQueue(fifoTarget()).createQueue(deadLetters());
        sqs.door().forget();
        camel = new DefaultCamelContext();
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        sqs.door().open();
        camel.close();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (isOutermost(context)) {
            sqs.close();
        }
    }

    EmbeddedSqs sqs() {
        return sqs;
    }

    String source() {
        return "source-" + test;
    }

    String target() {
        return "target-" + test;
    }

    String fifoTarget() {
        return "target-" + test + ".fifo";
    }

    String deadLetters() {
        return "dead-" + test;
    }

    /** Puts the trap's message into the source, then starts the routes. */
    void play(Trap trap, RoutesBuilder routes) throws Exception {
        sqs.send(source(), trap.body(), strings(trap.attributes()));
        camel.addRoutes(routes);
        camel.start();
    }

    void awaitSourceEmpty() {
        await().until(() -> sqs.depth(source()).isEmpty());
    }

    void awaitInTarget(int messages) {
        await().untilAsserted(() -> assertThat(sqs.depth(target()).total()).isGreaterThanOrEqualTo(messages));
    }

    QueueDepth depth(String queue) {
        return sqs.depth(queue);
    }

    /** Takes the only message out of the target. */
    Message arrived() {
        var messages = sqs.drain(target());
        assertThat(messages).hasSize(1);
        return messages.get(0);
    }

    List<String> bodies(String queue) {
        return sqs.drain(queue).stream().map(Message::body).toList();
    }

    /** JUnit calls this extension for each nested class too, and all share one broker. */
    private static boolean isOutermost(ExtensionContext context) {
        return context.getRequiredTestClass().getEnclosingClass() == null;
    }

    private static Map<String, MessageAttributeValue> strings(Map<String, String> attributes) {
        return attributes.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey,
                entry -> MessageAttributeValue.builder().dataType("String").stringValue(entry.getValue()).build()));
    }
}
