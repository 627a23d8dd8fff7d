package io.gobridge.camel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Runs the examples of {@code docs/routing.md}. */
class RoutingPageTest {

    private static final Path PAGE = Path.of("..", "docs", "routing.md");
    private static final Path JAVA = Path.of("src", "test", "java", "io", "gobridge", "camel", "RegionRoutes.java");
    private static final Pattern BLOCK = Pattern.compile("```(yaml|xml)\n(.*?)```", Pattern.DOTALL);

    static Stream<Example> examples() throws IOException {
        return BLOCK.matcher(Files.readString(PAGE)).results().map(found -> new Example(found.group(1), found.group(2)));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void shouldRouteAsThePageSays(Example example) throws Exception {
        try (TestBridge bridge = new TestBridge()) {
            PluginHelper.getRoutesLoader(bridge.context())
                    .loadRoutes(ResourceHelper.fromString("example." + example.language(), example.text()));

            assertRoutesByRegion(bridge);
        }
    }

    @Test
    void shouldHaveAnExampleInEveryLanguage() throws IOException {
        assertThat(examples().map(Example::language)).containsExactly("yaml", "xml", "yaml", "yaml");
    }

    @Test
    void shouldRouteAsThePageSaysInJava() throws Exception {
        try (TestBridge bridge = new TestBridge()) {
            RoutesBuilder routes = new RegionRoutes();
            bridge.context().addRoutes(routes);

            assertRoutesByRegion(bridge);
        }
    }

    @Test
    void shouldShowTheJavaThatRuns() throws IOException {
        String source = Files.readString(JAVA);
        String body
                = source.substring(source.indexOf("configure() {\n") + "configure() {\n".length(), source.indexOf("\n    }\n"));

        assertThat(Files.readString(PAGE)).contains("```java\n" + body.stripIndent() + "\n```");
    }

    private static void assertRoutesByRegion(TestBridge bridge) {
        bridge.start();
        bridge.queue("orders").put(order("1", "EU", 101));
        bridge.queue("orders").put(order("2", "US", 101));

        await().untilAsserted(() -> {
            assertThat(bridge.queue("eu").messages()).extracting(Envelope::id).containsExactly("1");
            assertThat(bridge.queue("rest").messages()).extracting(Envelope::id).containsExactly("2");
        });
    }

    private static Envelope order(String id, String region, int amount) {
        return TestBridge.message(id, "{\"amount\": " + amount + "}", Headers.of(Map.of("region", region)));
    }

    private record Example(String language, String text) {
    }
}
