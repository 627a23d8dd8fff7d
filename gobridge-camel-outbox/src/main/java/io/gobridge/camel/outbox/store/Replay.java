package io.gobridge.camel.outbox.store;

import java.time.Duration;

/**
 * A record that is to be sent again.
 *
 * @param seq            the record
 * @param replays        failed sends so far
 * @param firstAttemptAt when it was sent first, in milliseconds of the database's clock
 * @param pause          how long from now it is not sent
 * @param error          why it failed last
 */
public record Replay(long seq, int replays, long firstAttemptAt, Duration pause, String error) {
}
