package io.gobridge.benchmark;

import java.util.List;

/** Two hops on the heap: what a message costs when no broker hides it. */
final class MemoryBenchmark {

    private MemoryBenchmark() {
    }

    static int run(Options options) throws Exception {
        int messages = options.get("messages", 200_000);
        int inFlight = options.get("inFlight", 16);
        String work = messages + " messages of 1 KB with 5 headers per round, two hops, " + inFlight + " in flight";
        Duel duel = new Duel(
                "memory", work, () -> new TwoHops(messages).run(new SedaHops(inFlight)),
                () -> new TwoHops(messages).run(new GoBridgeHops(inFlight)));
        duel.run(options.get("rounds", 5), List.of(Bar.CPU, Bar.ALLOCATION));
        return 0;
    }
}
