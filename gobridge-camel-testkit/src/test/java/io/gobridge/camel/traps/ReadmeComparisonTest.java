package io.gobridge.camel.traps;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Keeps the comparison table of the README the same as the tests that show each of its rows. */
class ReadmeComparisonTest {

    private static final String BEGIN = "<!-- comparison: begin -->\n";
    private static final String END = "<!-- comparison: end -->";

    private static final List<Row> ROWS = List.of(
            new Row(
                    "a `deadLetterChannel` whose endpoint fails", "the message is acknowledged and nowhere",
                    "stays at its source until a dead letter is confirmed", "shouldLoseAMessageWhenItsDeadLetterChannelFails",
                    "shouldKeepAMessageInItsSourceUntilItsDeadLetterIsWritten"),
            new Row(
                    "an attribute `CamelAwsSqsOperation=purgeQueue`, SQS to SQS", "purges the target queue",
                    "is a text like any other, and stripped", "shouldPurgeTheTargetWhenAnAttributeOfTheSourceSaysSo",
                    "shouldTakeAnOperationInAnAttributeForAnyOtherText"),
            new Row(
                    "13 headers to SQS", "the ten that come first by name are sent",
                    "all arrive: trace and identity as attributes, the rest packed", "shouldDropTheLastHeadersByNameAboveTen",
                    "shouldCarryMoreThanTenHeaders"),
            new Row(
                    "a binary body to SQS", "silently becomes replacement characters", "arrives byte for byte",
                    "shouldReplaceBytesThatAreNoText", "shouldCarryBytesThatAreNoText"),
            new Row(
                    "a batch to a FIFO queue", "one deduplication id for all: one message arrives",
                    "each has its own: all arrive", "shouldSendOnlyOnePartOfAFifoBatchSinceAllShareADeduplicationId",
                    "shouldSendEveryPartToAFifoQueueWithItsOwnDeduplicationId"),
            new Row(
                    "one entry of a batch refused", "the exchange succeeds", "that entry is sent again",
                    "shouldTakeABatchForSentWhenTheBrokerRefusedAnEntry", "shouldSendAnEntryAgainThatTheBrokerRefused"),
            new Row(
                    "`removeHeaders(\"*\")` in the route", "never deleted: sent again and again", "settled once",
                    "shouldSendAMessageAgainAndAgainWhenItsRouteRemovesHeaders",
                    "shouldSettleAMessageWhoseRouteRemovesHeaders"),
            new Row(
                    "`multicast` with one target down", "the good targets get it again with every redelivery",
                    "`fan_out`: each gets it once", "shouldSendAgainToTheGoodTargetWhileAnotherIsDown",
                    "shouldSendOnceToTheGoodTargetWhileAnotherIsDown"),
            new Row(
                    "headers of type Instant, UUID, list; empty text", "vanish", "arrive with their types",
                    "shouldDropHeadersOfTypesThatItDoesNotKnow", "shouldCarryHeadersWithTheirTypes"),
            new Row(
                    "a header named `bad:name`", "the message is refused for ever", "arrives under its name",
                    "shouldNeverDeliverAMessageWhoseHeaderNameSqsRefuses", "shouldDeliverAMessageWhoseHeaderNameSqsRefuses"),
            new Row(
                    "a NaN header", "the message is refused for ever", "arrives as NaN",
                    "shouldNeverDeliverAMessageWithAHeaderThatIsNotANumber",
                    "shouldDeliverAMessageWithAHeaderThatIsNotANumber"),
            new Row(
                    "a Date header", "text in the sender's time zone", "a point in time",
                    "shouldSendADateAsTextInTheTimeZoneOfTheSender", "shouldCarryADateAsAPointInTime"),
            new Row(
                    "an MQTT message whose route fails, without `manualAcksEnabled`", "acknowledged: the message is lost",
                    "stays with the broker", "shouldAcknowledgeAnMqttMessageWhoseRouteFails",
                    "shouldNotAcknowledgeAnMqttMessageWhoseRouteFails"),
            new Row(
                    "messages that an MQTT session holds at the start", "those before the callback is set are dropped",
                    "all arrive", "shouldDropMessagesOfAPersistentSessionThatComeBeforeItListens",
                    "shouldReceiveAllMessagesOfAPersistentSession"),
            new Row(
                    "an AMQP 0-9-1 message that no queue gets", "the send succeeds",
                    "the send fails: `NOT_FOUND`, or `BROKER_BUSY` where the broker does not say why",
                    "shouldTakeARabbitMqMessageThatNoQueueGetsForSent",
                    "shouldNotTakeARabbitMqMessageThatNoQueueGetsForSent"),
            new Row(
                    "an AMQP 0-9-1 message in an asynchronous route", "acknowledged before the route ends",
                    "acknowledged when the route has ended", "shouldAcknowledgeARabbitMqMessageThatIsStillInItsRoute",
                    "shouldNotAcknowledgeARabbitMqMessageThatIsStillInItsRoute"),
            new Row(
                    "an AMQP 1.0 message whose route fails", "accepted: the message is lost",
                    "stays with the broker", "shouldAcceptAnAmqpMessageWhoseRouteFails",
                    "shouldNotAcceptAnAmqpMessageWhoseRouteFails"),
            new Row(
                    "header names with `.` and `-` to AMQP 1.0", "rewritten on the wire",
                    "as they are", "shouldRewriteHeaderNamesOnTheAmqpWire",
                    "shouldKeepHeaderNamesOnTheAmqpWire"),
            new Row(
                    "subject and message id to Service Bus", "dropped",
                    "sent", "shouldDropSubjectAndMessageId",
                    "shouldSendSubjectAndMessageId"),
            new Row(
                    "a Service Bus message whose route fails", "ten deliveries at once, then dead-lettered by the broker",
                    "held until its retry is due", "shouldUseUpAllDeliveriesOfAFailingMessageAtOnce",
                    "shouldHoldAFailingMessageUntilItsRetryIsDue"),
            new Row(
                    "a `circuitBreaker()` that is open, without `onFallback`", "the message is acknowledged and nowhere",
                    "held by its source until a probe gets through", "shouldLoseAMessageWhileItsCircuitBreakerIsOpen",
                    "shouldKeepAMessageInItsSourceWhileItsCircuitBreakerIsOpen"),
            new Row(
                    "a duplicate that an `idempotentConsumer` gets while the first attempt runs, and then fails",
                    "acknowledged: the message is lost", "not acknowledged: it comes again",
                    "shouldLoseAMessageWhoseDuplicateCameWhileItFailed", "shouldNotAcknowledgeADuplicateOfAMessageInProgress"));

