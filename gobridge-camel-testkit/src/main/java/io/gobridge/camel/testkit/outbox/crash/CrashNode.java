package io.gobridge.camel.testkit.outbox.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executors;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.gobridge.camel.delivery.Backoff;
import io.gobridge.camel.delivery.SystemScheduler;
import io.gobridge.camel.outbox.SharedOutbox;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/** A node with an outbox in a process of its own, which does what it reads from its input. */
public final class CrashNode {

    /** What a node reports begins with this; libraries print to the same output. */
    static final String REPORT = "> ";
    /** Keeps messages up to a number. */
    static final String KEEP = "keep ";
    /** Holds up the next thread that comes to a point. */
    static final String ARM = "arm ";
    /** Lets it go on. */
    static final String GO = "go";
    /** Stops the node. */
    static final String STOP = "stop";

    /** Longer than any message is handed over again. */
    private static final Duration DEDUPE_WINDOW = Duration.ofMinutes(1);

    private final NodeOptions options;
    private final Gate gate = new Gate(point -> report("at " + point));
    private final CamelContext context = new DefaultCamelContext();

    private CrashNode(NodeOptions options) {
        this.options = options;
    }

    /** Takes what {@link NodeOptions} say, and ends with its parent. */
    public static void main(String[] args) throws Exception {
        new CrashNode(NodeOptions.of(args)).run();
    }

    private static void report(String what) {
        System.out.println(REPORT + what);
    }

    private void run() throws Exception {
        gate.arm(options.point());
        startContext();
        try (NodeSource source = new NodeSource(options, context.createProducerTemplate());
             BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            report("ready");
            obey(commands, source);
        } finally {
            Runtime.getRuntime().halt(1);
        }
    }

    private void obey(BufferedReader commands, NodeSource source) throws IOException {
        String command = commands.readLine();
        while (command != null) {
            if (command.startsWith(KEEP)) {
                source.keepUpTo(Integer.parseInt(command.substring(KEEP.length())));
            } else if (command.startsWith(ARM)) {
                gate.arm(CrashPoint.valueOf(command.substring(ARM.length())));
            } else if (command.equals(GO)) {
                gate.open();
            } else if (command.equals(STOP)) {
                source.close();
                new Thread(this::stop, "stop").start();
            }
            command = commands.readLine();
        }
    }

    private void stop() {
        context.stop();
        report("stopped " + System.currentTimeMillis());
        Runtime.getRuntime().halt(0);
    }

    private void startContext() throws Exception {
        NodeTarget target = new NodeTarget(options, gate);
        SharedOutbox outbox = new SharedOutbox(
                new WatchedDataSource(pool(), gate, () -> Notes.append(options.refusals(), options.name())));
        outbox.setName(NodeOptions.OUTBOX);
        outbox.setCreateSchema(true);
        outbox.setShards(2);
        outbox.setLeaseTtl(options.leaseTtl());
        outbox.setDedupeWindow(DEDUPE_WINDOW);
        outbox.setBackoff(new Backoff(Duration.ofMillis(50), Duration.ofMillis(200), 2, 0));
        outbox.setDeadLetter(target);
        context.getRegistry().bind("outbox", outbox);
        context.getRegistry().bind("target", target);
        context.getRegistry().bind("scheduler",
                new HastyScheduler(new SystemScheduler(Executors.newSingleThreadScheduledExecutor())));
        RouteBuilder.addRoutes(context, routes -> routes.from("direct:in").errorHandler(routes.noErrorHandler())
                .to("gobridge:out?target=#target&deliveryMode=shared_outbox&maxOutboxDepth=100000&sendTimeout=0"));
        context.start();
    }

    private HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(options.url());
        config.setUsername("postgres");
        config.setMaximumPoolSize(6);
        config.setConnectionTimeout(1_000);
        config.setInitializationFailTimeout(20_000);
        return new HikariDataSource(config);
    }
}
