package io.gobridge.camel.testkit.sqs;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResultEntry;
import software.amazon.awssdk.services.sqs.model.SqsException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

class SqsDoorTest {

    private static EmbeddedSqs sqs;

    private final String queue = "door-" + UUID.randomUUID();
    private SqsDoor unit;
    private SqsClient client;

    @BeforeAll
    static void start() {
        sqs = EmbeddedSqs.start();
    }

    @AfterAll
    static void stop() {
        sqs.close();
    }

    @BeforeEach
    void createQueue() {
        sqs.createQueue(queue);
        unit = sqs.door();
        unit.forget();
        client = clientThatTriesOnce();
    }

    @AfterEach
    void open() {
        unit.open();
        client.close();
    }

    @Test
    void shouldCountRequestsAndEntriesByAction() {
        send("a", "b", "c");
        send("d");

        assertThat(unit.count("SendMessageBatch")).isEqualTo(2);
        assertThat(unit.countEntries("SendMessageBatch")).isEqualTo(4);
        assertThat(unit.count("DeleteMessageBatch")).isZero();
        assertThat(unit.log()).containsExactly(new DoorRequest("SendMessageBatch", 3), new DoorRequest("SendMessageBatch", 1));
    }

    static Stream<Refusal> refusals() {
        return Stream.of(Refusal.accessDenied(), Refusal.invalidCredentials(), Refusal.throttled(), Refusal.unavailable());
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void shouldRefuseAsAwsDoes(Refusal refusal) {
        unit.refuse("SendMessageBatch", refusal);

        var error = catchThrowableOfType(SqsException.class, () -> send("a"));

        assertThat(error.statusCode()).isEqualTo(refusal.status());
        assertThat(error.awsErrorDetails().errorCode()).isEqualTo(refusal.code());
        assertThat(error.isThrottlingException()).isEqualTo(refusal.equals(Refusal.throttled()));
        assertThat(sqs.depth(queue).isEmpty()).isTrue();
    }

    @Test
    void shouldRefuseOnlyAsOftenAsTold() {
        unit.refuse("SendMessageBatch", Refusal.unavailable(), 2);

        assertThatThrownBy(() -> send("a")).isInstanceOf(SqsException.class);
        assertThatThrownBy(() -> send("a")).isInstanceOf(SqsException.class);
        assertThat(send("a").successful()).hasSize(1);
    }

    @Test
    void shouldRefuseEveryActionUntilOpened() {
        unit.refuseAll(Refusal.accessDenied());

        assertThatThrownBy(() -> client.listQueues()).isInstanceOf(SqsException.class);
        unit.open();
        assertThat(client.listQueues().queueUrls()).contains(sqs.url(queue));
    }

    @Test
    void shouldFailOnlyTheChosenEntriesOfABatch() {
        unit.failEntries("SendMessageBatch", entry -> entry.body().equals("b"));

        var response = send("a", "b", "c");

        assertThat(response.successful()).extracting(SendMessageBatchResultEntry::id).containsExactly("0", "2");
        assertThat(response.failed()).extracting(BatchResultErrorEntry::id).containsExactly("1");
        assertThat(sqs.drain(queue)).extracting(Message::body).containsExactlyInAnyOrder("a", "c");
    }

    @Test
    void shouldFailAWholeBatchEntryByEntry() {
        unit.failEntries("SendMessageBatch", entry -> true);

        var response = send("a", "b");

        assertThat(response.successful()).isEmpty();
        assertThat(response.failed()).hasSize(2);
        assertThat(sqs.depth(queue).isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = { "bad:name", "a b", ".a", "a.", "a..b", "AWS.a", "amazon.a" })
    void shouldRefuseAttributeNamesThatAwsRefuses(String name) {
        var value = MessageAttributeValue.builder().dataType("String").stringValue("x").build();
        var entries = Stream.of("1", "2").map(id -> SendMessageBatchRequestEntry.builder().id(id).messageBody(id)
                .messageAttributes(Map.of(id.equals("1") ? "good.name-1_" : name, value)).build()).toList();

        var response = client.sendMessageBatch(request -> request.queueUrl(sqs.url(queue)).entries(entries));

        assertThat(response.failed()).singleElement().satisfies(failed -> {
            assertThat(failed.id()).isEqualTo("2");
            assertThat(failed.code()).isEqualTo("InvalidParameterValue");
            assertThat(failed.message()).contains(name);
        });
    }

    @Test
    void shouldCutBeforeTheBrokerSeesTheRequest() {
        unit.cut("SendMessageBatch", 1);

        assertThatThrownBy(() -> send("a")).isInstanceOf(SdkClientException.class);
        assertThat(sqs.depth(queue).total()).isZero();
        assertThat(send("a").successful()).hasSize(1);
    }

    @Test
    void shouldLoseTheAnswerToARequestThatTheBrokerDid() {
        unit.loseAnswers("SendMessageBatch", 1);

        assertThatThrownBy(() -> send("a")).isInstanceOf(SdkClientException.class);
        assertThat(sqs.depth(queue).total()).isEqualTo(1);
    }

    @Test
    void shouldHangUntilOpened() {
        unit.hang("SendMessageBatch");

        var sending = CompletableFuture.runAsync(() -> send("a"));

        await().until(() -> unit.count("SendMessageBatch") == 1);
        assertThat(sending).isNotDone();
        unit.open("SendMessageBatch");
        assertThat(sending).failsWithin(Duration.ofSeconds(5));
    }

    @Test
    void shouldDelay() {
        unit.delay("SendMessageBatch", Duration.ofMillis(300));

        var before = System.nanoTime();
        send("a");

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
    }

    @Test
    void shouldRefuseConnectionsWhileShut() {
        unit.shut();

        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), unit.port()))
                .isInstanceOf(ConnectException.class);
        unit.reopen();
        assertThat(send("a").successful()).hasSize(1);
    }

    private SendMessageBatchResponse send(String... bodies) {
        var entries = IntStream.range(0, bodies.length)
                .mapToObj(i -> SendMessageBatchRequestEntry.builder().id(String.valueOf(i)).messageBody(bodies[i]).build())
                .toList();
        return client.sendMessageBatch(request -> request.queueUrl(sqs.url(queue)).entries(entries));
    }

    private static SqsClient clientThatTriesOnce() {
        return SqsClient.builder().endpointOverride(URI.create("http://127.0.0.1:" + sqs.door().port()))
                .region(Region.US_EAST_1).credentialsProvider(AnonymousCredentialsProvider.create())
                .httpClientBuilder(ApacheHttpClient.builder())
                .overrideConfiguration(config -> config.retryStrategy(DefaultRetryStrategy.doNotRetry())).build();
    }
}
