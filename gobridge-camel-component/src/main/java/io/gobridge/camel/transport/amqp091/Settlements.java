package io.gobridge.camel.transport.amqp091;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/**
 * Settles what one channel brought.
 *
 * <ol>
 * <li>Whoever settles leaves a note and goes on; one task at a time writes what was noted, since a socket may make it
 * wait.
 * <li>Notes that came together are written together. What goes back is written first.
 * <li>Acknowledgements that begin with the oldest unsettled message and leave none out become a single one: every
 * message before it is known here, because the broker hands over in the order of the tags.
 * </ol>
 *
 * The protocol does not confirm any of this: a stage completes when it is written. Thread-safe.
 */
final class Settlements {

    private final Channel channel;
    private final Executor executor;
    private final NavigableSet<Long> unsettled = new TreeSet<>();
    private List<Note> notes = new ArrayList<>();
    private boolean isWriting;
    private List<CompletableFuture<Void>> idleWanted = new ArrayList<>();

    Settlements(Channel channel, Executor executor) {
        this.channel = channel;
        this.executor = executor;
    }

    private enum Kind {
        /** The broker forgets the message. */
        ACK,
        /** The broker hands the message over again. */
        REQUEUE,
        /** The broker dead-letters the message, or forgets it where the queue says nothing else. */
        REJECT
    }

    private record Note(long tag, Kind kind, CompletableFuture<Void> written) {
    }

    /** Takes note of a message before anybody can settle it. */
    synchronized void received(long tag) {
        unsettled.add(tag);
    }

    CompletionStage<Void> ack(long tag) {
        return settle(tag, Kind.ACK);
    }

    CompletionStage<Void> requeue(long tag) {
        return settle(tag, Kind.REQUEUE);
    }

    CompletionStage<Void> reject(long tag) {
        return settle(tag, Kind.REJECT);
    }

    /** Completes when nothing waits to be written. */
    synchronized CompletionStage<Void> idle() {
        CompletableFuture<Void> idle = new CompletableFuture<>();
        if (isWriting) {
            idleWanted.add(idle);
        } else {
            idle.complete(null);
        }
        return idle;
    }

    private CompletionStage<Void> settle(long tag, Kind kind) {
        Note note = new Note(tag, kind, new CompletableFuture<>());
        synchronized (this) {
            notes.add(note);
            if (isWriting) {
                return note.written();
            }
            isWriting = true;
        }
        try {
            executor.execute(this::write);
        } catch (RejectedExecutionException e) {
            // The bridge is closing, and there may be no other thread left.
            write();
        }
        return note.written();
    }

    private void write() {
        for (List<Note> next = next(); !next.isEmpty(); next = next()) {
            try {
                write(next);
                next.forEach(note -> note.written().complete(null));
            } catch (IOException | AlreadyClosedException e) {
                BridgeException lost = BridgeException.of(FailureCode.LOCK_LOST,
                        "The channel is gone; the broker hands over again what was not settled", e);
                next.forEach(note -> note.written().completeExceptionally(lost));
            }
        }
    }

    private List<Note> next() {
        List<CompletableFuture<Void>> idle = List.of();
        List<Note> next;
        synchronized (this) {
            next = notes;
            notes = new ArrayList<>();
            if (next.isEmpty()) {
                isWriting = false;
                idle = idleWanted;
                idleWanted = new ArrayList<>();
            }
        }
        idle.forEach(waiting -> waiting.complete(null));
        return next;
    }

    private void write(List<Note> batch) throws IOException {
        NavigableSet<Long> acks = new TreeSet<>();
        for (Note note : batch) {
            if (note.kind() == Kind.ACK) {
                acks.add(note.tag());
            } else {
                forget(note.tag());
                channel.basicNack(note.tag(), false, note.kind() == Kind.REQUEUE);
            }
        }
        long upTo = takeOldest(acks);
        if (upTo > 0) {
            channel.basicAck(upTo, true);
        }
        for (long tag : acks) {
            forget(tag);
            channel.basicAck(tag, false);
        }
    }

    private synchronized void forget(long tag) {
        unsettled.remove(tag);
    }

    /** Removes the run of tags that begins with the oldest unsettled one and returns its last; 0 when there is none. */
    private synchronized long takeOldest(NavigableSet<Long> acks) {
        long last = 0;
        while (!acks.isEmpty() && !unsettled.isEmpty() && acks.first().equals(unsettled.first())) {
            last = acks.pollFirst();
            unsettled.pollFirst();
        }
        return last;
    }
}
