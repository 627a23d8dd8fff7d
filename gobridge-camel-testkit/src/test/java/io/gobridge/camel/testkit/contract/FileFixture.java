package io.gobridge.camel.testkit.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Payload;
import org.apache.camel.CamelContext;

/** Two directories, used through Camel's {@code file} component. A file has a payload and nothing else. */
final class FileFixture implements TransportFixture {

    private final Path source;
    private final Path target;
    private int files;

    FileFixture(Path directory) throws IOException {
        source = Files.createDirectories(directory.resolve("source"));
        target = Files.createDirectories(directory.resolve("target"));
    }

    @Override
    public String name() {
        return "camel file";
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.none().withRedelivers(true);
    }

    @Override
    public IdentityKind identity() {
        return IdentityKind.GENERATED;
    }

    @Override
    public Set<Feature> features() {
        return EnumSet.of(Feature.KEEPS_UNSETTLED);
    }

    @Override
    public void prepare(CamelContext context) {
        // URIs need no beans.
    }

    @Override
    public String source() {
        return "source=file:" + source + "&source.initialDelay=0&source.delay=50&source.sortBy=file:name";
    }

    @Override
    public String target() {
        return "target=file:" + target;
    }

    @Override
    public void put(Envelope message) {
        byte[] bytes = message.payload().isAbsent() ? new byte[0] : message.payload().toBytes();
        try {
            Path written = Files.write(source.resolveSibling("written"), bytes);
            Files.move(written, source.resolve(String.format("%06d", ++files)), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public List<Envelope> received() {
        return files(target).map(FileFixture::read).toList();
    }

    @Override
    public int remaining() {
        return (int) files(source).count();
    }

    private static Stream<Path> files(Path directory) {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(Files::isRegularFile).filter(file -> !file.toString().endsWith(".camelLock")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Envelope read(Path file) {
        try {
            return Envelope.withId(String.valueOf(file.getFileName())).payload(Payload.copyOf(Files.readAllBytes(file)))
                    .createdAt(Instant.EPOCH).build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        // JUnit deletes the directory.
    }
}
