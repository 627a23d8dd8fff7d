package io.gobridge.camel.transport.servicebus;

import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import com.azure.messaging.servicebus.models.DeadLetterOptions;
import io.gobridge.camel.transport.TransportHealth;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;

/**
 * Receives from a queue or subscription without sessions. The client makes a link anew by itself; when it gives that
 * up, the source begins anew after a pause.
 */
final class QueueSource implements MessageSource {

    private static final Logger LOG = LoggerFactory.getLogger(QueueSource.class);

    private final Reception reception;
    private final ServiceBusReceiverAsyncClient client;

    private final ReentrantLock lock = new ReentrantLock();
    private final Pauses pauses = new Pauses();
    private final Pulse pulse;
    private Stream current = new Stream();
    private long wanted;
    private boolean isStopped;
    private volatile TransportHealth health = TransportHealth.UP;

    QueueSource(Reception reception) {
        this.reception = reception;
        this.client = reception.options().newReceiver();
        this.pulse = new Pulse(reception.scheduler(), () -> client.peekMessage(0), this::silent);
    }

    /** Looks at the entity at once: the first renewal of a lock has no time to open a link for it. */
    @Override
    public void start() {
        client.receiveMessages().subscribe(current);
        look(() -> LOG.debug("The entity '{}' is there", reception.options().source()));
        pulse.start();
    }

    @Override
    public void request(int deliveries) {
        Stream stream;
        lock.lock();
        try {
            wanted += deliveries;
            stream = current.isOpen ? current : null;
        } finally {
            lock.unlock();
        }
        if (stream != null) {
            stream.request(deliveries);
        }
    }

    /** Closes the link: what was handed over is settled through the entity's management node from now on. */
    @Override
    public void stop() {
        pulse.stop();
        Stream stream;
        lock.lock();
        try {
            isStopped = true;
            stream = current;
        } finally {
            lock.unlock();
        }
        reception.spec().executor().execute(stream::cancel);
    }

    @Override
    public CompletionStage<Void> close() {
        return CompletableFuture.runAsync(client::close, reception.spec().executor());
    }

    @Override
    public TransportHealth health() {
        return health;
    }

    private void opened(Stream stream) {
        long due;
        lock.lock();
        try {
            stream.isOpen = true;
            due = wanted;
        } finally {
            lock.unlock();
        }
        if (due > 0) {
            stream.request(due);
        }
    }

    private void received(ServiceBusReceivedMessage message) {
        pulse.heard();
        lock.lock();
        try {
            if (isStopped) {
                return;
            }
            wanted--;
            pauses.reset();
        } finally {
            lock.unlock();
        }
        if (reception.isOver(message)) {
            takeIfOurs(message);
        } else {
            health = TransportHealth.UP;
            reception.take(message, message.getLockedUntil(), new MessageLease(message));
        }
    }

    /** Only Service Bus can tell whether a lock is over, or a clock is wrong. */
    private void takeIfOurs(ServiceBusReceivedMessage message) {
        client.renewMessageLock(message).subscribe(
                lockedUntil -> takeUnlessStopped(message, lockedUntil),
                error -> {
                    health = TransportHealth.down("Message " + message.getMessageId() + " of '" + reception.options().source()
                                                  + "' came when its lock was over, at " + message.getLockedUntil()
                                                  + "; it comes again. Is the clock of this machine right?");
                    LOG.warn("{}", health.detail());
                    request(1);
                });
    }

    private void takeUnlessStopped(ServiceBusReceivedMessage message, OffsetDateTime lockedUntil) {
        boolean isTooLate;
        lock.lock();
        try {
            isTooLate = isStopped;
        } finally {
            lock.unlock();
        }
        if (!isTooLate) {
            health = TransportHealth.UP;
            reception.take(message, lockedUntil, new MessageLease(message));
        }
    }

    private void ended(Stream stream, Throwable error) {
        Duration pause;
        lock.lock();
        try {
            if (isStopped || current != stream) {
                return;
            }
            current = new Stream();
            pause = pauses.next();
        } finally {
            lock.unlock();
        }
        String what = "Receiving from '" + reception.options().source() + "'";
        String detail = error == null ? what + " ended" : ServiceBusFailures.of(error, what).getMessage();
        health = TransportHealth.down(detail);
        LOG.warn("{}; it is tried again in {}", detail, pause);
        LOG.debug("Why receiving ended", error);
        reception.scheduler().schedule(pause, () -> reception.spec().executor().execute(this::beginAnew));
    }

    private void beginAnew() {
        Stream stream;
        lock.lock();
        try {
            if (isStopped) {
                return;
            }
            stream = current;
        } finally {
            lock.unlock();
        }
        client.receiveMessages().subscribe(stream);
        // The stream says nothing until a message comes; a look tells whether the entity is there.
        look(() -> seen(stream));
    }

    /** The client makes the connection anew when it notices too, which takes it a minute. */
    private void silent(boolean isSilent) {
        health = isSilent
                ? TransportHealth.down("Service Bus does not answer for '" + reception.options().source() + "'")
                : TransportHealth.UP;
        if (isSilent) {
            LOG.warn("{}", health.detail());
        }
    }

    private void look(Runnable seen) {
        client.peekMessage(0).subscribe(message -> {
        }, error -> LOG.debug("The entity '{}' is not there", reception.options().source(), error), seen);
    }

    private void seen(Stream stream) {
        lock.lock();
        try {
            if (current == stream) {
                health = TransportHealth.UP;
            }
        } finally {
            lock.unlock();
        }
    }

    /** One subscription to the client's messages. */
    private final class Stream extends BaseSubscriber<ServiceBusReceivedMessage> {

        private boolean isOpen;

        @Override
        protected void hookOnSubscribe(Subscription subscription) {
            opened(this);
        }

        @Override
        protected void hookOnNext(ServiceBusReceivedMessage message) {
            received(message);
        }

        @Override
        protected void hookOnError(Throwable error) {
            ended(this, error);
        }

        @Override
        protected void hookOnComplete() {
            ended(this, null);
        }
    }

    /** The lock of one message. */
    private final class MessageLease implements Lease {

        private final ServiceBusReceivedMessage message;

        MessageLease(ServiceBusReceivedMessage message) {
            this.message = message;
        }

        @Override
        public Mono<Void> complete() {
            return client.complete(message);
        }

        @Override
        public Mono<Void> abandon() {
            return client.abandon(message);
        }

        @Override
        public Mono<Void> deadLetter(DeadLetterOptions options) {
            return client.deadLetter(message, options);
        }

        @Override
        public Mono<OffsetDateTime> renew() {
            return client.renewMessageLock(message);
        }

        @Override
        public void ended() {
            // Nothing waits for it.
        }
    }
}
