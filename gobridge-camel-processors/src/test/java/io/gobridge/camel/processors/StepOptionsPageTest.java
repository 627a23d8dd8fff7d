package io.gobridge.camel.processors;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Keeps the options in the pages the same as those of the endpoints. */
class StepOptionsPageTest {

    private static final List<String> OF_CAMEL = List.of("name", "lazyStartProducer");

    @ParameterizedTest
    @CsvSource({
            "circuitbreaker/gobridge-breaker.json,circuit-breaker.md", "tenant/gobridge-tenant.json,tenant.md",
            "dedupe/gobridge-dedupe.json,dedupe.md" })
    void shouldNameEveryOptionWithItsDefault(String descriptor, String page) throws Exception {
        String text = Files.readString(Path.of("..", "docs", "steps", page));
        JsonNode options;
        try (InputStream json
                = StepOptionsPageTest.class.getResourceAsStream("/META-INF/io/gobridge/camel/processors/" + descriptor)) {
            options = new ObjectMapper().readTree(json).get("properties");
        }
        Iterable<String> names = options::fieldNames;

        assertThat(StreamSupport.stream(names.spliterator(), false).filter(name -> !OF_CAMEL.contains(name)).toList())
                .isNotEmpty().allSatisfy(name -> {
                    String standard = options.get(name).path("defaultValue").asText();
                    assertThat(text).containsPattern("\\| `" + name + "` \\| `?" + standard);
                });
    }
}
