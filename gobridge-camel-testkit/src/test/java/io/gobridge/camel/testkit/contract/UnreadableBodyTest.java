package io.gobridge.camel.testkit.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.camel.Exchange;
import org.apache.camel.TypeConversionException;
import org.apache.camel.component.file.GenericFile;
import org.apache.camel.support.TypeConverterSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A body that cannot be read now is no undecodable message: a stop may have interrupted who read it. */
class UnreadableBodyTest {

    @TempDir
    private Path directory;
    private BridgeStage stage;

    @BeforeEach
    void open() throws IOException {
        stage = new BridgeStage(new FileFixture(directory), false);
    }

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void required_D13_aBodyThatCannotBeReadNowIsReadAgain() throws Exception {
        AtomicBoolean hasFailed = new AtomicBoolean();
        stage.node().getTypeConverterRegistry().addTypeConverter(byte[].class, GenericFile.class, new TypeConverterSupport() {
            @Override
            public <T> T convertTo(Class<T> type, Exchange exchange, Object value) {
                try {
                    if (hasFailed.compareAndSet(false, true)) {
                        throw new IOException("interrupted");
                    }
                    return type.cast(Files.readAllBytes(Path.of(((GenericFile<?>) value).getAbsoluteFilePath())));
                } catch (IOException e) {
                    throw new TypeConversionException(value, type, e);
                }
            }
        });
        stage.put("m", 3);

        stage.start(routes -> routes.from(stage.from()).to(stage.to()));

        stage.awaitCompleted(3);
        assertThat(hasFailed).isTrue();
        assertThat(stage.received()).containsExactlyInAnyOrder("m0", "m1", "m2");
        assertThat(stage.deadLetters.entries()).isEmpty();
    }
}
