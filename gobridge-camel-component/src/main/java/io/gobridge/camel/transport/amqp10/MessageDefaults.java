package io.gobridge.camel.transport.amqp10;

import java.time.Duration;
import java.util.Optional;

/**
 * What a target's endpoint says of messages that do not say it themselves.
 *
 * @param isDurable  whether the broker keeps them over a restart
 * @param priority   from 0 to 9
 * @param timeToLive how long they are of use; empty for ever
 */
record MessageDefaults(boolean isDurable, int priority, Optional<Duration> timeToLive) {

    /** What a message without a priority has. */
    static final int NORMAL_PRIORITY = 4;
}
