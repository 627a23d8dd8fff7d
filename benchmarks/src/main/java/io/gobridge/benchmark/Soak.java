package io.gobridge.benchmark;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.GoBridgeConsumer;
import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.delivery.DeliveryCounts;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * A source that is always full, a target that takes {@value #PER_SECOND} messages a second. Checked once a second: the
 * source was read no further than what the target took and what is in flight. Checked at the end: the heap after a
 * collection stayed flat, and each message that was put is in the target or still in the source.
 */
final class Soak {

    private static final int PER_SECOND = 10;
    private static final int MAX_IN_FLIGHT = 100;
    private static final double TOLERANCE = 0.10;

    private final SlowSender target = new SlowSender(PER_SECOND);
    private final List<Double> heap = new ArrayList<>();
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private volatile boolean feeds = true;
    private final AtomicInteger fed = new AtomicInteger();

    private Soak() {
    }

    /** Exits with 1 when a check failed. The arguments are how many seconds to run, and whether on MQTT. */
    public static void main(String[] args) throws Exception {
        Soak soak = new Soak();
        soak.run(Integer.parseInt(args[0]), Boolean.parseBoolean(args[1]));
        soak.problems.forEach(problem -> System.out.println("FAILED: " + problem));
        System.out.println(soak.problems.isEmpty() ? "soak passed" : "soak failed");
        System.exit(soak.problems.isEmpty() ? 0 : 1);
    }

    private void run(int seconds, boolean isMqtt) throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext();
             SoakSource source = isMqtt ? new MqttSoakSource() : MemorySoakSource.in(context)) {
            context.getRegistry().bind("slow", target);
            context.getRegistry().bind("deadLetters", new MemoryDeadLetterStore());
            // What is still held then goes back to the source, which is part of what is checked.
            context.getShutdownStrategy().setTimeout(5);
            context.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("gobridge:in?" + source.options() + "&orderBy=none&maxInFlight=" + MAX_IN_FLIGHT
                         + "&deadLetter=#deadLetters").routeId("soak").to("gobridge:out?target=#slow&sendTimeout=60000");
                }
            });
            context.start();
            GoBridgeConsumer consumer = (GoBridgeConsumer) context.getRoute("soak").getConsumer();
            Thread feeder = new Thread(() -> feed(source));
            feeder.start();
            watch(seconds, consumer);
            feeds = false;
            feeder.join();
            context.stop();
            checkBalance(consumer.counts());
            checkNothingIsLost(source.drain());
            checkHeap();
        }
    }

    private void feed(SoakSource source) {
        while (feeds) {
            try {
                if (source.put("message-" + fed.get())) {
                    fed.incrementAndGet();
                } else {
                    pause(1);
                }
            } catch (Exception e) {
                problems.add("the feeder failed: " + e);
                return;
            }
        }
    }

    private void watch(int seconds, GoBridgeConsumer consumer) {
        System.out.printf("%6s %14s %10s %10s %10s%n", "s", "heap after GC", "put", "read", "accepted");
        for (int second = 1; second <= seconds; second++) {
            pause(1_000);
            System.gc();
            double megabytes = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1024.0 / 1024.0;
            heap.add(megabytes);
            long read = consumer.counts().receipts();
            int accepted = target.accepted();
            System.out.printf(Locale.ROOT, "%6d %11.2f MB %10d %10d %10d%n", second, megabytes, fed.get(), read, accepted);
            if (read > MAX_IN_FLIGHT + accepted) {
                problems.add("after " + second + " s, " + read + " messages were read, more than maxInFlight="
                             + MAX_IN_FLIGHT + " beyond the " + accepted + " accepted ones");
            }
        }
    }

    private void checkBalance(DeliveryCounts counts) {
        System.out.println("counts: " + counts);
        long ended = counts.completed() + counts.filtered() + counts.expired() + counts.deadLettered() + counts.dropped()
                     + counts.returned();
        require(counts.inFlight() == 0 && counts.receipts() == ended, "receipts do not balance: " + counts);
        // A send that the stop overtook was accepted although its message went back.
        long overtaken = target.accepted() - counts.completed();
        require(overtaken >= 0 && overtaken <= counts.returned(),
                target.accepted() + " messages were accepted and " + counts.completed() + " completed");
        require(target.duplicates() == 0, target.duplicates() + " duplicates");
    }

    private void checkNothingIsLost(List<String> left) {
        Set<String> kept = new HashSet<>(left);
        int lost = 0;
        for (int index = 0; index < fed.get(); index++) {
            String id = "message-" + index;
            lost += kept.contains(id) || target.hasAccepted(id) ? 0 : 1;
        }
        long both = kept.stream().filter(target::hasAccepted).count();
        System.out.println("put " + fed + " = accepted " + target.accepted() + " + still in the source " + kept.size()
                           + " - both, since the stop overtook a send " + both);
        require(lost == 0, lost + " messages are neither in the source nor in the target");
        require(fed.get() == target.accepted() + kept.size() - both, "the messages do not add up");
    }

    private void checkHeap() {
        int third = heap.size() / 3;
        double middle = Measurement.median(heap.subList(third, 2 * third), Double::doubleValue);
        double last = Measurement.median(heap.subList(2 * third, heap.size()), Double::doubleValue);
        System.out.printf(Locale.ROOT, "heap after GC: median of the middle third %.2f MB, of the last third %.2f MB%n",
                middle, last);
        require(Math.abs(last - middle) <= middle * TOLERANCE, "the heap is not flat");
    }

    private void require(boolean holds, String problem) {
        if (!holds) {
            problems.add(problem);
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
