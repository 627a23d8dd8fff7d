package io.gobridge.camel.transport.mqtt;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/**
 * Publishes in order, with no more under way than the broker's receive maximum; the others wait for a place, and all
 * for a connection that is coming. What has no answer when the connection breaks fails: nobody knows what became of it.
 * Thread-safe.
 */
final class PublishQueue {

    private final MqttLink link;
    private final Deque<Publication> waiting = new ArrayDeque<>();
    private final Set<Publication> underWay = new LinkedHashSet<>();
    private MqttConnection connection;

    PublishQueue(MqttLink link) {
        this.link = link;
    }

    CompletionStage<Void> submit(Publication publication) {
        synchronized (this) {
            waiting.add(publication);
        }
        pump();
        // Only now: a link that goes down from here on tells this queue.
        if (link.isDown()) {
            down(link.whyDown());
        }
        return publication.sent();
    }

    void opened(MqttConnection opened) {
        synchronized (this) {
            connection = opened;
        }
        pump();
    }

    void lost(MqttConnection lost, BridgeException why) {
        List<Publication> unanswered;
        synchronized (this) {
            if (connection != lost) {
                return;
            }
            connection = null;
            unanswered = new ArrayList<>(underWay);
            underWay.clear();
        }
        unanswered.forEach(publication -> publication.fail(BridgeException.of(FailureCode.CONNECTION_LOST,
                publication.describe() + " was sent and not answered: " + why.getMessage(), why)));
    }

    void down(BridgeException why) {
        drain(waiting, publication -> true).forEach(publication -> publication.fail(why));
    }

    /**
     * Gives up one message. Had it waited for a place, and all that hold one were given up before it, then their
     * answers are lost, which only a new connection can make up for: some brokers drop what is too much and say
     * nothing.
     */
    void cancel(Predicate<Publication> one, BridgeException why) {
        MqttConnection silent;
        synchronized (this) {
            boolean isStuck = waiting.stream().anyMatch(one) && !underWay.isEmpty()
                    && underWay.stream().allMatch(publication -> publication.sent().isDone());
            silent = isStuck ? connection : null;
        }
        fail(one, why);
        if (silent != null) {
            silent.lose(BridgeException.of(FailureCode.CONNECTION_LOST,
                    silent + " answered none of the messages that may wait for an answer"));
        }
    }

    /** Fails what matches. What is under way keeps its place until it is answered. */
    void fail(Predicate<Publication> which, BridgeException why) {
        drain(waiting, which).forEach(publication -> publication.fail(why));
        List<Publication> matching;
        synchronized (this) {
            matching = underWay.stream().filter(which).toList();
        }
        matching.forEach(publication -> publication.fail(why));
    }

    private synchronized List<Publication> drain(Collection<Publication> from, Predicate<Publication> which) {
        List<Publication> drained = from.stream().filter(which).toList();
        from.removeIf(which);
        return drained;
    }

    private record Started(Publication publication, CompletionStage<Integer> answer) {
    }

    private void pump() {
        List<Started> started = new ArrayList<>();
        synchronized (this) {
            while (connection != null && !waiting.isEmpty() && underWay.size() < connection.limits().receiveMaximum()) {
                started.add(publish(waiting.poll()));
            }
        }
        started.forEach(one -> one.answer().whenComplete((reason, error) -> answered(one.publication(), reason, error)));
    }

    private Started publish(Publication publication) {
        underWay.add(publication);
        Optional<BridgeException> refusal = publication.refusal(connection.limits());
        return new Started(
                publication, refusal.<CompletionStage<Integer>> map(CompletableFuture::failedFuture)
                        .orElseGet(() -> connection.publish(publication.packet())));
    }

    private void answered(Publication publication, Integer reason, Throwable error) {
        synchronized (this) {
            underWay.remove(publication);
        }
        publication.answered(reason, error);
        pump();
    }
}
