package io.gobridge.camel.outbox.observe;

import java.time.Instant;
import java.util.Optional;

/**
 * Something that does not work.
 *
 * @param since when it failed first
 * @param why   how it failed last
 */
public record Trouble(Instant since, String why) {

    /** Returns the trouble after one more failure. */
    public static Trouble after(Optional<Trouble> before, Instant now, String why) {
        return new Trouble(before.map(Trouble::since).orElse(now), why);
    }
}
