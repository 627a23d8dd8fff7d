package io.gobridge.camel.transport.servicebus;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;

import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import io.gobridge.camel.envelope.Envelope;
import reactor.core.publisher.Mono;

/**
 * Puts copies of a queue's messages into the queue, which keeps them until they are due.
 *
 * <ol>
 * <li>Copy n of a message has the message id {@code <id>#<n>}: under its own id, duplicate detection would drop it,
 * which loses the message. What is copied twice, because its lock was lost meanwhile, has one id, so that one copy is
 * dropped.
 * <li>The envelope keeps its id, its creation and its expiry.
 * </ol>
 *
 * Thread-safe.
 */
final class ScheduledCopies {

    /** Beyond it somebody should look at the queue of dead letters. */
    static final Duration LONGEST = Duration.ofDays(7);

    private final ServiceBusOptions options;
    private final Clock clock;
    private ServiceBusSenderAsyncClient sender;

    ScheduledCopies(ServiceBusOptions options, Clock clock) {
        this.options = options;
        this.clock = clock;
    }

    /** Schedules a copy; a message that expires before it is due comes back when it expires. */
    Mono<Void> schedule(ServiceBusReceivedMessage original, Envelope envelope, Duration after) {
        Instant due = clock.instant().plus(after);
        Instant comes = envelope.expiresAt().filter(due::isAfter).orElse(due);
        return sender().scheduleMessage(copy(original, envelope), comes.atOffset(ZoneOffset.UTC)).then();
    }

    void close() {
        opened().ifPresent(ServiceBusSenderAsyncClient::close);
    }

    private synchronized ServiceBusSenderAsyncClient sender() {
        if (sender == null) {
            sender = options.newSender();
        }
        return sender;
    }

    private synchronized Optional<ServiceBusSenderAsyncClient> opened() {
        return Optional.ofNullable(sender);
    }

    private static ServiceBusMessage copy(ServiceBusReceivedMessage original, Envelope envelope) {
        ServiceBusMessage copy = new ServiceBusMessage(original);
        Map<String, Object> properties = copy.getApplicationProperties();
        String id = original.getMessageId() == null ? envelope.id() : original.getMessageId();
        int copies = copies(properties);
        String first = id.endsWith("#" + copies) ? id.substring(0, id.lastIndexOf('#')) : id;
        copy.setMessageId(ServiceBusText.id(first + "#" + (copies + 1)));
        properties.put(ServiceBusHeaders.COPY, copies + 1);
        if (id.equals(envelope.id())) {
            properties.put(ServiceBusHeaders.MESSAGE_ID, id);
        }
        properties.putIfAbsent(ServiceBusHeaders.CREATED_AT, envelope.createdAt().toString());
        envelope.expiresAt().ifPresent(expiry -> {
            // Service Bus would count it from when the copy comes.
            copy.getRawAmqpMessage().getHeader().setTimeToLive(null);
            copy.getRawAmqpMessage().getProperties().setAbsoluteExpiryTime(expiry.atOffset(ZoneOffset.UTC));
        });
        return copy;
    }

    private static int copies(Map<String, Object> properties) {
        return properties.get(ServiceBusHeaders.COPY) instanceof Integer number && number > 0 && number < Integer.MAX_VALUE
                ? number : 0;
    }
}
