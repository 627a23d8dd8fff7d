package io.gobridge.camel.testkit.outbox.crash;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One fault at one point: both nodes keep and send messages, one comes to the point, the fault happens, and what was
 * hurt goes on.
 */
final class CrashRound {

    private static final int MESSAGES = 100;
    private static final int WARM_UP = 40;

    private final CrashStage stage;
    private final CrashPoint point;
    private final Fault fault;

    CrashRound(CrashStage stage, CrashPoint point, Fault fault) {
        this.stage = stage;
        this.point = point;
        this.fault = fault;
    }

    /** Runs it, and says what came of it. */
    Tally run() throws Exception {
        int acks = stage.acks(CrashStage.VICTIM).size();
        int othersAcks = stage.acks(CrashStage.OTHER).size();
        int arrivals = stage.arrivals().size();
        int refusals = stage.refusals();
        NodeProcess victim = stage.node(CrashStage.VICTIM);
        victim.forgetReports();
        stage.keep(MESSAGES, CrashStage.VICTIM, CrashStage.OTHER);
        stage.await("messages arrive").until(() -> stage.arrivals().size() >= arrivals + WARM_UP);

        approach(victim);
        strike(victim);
        mend(victim);

        stage.awaitSettled(CrashStage.VICTIM, CrashStage.OTHER);
        List<String> kept = rest(stage.acks(CrashStage.VICTIM), acks);
        kept.addAll(rest(stage.acks(CrashStage.OTHER), othersAcks));
        return Tally.of(kept, rest(stage.arrivals(), arrivals), stage.refusals() - refusals);
    }

    private static List<String> rest(List<String> lines, int known) {
        return new ArrayList<>(lines.subList(known, lines.size()));
    }

    private void approach(NodeProcess victim) throws Exception {
        if (point == CrashPoint.ANYWHERE) {
            return;
        }
        victim.tell(CrashNode.ARM + point);
        if (point.isShutdown()) {
            victim.tell(CrashNode.STOP);
        } else if (point.isTakeover()) {
            stage.node(CrashStage.OTHER).kill();
        }
        victim.awaitReport("at " + point);
    }

    private void strike(NodeProcess victim) throws Exception {
        switch (fault) {
            case KILL -> victim.kill();
            case PAUSE -> pause(victim);
            case CUT -> stage.cutConnections();
            case DATABASE -> {
                stage.database().stopHard();
                victim.tell(CrashNode.GO);
                stage.database().start();
            }
        }
    }

    /** A lease whose row the sleeper has locked is not taken over before it wakes up: then twice the time is enough. */
    private void pause(NodeProcess victim) throws Exception {
        List<String> owners = stage.owners();
        long begun = System.nanoTime();
        Duration enough = stage.leaseTtl().multipliedBy(2);
        victim.pause();
        stage.await("the leases are taken over").until(
                () -> hasOneOwner(stage.owners(), owners) || System.nanoTime() - begun > enough.toNanos());
        victim.resume();
    }

    private static boolean hasOneOwner(List<String> owners, List<String> before) {
        return owners.stream().distinct().count() == 1 && !owners.equals(before);
    }

    private void mend(NodeProcess victim) throws Exception {
        if (fault != Fault.KILL) {
            victim.tell(CrashNode.GO);
        }
        if (fault != Fault.KILL && point.isShutdown()) {
            victim.awaitEnd();
        }
        if (fault == Fault.KILL || point.isShutdown()) {
            stage.launch(CrashStage.VICTIM, CrashPoint.ANYWHERE);
        }
        if (point.isTakeover()) {
            stage.launch(CrashStage.OTHER, CrashPoint.ANYWHERE);
        }
        stage.awaitShared();
    }
}
