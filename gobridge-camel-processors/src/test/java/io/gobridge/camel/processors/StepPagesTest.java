package io.gobridge.camel.processors;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gobridge.camel.failure.BridgeException;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/** Runs the examples of the pages of the steps in plain Camel routes, and holds their tables to the metadata. */
class StepPagesTest {

    private static final Path PAGES = Path.of("..", "docs", "steps");
    private static final Path JAVA = Path.of("src", "test", "java", "io", "gobridge", "camel", "processors");
    private static final Pattern BLOCK = Pattern.compile("```(yaml|xml)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern BODY = Pattern.compile("configure\\(\\) \\{\n(.*?)\n    }\n", Pattern.DOTALL);

    private final DefaultCamelContext context = new DefaultCamelContext();

    @AfterEach
    void stop() {
        context.stop();
    }

    static Stream<Example> filters() throws IOException {
        return examples("filter");
    }

    static Stream<Example> transforms() throws IOException {
        return examples("transform");
    }

    @ParameterizedTest
    @MethodSource("filters")
    void shouldFilterAsThePageSays(Example example) throws Exception {
        load(example);

        assertFilters();
    }

    @ParameterizedTest
    @MethodSource("transforms")
    void shouldTransformAsThePageSays(Example example) throws Exception {
        load(example);

        assertTransforms();
    }

    @Test
    void shouldFilterAsThePageSaysInJava() throws Exception {
        context.addRoutes(new FilterRoutes());

        assertFilters();
    }

    @Test
    void shouldTransformAsThePageSaysInJava() throws Exception {
        context.addRoutes(new TransformRoutes());

        assertTransforms();
    }

    @ParameterizedTest
    @CsvSource({ "filter,FilterRoutes", "transform,TransformRoutes" })
    void shouldShowTheJavaThatRuns(String step, String routes) throws IOException {
        var body = BODY.matcher(Files.readString(JAVA.resolve(routes + ".java")));

        assertThat(body.find()).isTrue();
        assertThat(page(step)).contains("```java\n" + body.group(1).stripIndent() + "\n```");
    }

    @ParameterizedTest
    @CsvSource({ "filter,FilterProcessor", "transform,TransformProcessor" })
    void shouldListTheOptionsOfTheBeanAndOfTheEndpoint(String step, String bean) throws IOException {
        JsonNode properties = options("META-INF/services/org/apache/camel/bean/" + bean + ".json", "/bean");
        JsonNode options = options("META-INF/io/gobridge/camel/processors/" + step + "/gobridge-" + step + ".json", "");

        properties.properties().forEach(option -> {
            assertThat(page(step)).contains(row(option));
            assertThat(options.has(option.getKey())).as(option.getKey()).isTrue();
        });
    }

    private void assertFilters() throws Exception {
        MockEndpoint out = start();
        out.expectedBodiesReceived("{\"amount\": 101}");

        send("{\"amount\": 101}", "P7");
        Throwable small = catchThrowable(() -> send("{\"amount\": 100}", "P7"));
        Throwable elsewhere = catchThrowable(() -> send("{\"amount\": 101}", "P8"));

        assertThat(small).hasCauseInstanceOf(BridgeException.class).hasStackTraceContaining("Filter 'large' filtered");
        assertThat(elsewhere).hasCauseInstanceOf(BridgeException.class);
        out.assertIsSatisfied();
    }

    private void assertTransforms() throws Exception {
        MockEndpoint out = start();
        out.expectedMessageCount(1);

        send("{\"orderId\": 7, \"items\": [{\"sku\": \"A\"}, {\"sku\": \"B\"}]}", "P7");

        out.assertIsSatisfied();
        assertThat(out.getExchanges().get(0).getMessage().getBody(String.class))
                .isEqualTo("{\"invoice\":{\"id\":7,\"skus\":[\"A\",\"B\"]}}");
        assertThat(out.getExchanges().get(0).getMessage().getHeader("plant")).isEqualTo("unknown");
        assertThat(catchThrowable(() -> send("{}", "P7"))).hasStackTraceContaining("'toInvoice' cannot use the payload");
    }

    private MockEndpoint start() {
        context.start();
        return context.getEndpoint("mock:out", MockEndpoint.class);
    }

    private void send(String body, String plant) {
        context.createProducerTemplate().sendBodyAndHeader("direct:orders", body, "plant", plant);
    }

    private void load(Example example) throws Exception {
        PluginHelper.getRoutesLoader(context)
                .loadRoutes(ResourceHelper.fromString("example." + example.language(), example.text()));
    }

    private static Stream<Example> examples(String step) throws IOException {
        return BLOCK.matcher(page(step)).results().map(found -> new Example(found.group(1), found.group(2)));
    }

    private static String page(String step) {
        try {
            return Files.readString(PAGES.resolve(step + ".md"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String row(Map.Entry<String, JsonNode> option) {
        JsonNode about = option.getValue();
        String otherwise = about.has("defaultValue") ? '`' + about.get("defaultValue").asText() + '`' : "-";
        return "| `" + option.getKey() + "` | " + (about.get("required").asBoolean() ? "required" : otherwise) + " | "
               + about.get("description").asText() + " |";
    }

    private static JsonNode options(String resource, String parent) throws IOException {
        try (InputStream json = StepPagesTest.class.getClassLoader().getResourceAsStream(resource)) {
            return new ObjectMapper().readTree(json).at(parent + "/properties");
        }
    }

    private record Example(String language, String text) {
    }
}
