package io.gobridge.example.quickstart;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.failure.DeadLetterCategory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.Message;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs the example once and looks at what the AWS SDK read back. */
class QuickstartTest {

    private static final ByteArrayOutputStream OUT = new ByteArrayOutputStream();

    private static Result result;

    @BeforeAll
    static void run() throws Exception {
        result = new Quickstart(new PrintStream(OUT, true, StandardCharsets.UTF_8)).run();
    }

    @Test
    void shouldBalanceTheLedger() {
        assertThat(OUT.toString(StandardCharsets.UTF_8)).endsWith("ledger: receipts=46 completed=43 filtered=1 expired=1"
                                                                  + " dead_lettered=1 dropped=0 returned=0 in_flight=0 balanced=true\n");
    }

    @Test
    void shouldDeliverEveryReadingOnceAlsoThoseThatWereRefusedFirst() {
        List<String> ids = result.arrived().stream().map(Result::id).toList();

        assertThat(ids).doesNotHaveDuplicates().hasSize(43)
                .containsAll(IntStream.rangeClosed(1, 40).mapToObj(n -> String.format("r-%03d", n)).toList())
                .contains("binary", "fourteen-headers", "forged");
        assertThat(OUT.toString(StandardCharsets.UTF_8)).contains("health DOWN, target: NOT_AUTHORIZED");
    }

    @Test
    void shouldMissNothingOfADeviceThatLostItsConnection() {
        assertThat(OUT.toString(StandardCharsets.UTF_8)).containsSubsequence("south loses its connection", "it is back");
    }

    @Test
    void shouldShowForgedHeadersNowhereAtTheTarget() {
        Set<String> names = result.arrived().stream().flatMap(message -> message.messageAttributes().keySet().stream())
                .map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());

        assertThat(names).contains("plant").doesNotContain("x-bridge.route-override", "x-bridge.tenant-id")
                .noneMatch(name -> name.startsWith("camel"));
        assertThat(result.arrived().toString()).doesNotContain("purgeQueue", "elsewhere", "somebody-else");
    }

    @Test
    void shouldDeliverTheBinaryPayloadByteForByte() {
        byte[] payload = Base64.getDecoder().decode(arrived("binary").body());

        assertThat(payload).hasSize(256);
        assertThat(IntStream.range(0, 256).allMatch(value -> Byte.toUnsignedInt(payload[value]) == value)).isTrue();
    }

    @Test
    void shouldCarryAllFourteenHeaders() {
        String everything = arrived("fourteen-headers").messageAttributes().toString();

        assertThat(everything).contains(IntStream.rangeClosed(1, 14).mapToObj(n -> String.format("tag-%02d", n)).toList());
    }

    @Test
    void shouldKeepTheBrokenReadingWithItsRawBytes() {
        String line = result.recording().stream().filter(recorded -> recorded.contains("\"broken\"")).findFirst().orElseThrow();

        assertThat(deadLetter(DeadLetterCategory.REJECTED).envelope().payload().toText()).isEqualTo(line);
        assertThat(deadLetter(DeadLetterCategory.EXPIRED).envelope().id()).isEqualTo("expired");
    }

    private static Message arrived(String id) {
        return result.arrived().stream().filter(message -> Result.id(message).equals(id)).findFirst().orElseThrow();
    }

    private static DeadLetter deadLetter(DeadLetterCategory category) {
        return result.deadLetters().stream().filter(entry -> entry.category() == category).findFirst().orElseThrow();
    }
}
