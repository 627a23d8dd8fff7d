package io.gobridge.camel.transport.amqp091;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Predicate;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Return;
import com.rabbitmq.client.ShutdownSignalException;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;

/**
 * Publishes in order, with a bounded number unconfirmed; the others wait for a place, and all for a channel that is
 * coming.
 *
 * <ol>
 * <li>One task at a time writes what waits, since a socket may make it wait.
 * <li>What is not confirmed when the channel ends fails: nobody knows what became of it.
 * <li>A broker closes the channel for the sake of one message and does not say which. When several were on their way,
 * as many go one by one afterwards, so that the next time it is known.
 * <li>While the broker blocks the connection, nothing is written and everything fails at once: that is nobody's fault
 * but the broker's, and may last.
 * </ol>
 *
 * Thread-safe.
 */
final class PublishQueue {

    /** Enough to keep a broker busy that is 100 ms away, and no more than a few megabytes of small messages. */
    private static final int MOST_UNCONFIRMED = 1_000;

    private final String exchange;
    private final ChannelLink link;
    private final Executor executor;
    private final Deque<Publication> waiting = new ArrayDeque<>();
    private final NavigableMap<Long, Publication> unconfirmed = new TreeMap<>();
    private Channel channel;
    private boolean isWriting;
    private boolean isBlocked;
    private int suspects;

    PublishQueue(String exchange, ChannelLink link, Executor executor) {
        this.exchange = exchange;
        this.link = link;
        this.executor = executor;
    }

    CompletionStage<Void> submit(Publication publication) {
        boolean isRefused;
        synchronized (this) {
            isRefused = isBlocked;
            if (!isRefused) {
                waiting.add(publication);
            }
        }
        if (isRefused) {
            publication.fail(blocked(publication));
            return publication.sent();
        }
        pump();
        // Only now: a link that goes down from here on tells this queue.
        if (link.isDown()) {
            down(link.whyDown());
        }
        return publication.sent();
    }

    void opened(Channel opened) {
        synchronized (this) {
            channel = opened;
        }
        pump();
    }

    void lost(Channel lost, ShutdownSignalException signal, BridgeException why) {
        List<Publication> doubtful;
        synchronized (this) {
            if (channel != lost) {
                return;
            }
            channel = null;
            doubtful = new ArrayList<>(unconfirmed.values());
            unconfirmed.clear();
            boolean isAboutOne = signal != null && Amqp091Failures.isAboutOneMessage(signal);
            suspects = isAboutOne && doubtful.size() > 1 ? doubtful.size() : Math.max(0, suspects - 1);
        }
        doubtful.forEach(publication -> publication.fail(fate(publication, doubtful.size(), signal, why)));
    }

    void down(BridgeException why) {
        drain(waiting, publication -> true).forEach(publication -> publication.fail(why));
    }

    void blocked(boolean isNowBlocked) {
        synchronized (this) {
            isBlocked = isNowBlocked;
        }
        if (isNowBlocked) {
            drain(waiting, publication -> true).forEach(publication -> publication.fail(blocked(publication)));
        } else {
            pump();
        }
    }

    /** Tells whether the broker blocks the connection. */
    synchronized boolean isBlocked() {
        return isBlocked;
    }

    /** Fails what matches. What is under way keeps its place until it is confirmed. */
    void fail(Predicate<Publication> which, BridgeException why) {
        drain(waiting, which).forEach(publication -> publication.fail(why));
        List<Publication> matching;
        synchronized (this) {
            matching = unconfirmed.values().stream().filter(which).toList();
        }
        matching.forEach(publication -> publication.fail(why));
    }

    /** Notes that a message came back; its confirm follows. */
    synchronized void returned(Channel from, Return returned) {
        if (channel == from) {
            unconfirmed.values().stream().filter(publication -> publication.looksLike(returned)).findFirst()
                    .ifPresent(Publication::returned);
        }
    }

    void confirmed(Channel from, long tag, boolean isMultiple, boolean isAccepted) {
        List<Publication> answered = new ArrayList<>();
        synchronized (this) {
            if (channel != from) {
                return;
            }
            NavigableMap<Long, Publication> confirmed = unconfirmed.subMap(isMultiple ? 0 : tag, true, tag, true);
            answered.addAll(confirmed.values());
            confirmed.clear();
            suspects = Math.max(0, suspects - answered.size());
        }
        answered.forEach(publication -> publication.confirmed(isAccepted));
        pump();
    }

    private static BridgeException fate(
            Publication publication, int onTheirWay, ShutdownSignalException signal, BridgeException why) {
        if (signal != null && Amqp091Failures.isAboutOneMessage(signal)) {
            return onTheirWay == 1
                    ? Amqp091Failures.ofPublish(signal, publication.describe(), publication.isAddressed())
                    : BridgeException.of(FailureCode.CONNECTION_LOST, publication.describe() + " was not confirmed: the broker"
                                                                      + " closed the channel for one of "
                                                                      + onTheirWay
                                                                      + " messages; they go one by one now",
                            why);
        }
        boolean isPermanent = why.code() != FailureCode.CONNECTION_LOST && why.code() != FailureCode.UNAVAILABLE;
        return BridgeException.of(isPermanent ? why.code() : FailureCode.CONNECTION_LOST,
                publication.describe() + " was not confirmed: " + why.getMessage(), why).withScope(FailureScope.TARGET);
    }

    private static BridgeException blocked(Publication publication) {
        return BridgeException.of(FailureCode.BROKER_BUSY,
                publication.describe() + " was not sent: the broker blocks the connection").withScope(FailureScope.TARGET);
    }

    private synchronized List<Publication> drain(Collection<Publication> from, Predicate<Publication> which) {
        List<Publication> drained = from.stream().filter(which).toList();
        from.removeIf(which);
        return drained;
    }

    private void pump() {
        synchronized (this) {
            if (isWriting || !hasWork()) {
                return;
            }
            isWriting = true;
        }
        try {
            executor.execute(this::write);
        } catch (RejectedExecutionException e) {
            stopWriting();
            down(BridgeException.of(FailureCode.CONNECTION_LOST, "The bridge is closing", e));
        }
    }

    private boolean hasWork() {
        int most = suspects > 0 ? 1 : MOST_UNCONFIRMED;
        return channel != null && !isBlocked && !waiting.isEmpty() && unconfirmed.size() < most;
    }

    private synchronized void stopWriting() {
        isWriting = false;
    }

    private void write() {
        for (Started next = next(); next != null; next = next()) {
            Optional<BridgeException> refusal = next.publication().refusal(next.channel().getConnection().getFrameMax());
            if (refusal.isPresent()) {
                forget(next);
                next.publication().fail(refusal.get());
            } else {
                publish(next.channel(), next.publication());
            }
        }
    }

    private record Started(Channel channel, long number, Publication publication) {
    }

    private synchronized Started next() {
        if (!hasWork()) {
            isWriting = false;
            return null;
        }
        Started next = new Started(channel, channel.getNextPublishSeqNo(), waiting.poll());
        unconfirmed.put(next.number(), next.publication());
        return next;
    }

    private synchronized void forget(Started refused) {
        unconfirmed.remove(refused.number(), refused.publication());
    }

    private void publish(Channel to, Publication next) {
        try {
            to.basicPublish(exchange, next.routingKey(), true, next.properties(), next.body());
        } catch (AlreadyClosedException e) {
            // The end of the channel is on its way here and fails what is unconfirmed.
        } catch (IOException | RuntimeException e) {
            // The numbers of the confirms would no longer be those of the messages.
            link.renew(to, Amqp091Failures.ofSession(e, next.describe()));
        }
    }
}
