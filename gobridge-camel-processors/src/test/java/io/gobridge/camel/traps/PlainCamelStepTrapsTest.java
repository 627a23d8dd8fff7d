package io.gobridge.camel.traps;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Proves that the steps that come with Camel lose or change messages: the reason why those of gobridge exist. */
class PlainCamelStepTrapsTest {

    private final DefaultCamelContext camel = new DefaultCamelContext();
    private final List<String> arrived = new CopyOnWriteArrayList<>();
    private final AtomicInteger runs = new AtomicInteger();

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

    private String fileUri(String options) {
        return "file:" + source + "?initialDelay=0&delay=20&delete=true" + options;
    }

    private boolean isInSource(String name) {
        return Files.exists(source.resolve(name));
    }

    /** C1. */
    @Test
    void shouldLoseAMessageWhileItsCircuitBreakerIsOpen() throws Exception {
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                from(fileUri("")).circuitBreaker().resilience4jConfiguration().minimumNumberOfCalls(1).slidingWindowSize(1)
                        .end().process(exchange -> {
                            runs.incrementAndGet();
                            throw new IllegalStateException("The target is down");
                        }).end();
            }
        });
        put("order-1", "one");
        camel.start();
        await().until(() -> runs.get() == 1);

        await().until(() -> !isInSource("order-1"));

        assertThat(runs).hasValue(1);
        assertThat(arrived).isEmpty();
    }

    /** C3. */
    @Test
    void shouldLoseAMessageWhoseDuplicateCameWhileItFailed() throws Exception {
        CompletableFuture<Void> first = new CompletableFuture<>();
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                from("seda:orders?concurrentConsumers=2").idempotentConsumer(header("orderId"),
                        MemoryIdempotentRepository.memoryIdempotentRepository()).process(exchange -> {
                            runs.incrementAndGet();
                            first.join();
                        }).end();
            }
        });
        camel.start();
        var template = camel.createProducerTemplate();
        var original = template.asyncSend("seda:orders?waitForTaskToComplete=Always", order());
        await().until(() -> runs.get() == 1);

        var duplicate = template.asyncSend("seda:orders?waitForTaskToComplete=Always", order());

        assertThat(duplicate.get(20, TimeUnit.SECONDS).getException()).as("the duplicate is acknowledged").isNull();
        first.completeExceptionally(new IllegalStateException("The first attempt failed"));
        assertThat(original.get(20, TimeUnit.SECONDS).getException()).isNotNull();
        assertThat(runs).hasValue(1);
    }

    private static Processor order() {
        return exchange -> exchange.getMessage().setHeader("orderId", 1);
    }

    /** C10. */
    @Test
    void shouldChangeNumbersThatAJsonPathReads() throws Exception {
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:numbers").process(exchange -> arrived.add(String.valueOf(
                        camel.resolveLanguage("jsonpath")
                                .createExpression(exchange.getMessage().getHeader("path", String.class))
                                .evaluate(exchange, Object.class))));
            }
        });
        camel.start();

        for (String path : List.of("$.price", "$.large", "$.precise")) {
            camel.createProducerTemplate().sendBodyAndHeader("direct:numbers",
                    "{\"price\": 1.10, \"large\": 1e400, \"precise\": 0.1234567890123456789}", "path", path);
        }

        assertThat(arrived).containsExactly("1.1", "Infinity", "0.12345678901234568");
    }
}
