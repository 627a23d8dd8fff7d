package io.gobridge.camel.transport.servicebus;

import java.time.OffsetDateTime;

import com.azure.messaging.servicebus.models.DeadLetterOptions;
import reactor.core.publisher.Mono;

/** What a delivery can do about its message; nothing happens before somebody subscribes. */
interface Lease {

    Mono<Void> complete();

    /** Gives the message back. */
    Mono<Void> abandon();

    Mono<Void> deadLetter(DeadLetterOptions options);

    /** Renews the lock, of the message or its session, and returns until when it holds then. */
    Mono<OffsetDateTime> renew();

    /** Tells that the message is settled, or somebody else's. */
    void ended();
}
