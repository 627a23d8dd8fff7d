package io.gobridge.camel.testkit.servicebus;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.apache.qpid.proton.amqp.Binary;
import org.jspecify.annotations.Nullable;

/** The sessions of one queue: who holds which, who waits for one, and their states. */
final class SessionLocks {

    private final MessageQueue queue;
    private final Map<String, Held> held = new HashMap<>();
    private final List<SessionRequest> waiting = new ArrayList<>();
    private final Map<String, Binary> states = new HashMap<>();

    SessionLocks(MessageQueue queue) {
        this.queue = queue;
    }

    private record Held(ReceiveLink holder, Instant until) {
    }

    /** Gives the session to the client, at once or when there is one, or refuses it. */
    void request(SessionRequest request) {
        if (request.isForNext()) {
            waiting.add(request);
            queue.pump();
        } else if (held.containsKey(request.session())) {
            request.refuse("com.microsoft:session-cannot-be-locked", "The requested session is locked by somebody else.");
        } else {
            give(request, request.session());
        }
    }

    void withdraw(Object link) {
        waiting.removeIf(request -> request.isOf(link));
    }

    /** Serves those who wait for any session. */
    void grant() {
        List<String> free = queue.sessionsWithMessages().filter(id -> !held.containsKey(id)).toList();
        for (String session : free) {
            if (waiting.isEmpty()) {
                return;
            }
            give(waiting.remove(0), session);
        }
    }

    private void give(SessionRequest request, String session) {
        Instant until = queue.now().plus(queue.options().lockDuration());
        ReceiveLink link = request.accept(session, until);
        held.put(session, new Held(link, until));
        queue.add(link);
    }

    Instant until(String session) {
        return held.get(session).until();
    }

    /** Returns until when the lock holds now; empty when nobody holds it. */
    Optional<Instant> renew(String session) {
        Held lock = held.get(session);
        if (lock == null) {
            return Optional.empty();
        }
        Instant until = queue.now().plus(queue.options().lockDuration());
        held.put(session, new Held(lock.holder(), until));
        return Optional.of(until);
    }

    void release(String session) {
        held.remove(session);
    }

    /** Ends the locks that are over and the waits that took too long; true when a lock ended. */
    boolean expire(Instant now) {
        for (SessionRequest request : List.copyOf(waiting)) {
            if (!request.deadline().isAfter(now)) {
                waiting.remove(request);
                request.refuse("com.microsoft:timeout", "There was no session within the time of the link.");
            }
        }
        List<String> over = held.entrySet().stream().filter(lock -> !lock.getValue().until().isAfter(now))
                .map(Map.Entry::getKey).toList();
        over.forEach(session -> {
            ReceiveLink holder = held.remove(session).holder();
            queue.unlock(message -> message.sessionId().equals(session), true);
            holder.close("com.microsoft:session-lock-lost", "The session lock has expired.");
        });
        return !over.isEmpty();
    }

    @Nullable
    Binary state(String session) {
        return states.get(session);
    }

    void state(String session, @Nullable Binary state) {
        if (state == null) {
            states.remove(session);
        } else {
            states.put(session, state);
        }
    }
}
