package io.gobridge.camel.outbox.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import com.zaxxer.hikari.HikariDataSource;
import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.DeadLetterStore;
import io.gobridge.camel.outbox.SqlAttemptLedger;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;

/** A node in a process of its own, which ends as soon as it runs a certain message. */
public final class CrashingNode {

    /** What the message says that ends the process. */
    static final String KILLER = "killer";
    static final String RUNS = "runs";
    static final String DEAD_LETTERS = "dead-letters";

    private static final int KILLED = 137;

    private CrashingNode() {
    }

    /** Starts a node that receives from a queue of the broker at the port. */
    static Process start(Path directory, String url, int port, String queue) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(
                java, "-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
                CrashingNode.class.getName(), directory.toString(), url, String.valueOf(port), queue)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("log").toFile())).start();
    }

    /** Takes: directory, database, port of the broker, queue. */
    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(args[1]);
        pool.setUsername("postgres");
        SqlAttemptLedger ledger = new SqlAttemptLedger(pool);
        ledger.setName(args[3]);
        ledger.setCreateSchema(true);
        CachingConnectionFactory broker = new CachingConnectionFactory("127.0.0.1", Integer.parseInt(args[2]));
        broker.setUsername("guest");
        broker.setPassword("guest");
        DefaultCamelContext context = new DefaultCamelContext();
        context.getRegistry().bind("amqp", broker);
        context.getRegistry().bind("ledger", ledger);
        DeadLetterStore deadLetters = entry -> {
            append(directory.resolve(DEAD_LETTERS), describe(entry));
            return CompletableFuture.completedFuture(null);
        };
        context.getRegistry().bind("deadLetters", deadLetters);
        RouteBuilder.addRoutes(context, routes -> routes
                .from("gobridge:in?source=spring-rabbitmq:default&source.connectionFactory=#amqp&source.skipBindQueue=true"
                      + "&source.arg.queue.durable=true&source.queues=" + args[3] + "&maxReplayAttempts=4&maxInFlight=1")
                .process(exchange -> run(directory, exchange)));
        context.start();
        Thread.currentThread().join();
    }

    private static String describe(DeadLetter entry) {
        return entry.category().label() + " " + entry.envelope().payload().toText() + " " + entry.attempts();
    }

    private static void run(Path directory, Exchange exchange) {
        String text = exchange.getMessage().getBody(String.class);
        append(directory.resolve(RUNS), text);
        if (text.equals(KILLER)) {
            Runtime.getRuntime().halt(KILLED);
        }
    }

    private static synchronized void append(Path file, String line) {
        try {
            Files.write(file, List.of(line), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
