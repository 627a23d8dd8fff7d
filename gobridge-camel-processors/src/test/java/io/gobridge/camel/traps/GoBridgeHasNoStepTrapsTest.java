package io.gobridge.camel.traps;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.delivery.MemoryDedupeStore;
import io.gobridge.camel.processors.circuitbreaker.BreakerSettings;
import io.gobridge.camel.processors.circuitbreaker.CircuitBreakerProcessor;
import io.gobridge.camel.processors.dedupe.DedupeProcessor;
import io.gobridge.camel.processors.dedupe.DedupeSettings;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Plays the scenarios of {@link PlainCamelStepTrapsTest} with the steps of gobridge, on the same stock sources. */
class GoBridgeHasNoStepTrapsTest {

    private final DefaultCamelContext camel = new DefaultCamelContext();
    private final List<String> arrived = new CopyOnWriteArrayList<>();
    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private volatile boolean isDown = true;

    @TempDir
    private Path source;

    @AfterEach
    void stop() {
        camel.stop();
    }

    private void put(String name, String text) throws Exception {
        Path unseen = Files.writeString(source.resolve("." + name), text);
        Files.move(unseen, source.resolve(name));
    }

    private String fileUri() {
        return "file:" + source + "?initialDelay=0&delay=20&delete=true";
    }

    /** C1. */
    @Test
    void shouldKeepAMessageInItsSourceWhileItsCircuitBreakerIsOpen() throws Exception {
        CircuitBreakerProcessor breaker = new CircuitBreakerProcessor(
                BreakerSettings.DEFAULT.withFailureThreshold(1).withResetTimeout(Duration.ofSeconds(1)));
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                from(fileUri()).onCompletion().onFailureOnly().process(exchange -> refused.incrementAndGet()).end()
                        .process(breaker).process(exchange -> {
                            runs.incrementAndGet();
                            if (isDown) {
                                throw new IllegalStateException("The target is down");
                            }
                            arrived.add(exchange.getMessage().getBody(String.class));
                        });
            }
        });
        put("order-1", "one");
        camel.start();
        await().until(() -> refused.get() > 3);
        assertThat(arrived).isEmpty();
        assertThat(source.resolve("order-1")).exists();

        isDown = false;

        await().untilAsserted(() -> assertThat(arrived).containsExactly("one"));
        await().until(() -> !Files.exists(source.resolve("order-1")));
    }

    /** C3. */
    @Test
    void shouldNotAcknowledgeADuplicateOfAMessageInProgress() throws Exception {
        CompletableFuture<Void> first = new CompletableFuture<>();
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                DedupeProcessor dedupe = new DedupeProcessor(DedupeSettings.DEFAULT, new MemoryDedupeStore());
                dedupe.setKey("${header.orderId}");
                from("seda:orders?concurrentConsumers=2").process(dedupe).process(exchange -> {
                    if (runs.incrementAndGet() == 1) {
                        first.join();
                    }
                });
            }
        });
        camel.start();
        var template = camel.createProducerTemplate();
        var original = template.asyncSend("seda:orders?waitForTaskToComplete=Always", order());
        await().until(() -> runs.get() == 1);

        var duplicate = template.asyncSend("seda:orders?waitForTaskToComplete=Always", order());

        assertThat(duplicate.get(20, TimeUnit.SECONDS).getException()).as("the duplicate comes again").isNotNull();
        first.completeExceptionally(new IllegalStateException("The first attempt failed"));
        assertThat(original.get(20, TimeUnit.SECONDS).getException()).isNotNull();
        var again = template.asyncSend("seda:orders?waitForTaskToComplete=Always", order());
        assertThat(again.get(20, TimeUnit.SECONDS).getException()).isNull();
        assertThat(runs).hasValue(2);
    }

    private static Processor order() {
        return exchange -> exchange.getMessage().setHeader("orderId", 1);
    }
}
