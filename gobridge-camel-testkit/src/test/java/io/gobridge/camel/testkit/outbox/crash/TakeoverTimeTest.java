package io.gobridge.camel.testkit.outbox.crash;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** How long the messages of a node that is gone wait for another. */
class TakeoverTimeTest {

    private static final Duration LEASE_TTL = Duration.ofSeconds(3);
    private static final Duration MARGIN = Duration.ofSeconds(1);

    @TempDir
    private Path directory;
    private CrashStage stage;

    @BeforeEach
    void start() throws Exception {
        stage = CrashStage.start(directory, LEASE_TTL);
    }

    @AfterEach
    void stop() throws Exception {
        stage.close();
    }

    @Test
    void shouldSendWithinTheTimeOfTheLeaseAndASecondWhenANodeIsKilled() throws Exception {
        stage.keep(20, CrashStage.VICTIM, CrashStage.OTHER);
        stage.awaitSettled(CrashStage.VICTIM, CrashStage.OTHER);

        stage.node(CrashStage.VICTIM).kill();
        long killed = System.currentTimeMillis();

        assertThat(lastOfWhatIsKept(killed).minus(usual())).isLessThanOrEqualTo(LEASE_TTL.plus(MARGIN));
    }

    @Test
    void shouldSendWithinASecondWhenANodeStops() throws Exception {
        stage.keep(20, CrashStage.VICTIM, CrashStage.OTHER);
        stage.awaitSettled(CrashStage.VICTIM, CrashStage.OTHER);

        NodeProcess stopping = stage.node(CrashStage.VICTIM);
        stopping.tell(CrashNode.STOP);
        String report = stopping.awaitReport("stopped ");
        long stopped = Long.parseLong(report.substring(report.indexOf(' ') + 1));

        assertThat(lastOfWhatIsKept(stopped).minus(usual())).isLessThanOrEqualTo(MARGIN);
    }

    /**
     * Returns what the same messages take where nobody is gone, so that a busy machine is not taken for a late
     * takeover.
     */
    private Duration usual() {
        return lastOfWhatIsKept(System.currentTimeMillis());
    }

    /** Lets the node that is left keep messages in both shards, and returns how long after the time all were sent. */
    private Duration lastOfWhatIsKept(long since) {
        int known = stage.arrivals().size();
        stage.keep(20, CrashStage.OTHER);
        stage.awaitSettled(CrashStage.OTHER);
        List<String> arrivals = stage.arrivals().subList(known, stage.arrivals().size());
        long last = arrivals.stream().mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1))).max()
                .orElseThrow();
        return Duration.ofMillis(last - since);
    }
}