    /** The steps have their tests in a module that this one does not know. */
    private static final Path STEPS
            = Path.of("..", "gobridge-camel-processors", "src", "test", "java", "io", "gobridge", "camel",
                    "traps");
    private static final Pattern TEST = Pattern.compile("@Test\\s+void (\\w+)\\(");

    @Test
    void shouldSayInTheReadmeWhatTheTestsShow() throws IOException {
        String readme = Files.readString(Path.of("..", "README.md"));

        String table = readme.substring(readme.indexOf(BEGIN) + BEGIN.length(), readme.indexOf(END));

        assertThat(table).isEqualTo(rendered());
    }

    @Test
    void shouldHaveATestOnBothSidesForEachRow() throws IOException {
        List<String> plain = testsOf(PlainCamelTrapsTest.class, "PlainCamelStepTrapsTest.java");
        List<String> twin = testsOf(GoBridgeHasNoTrapsTest.class, "GoBridgeHasNoStepTrapsTest.java");

        assertThat(ROWS).allSatisfy(row -> {
            assertThat(plain).contains(row.plainTest());
            assertThat(twin).contains(row.twinTest());
        });
    }

    private static String rendered() {
        String rows = ROWS.stream().map(row -> "| " + row.situation() + " | " + row.plain() + " | " + row.gobridge() + " |\n")
                .collect(Collectors.joining());
        return "| | plain Camel 4.17.0 | gobridge |\n|---|---|---|\n" + rows;
    }

    private static List<String> testsOf(Class<?> suite, String suiteOfSteps) throws IOException {
        Stream<String> own = Stream.concat(Stream.of(suite), Arrays.stream(suite.getDeclaredClasses()))
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(Test.class))
                .map(Method::getName);
        Stream<String> ofSteps
                = TEST.matcher(Files.readString(STEPS.resolve(suiteOfSteps))).results().map(test -> test.group(1));
        return Stream.concat(own, ofSteps).toList();
    }

    /** One line of the table and the two tests that show it. */
    private record Row(String situation, String plain, String gobridge, String plainTest, String twinTest) {
    }
}
