package io.gobridge.camel.testkit.outbox.crash;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What came of some rounds.
 *
 * @param rounds     the rounds
 * @param acked      messages that the sources were told are kept
 * @param lost       of them those that never arrived
 * @param duplicates arrivals beyond the first of a message
 * @param outOfOrder first arrivals of a message behind a later one of its sequence
 * @param refusals   stale tokens that were refused
 */
record Tally(int rounds, int acked, int lost, int duplicates, int outOfOrder, int refusals) {

    static final Tally NOTHING = new Tally(0, 0, 0, 0, 0, 0);

    /** Judges one round by its lines. */
    static Tally of(List<String> acks, List<String> arrivals, int refusals) {
        Set<String> arrived = new HashSet<>();
        Map<String, Integer> last = new HashMap<>();
        int outOfOrder = 0;
        for (String line : arrivals) {
            int space = line.indexOf(' ');
            int end = line.indexOf(' ', space + 1);
            if (arrived.add(line.substring(0, end))) {
                String sequence = line.substring(0, space);
                int number = Integer.parseInt(line.substring(space + 1, end));
                boolean isLate = number < last.getOrDefault(sequence, 0) && !sequence.endsWith("free");
                outOfOrder += isLate ? 1 : 0;
                last.merge(sequence, number, Math::max);
            }
        }
        int lost = (int) acks.stream().filter(ack -> !arrived.contains(ack)).count();
        return new Tally(1, acks.size(), lost, arrivals.size() - arrived.size(), outOfOrder, refusals);
    }

    Tally plus(Tally other) {
        return new Tally(
                rounds + other.rounds, acked + other.acked, lost + other.lost, duplicates + other.duplicates,
                outOfOrder + other.outOfOrder, refusals + other.refusals);
    }
}
