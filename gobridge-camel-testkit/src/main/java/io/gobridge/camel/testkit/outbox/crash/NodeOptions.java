package io.gobridge.camel.testkit.outbox.crash;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What a node is told on its command line.
 *
 * @param directory where it notes what happened
 * @param url       its database, for the user postgres without a password
 * @param name      the node
 * @param leaseTtl  time of its leases
 * @param point     where it is held up first; {@code ANYWHERE} for nowhere
 */
record NodeOptions(Path directory, String url, String name, Duration leaseTtl, CrashPoint point) {

    /** Every node uses the same outbox. */
    static final String OUTBOX = "crash";
    /** What a node keeps: messages of three sequences, and some that belong to none. */
    static final List<String> SEQUENCES = List.of("a", "b", "c", "free");

    static NodeOptions of(String... args) {
        return new NodeOptions(
                Path.of(args[0]), args[1], args[2], Duration.ofMillis(Long.parseLong(args[3])), CrashPoint.valueOf(args[4]));
    }

    List<String> toArgs() {
        return List.of(directory.toString(), url, name, String.valueOf(leaseTtl.toMillis()), point.name());
    }

    /** Returns where the nodes note what the target took: sequence, number, node and time in milliseconds. */
    Path arrivals() {
        return arrivals(directory);
    }

    static Path arrivals(Path directory) {
        return directory.resolve("arrivals");
    }

    /** Returns where the nodes note that a stale token was refused. */
    Path refusals() {
        return refusals(directory);
    }

    static Path refusals(Path directory) {
        return directory.resolve("refusals");
    }

    /** Returns where the node notes which messages it acknowledged. */
    Path acks() {
        return acks(directory, name);
    }

    static Path acks(Path directory, String name) {
        return directory.resolve("acks-" + name);
    }
}
