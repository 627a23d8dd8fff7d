package io.gobridge.camel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Keeps {@code docs/options.md} what the catalog says. With the system property {@code regenerate} it writes the tables
 * instead.
 */
class OptionsPageTest {

    private static final Path PAGE = Path.of("..", "docs", "options.md");
    private static final Path CATALOG
            = Path.of("src", "generated", "resources", "META-INF", "io", "gobridge", "camel", "gobridge.json");
    private static final String BEGIN = "<!-- generated: begin -->\n";
    private static final String END = "<!-- generated: end -->\n";
    private static final Set<String> CAMELS_OWN = Set.of("bridgeErrorHandler", "exceptionHandler", "exchangePattern",
            "lazyStartProducer", "autowiredEnabled", "healthCheckConsumerEnabled", "healthCheckProducerEnabled");

    @Test
    void shouldListWhatTheCatalogSays() throws IOException {
        String page = Files.readString(PAGE);
        String before = page.substring(0, page.indexOf(BEGIN) + BEGIN.length());
        String after = page.substring(page.indexOf(END));
        String expected = before + tables(new ObjectMapper().readTree(CATALOG.toFile())) + after;
        if (Boolean.getBoolean("regenerate")) {
            Files.writeString(PAGE, expected);
        }

        assertThat(Files.readString(PAGE)).isEqualTo(expected);
    }

    @Test
    void shouldShowTheWaitsOnBothSides() throws IOException {
        String tables = tables(new ObjectMapper().readTree(CATALOG.toFile()));
        int target = tables.indexOf("## A target");

        assertThat(tables.substring(0, target)).contains("| `backoff.*` |");
        assertThat(tables.substring(target)).contains("| `backoff.*` |");
    }

    private static String tables(JsonNode catalog) {
        JsonNode endpoint = catalog.get("properties");
        return table("A source, `from(\"gobridge:name?...\")`", endpoint, name -> isOf(endpoint.get(name), "consumer"))
               + table("A target, `to(\"gobridge:name?...\")`", endpoint, name -> isOf(endpoint.get(name), "producer"))
               + table("The component", catalog.get("componentProperties"), name -> !endpoint.has(name))
               + headers(catalog.get("headers"));
    }

    private static String headers(JsonNode headers) {
        return headers.properties().stream().map(header -> "| `" + header.getKey() + "` | "
                                                           + header.getValue().get("description").asText() + " |\n")
                .collect(Collectors.joining("", "## Headers of the exchange\n\n| header | |\n|---|---|\n", ""));
    }

    /** An option without a label is one of both sides. */
    private static boolean isOf(JsonNode option, String side) {
        String label = option.get("label").asText();
        return option.get("kind").asText().equals("parameter")
                && (label.isEmpty() || Arrays.asList(label.split(",", -1)).contains(side));
    }

    private static String table(String title, JsonNode options, Predicate<String> which) {
        return options.properties().stream()
                .filter(option -> which.test(option.getKey()) && !CAMELS_OWN.contains(option.getKey()))
                .map(option -> row(option.getKey(), option.getValue()))
                .collect(Collectors.joining("", "## " + title + "\n\n| option | | default | |\n|---|---|---|---|\n", "\n"));
    }

    private static String row(String name, JsonNode option) {
        String written = option.has("prefix") ? option.get("prefix").asText() + "*" : name;
        return "| `" + written + "` | " + type(option) + " | " + option.path("defaultValue").asText() + " | "
               + option.get("description").asText().replaceFirst(" This is a multi-value option.*", "") + " |\n";
    }

    /** Returns what a user writes there: the words of an enum, else the kind of value. */
    private static String type(JsonNode option) {
        return option.has("enum")
                ? option.get("enum").valueStream().map(word -> "`" + word.asText() + "`").collect(Collectors.joining(", "))
                : option.get("type").asText();
    }
}
