package io.gobridge.camel.outbox.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The schemas of databases that are not there in each build are at least whole. */
class SchemaTest {

    @ParameterizedTest
    @EnumSource
    void shouldHaveOneStatementBeforeEachSemicolon(Dialect dialect) throws IOException {
        List<String> statements = Arrays.stream(schema(dialect).split(";", -1)).map(String::strip)
                .filter(statement -> !statement.isEmpty()).toList();

        assertThat(statements).hasSizeGreaterThanOrEqualTo(8).allSatisfy(statement -> {
            assertThat(statement).startsWith("CREATE ").containsOnlyOnce("CREATE ");
            assertThat(statement.chars().filter(c -> c == '(').count())
                    .isEqualTo(statement.chars().filter(c -> c == ')').count());
        });
    }

    private static String schema(Dialect dialect) throws IOException {
        try (InputStream file = Dialect.class.getClassLoader().getResourceAsStream(dialect.statement("schema"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
