package io.gobridge.camel.testkit.contract;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** D-13: what a Camel consumer hands over may hold anything, and must never cost a permit or stay behind. */
class OddSourceMessageTest {

    private static final int ODD_MESSAGES = 3;

    private final SedaFixture fixture = new SedaFixture();
    private final BridgeStage stage = new BridgeStage(fixture, false);

    @AfterEach
    void close() {
        stage.close();
    }

    private void send(Map<String, Object> headers) throws Exception {
        stage.start(routes -> routes.from(stage.from("maxInFlight=1")).to(stage.to()));
        String uri = fixture.source().replace("source=", "");
        var template = stage.node().createProducerTemplate();
        for (int i = 0; i < ODD_MESSAGES; i++) {
            template.sendBodyAndHeaders(uri, "odd", headers);
        }
        template.sendBody(uri, "good");
    }

    @Test
    void required_D13_anIdThatIsNoTextIsRejected() throws Exception {
        send(Map.of("gobridge.message-id", "\ud800"));

        stage.eventually(() -> assertThat(stage.received()).contains("good"));
        assertThat(stage.deadTexts()).hasSize(ODD_MESSAGES);
    }

    @Test
    void required_D13_aHeaderWithoutANameDoesNotStopTheSource() throws Exception {
        Map<String, Object> headers = new HashMap<>();
        headers.put("", "nameless");

        send(headers);

        stage.eventually(() -> assertThat(stage.received()).contains("good"));
    }

    @Test
    void required_D13_aBodyThatCannotBeReadIsADeadLetterWhereItDoesNotComeAgain() throws Exception {
        stage.start(routes -> routes.from(stage.from("maxInFlight=1")).to(stage.to()));
        String uri = fixture.source().replace("source=", "");
        var template = stage.node().createProducerTemplate();

        template.sendBody(uri, new FilterInputStream(InputStream.nullInputStream()) {
            @Override
            public int read(byte[] buffer, int offset, int length) throws IOException {
                throw new IOException("cut");
            }
        });
        template.sendBody(uri, "good");

        stage.eventually(() -> assertThat(stage.received()).contains("good"));
        assertThat(stage.deadLetters.entries()).hasSize(1);
    }
}
