package io.gobridge.camel.processors;

import java.nio.charset.StandardCharsets;
import java.util.Map;

import io.gobridge.camel.conditions.Condition;
import io.gobridge.camel.processors.filter.FilterProcessor;
import io.gobridge.camel.processors.filter.FilterSettings;
import io.gobridge.camel.processors.transform.Mapping;
import io.gobridge.camel.processors.transform.TransformProcessor;
import io.gobridge.camel.processors.transform.TransformSettings;
import org.apache.camel.AsyncProcessor;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** However many steps look: one parse of what came in, one write of what goes out, and nobody reads that again. */
class StepsShareOneParseTest {

    private static final byte[] BODY = "{\"a\": {\"b\": [1.10, \"x\"]}, \"c\": \"\\u00e4\"}".getBytes(StandardCharsets.UTF_8);

    @Test
    void shouldParseOnceAndWriteOnceInAChainOfSteps() {
        StepRun run = StepRun.with(BODY, Map.of());

        run.through(filter("$.a.b[0] = 1.1")).through(filter("$.c = '\u00e4'")).through(transform("d.e", "$.a.b"))
                .through(filter("$.d.e[1] = 'x' and $.c = '\u00e4'"));

        assertThat(run.code()).isNull();
        assertThat(run.parses()).isEqualTo(1);
        assertThat(run.writes()).isEqualTo(1);
        assertThat(run.text()).isEqualTo("{\"a\": {\"b\": [1.10, \"x\"]},\"c\": \"\\u00e4\",\"d\":{\"e\":[1.10, \"x\"]}}");
    }

    @Test
    void shouldWriteOnlyWhenThePayloadChanges() {
        StepRun run = StepRun.with(BODY, Map.of());

        run.through(filter("$.c exists true")).through(transform("header.h", "$.c")).through(transform("x", "$.missing"));
        assertThat(run.body()).isSameAs(BODY);
        run.through(transform("x", "$.c"));
        Object written = run.body();
        run.through(filter("$.x exists true")).through(transform("header.h", "$.x"));

        assertThat(run.body()).isNotSameAs(BODY).isSameAs(written);
    }

    @Test
    void shouldParseAgainWhenTheRouteChangesThePayload() {
        StepRun run = StepRun.with(BODY, Map.of());

        run.through(filter("$.a exists true"));
        run.exchange().getMessage().setBody("{\"z\": 1}");
        run.through(filter("$.z = 1")).through(filter("$.a exists false"));

        assertThat(run.code()).isNull();
        assertThat(run.parses()).isEqualTo(2);
    }

    @Test
    void shouldParseNothingForHeadersAlone() {
        StepRun run = StepRun.with(BODY, Map.of("plant", "P7"));

        assertThat(run.through(filter("plant = 'P7' or $.a = 1")).parses()).isZero();
    }

    private static AsyncProcessor filter(String condition) {
        return new FilterProcessor(FilterSettings.of("f", Condition.parse(condition)));
    }

    private static AsyncProcessor transform(String target, String source) {
        return new TransformProcessor(TransformSettings.of("t", Mapping.of(target, source)));
    }
}
