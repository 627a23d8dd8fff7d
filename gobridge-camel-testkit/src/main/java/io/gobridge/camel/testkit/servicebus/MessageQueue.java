package io.gobridge.camel.testkit.servicebus;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/** A queue, a subscription, or the dead letters of one. Used by the emulator's thread only. */
final class MessageQueue extends Entity {

    private static final String REASON = "DeadLetterReason";
    private static final String DESCRIPTION = "DeadLetterErrorDescription";

    private final @Nullable MessageQueue deadLetters;
    private final SettlementLog log;
    private final SessionLocks sessions;
    private final NavigableMap<Long, StoredMessage> active = new TreeMap<>();
    private final Map<UUID, StoredMessage> locked = new LinkedHashMap<>();
    private final Map<Long, StoredMessage> deferred = new TreeMap<>();
    private final Set<ReceiveLink> links = new LinkedHashSet<>();

    /** @param deadLetters where dead letters go; null for a queue of dead letters */
    MessageQueue(String path, EntityOptions options, Clock clock, LongSupplier sequence,
                 @Nullable MessageQueue deadLetters, SettlementLog log) {
        super(path, options, clock, sequence);
        this.deadLetters = deadLetters;
        this.log = log;
        this.sessions = new SessionLocks(this);
    }

    SessionLocks sessions() {
        return sessions;
    }

    EntityDepth depth() {
        return new EntityDepth(
                active.size(), locked.size(), deferred.size(), scheduled(),
                deadLetters == null ? 0 : deadLetters.active.size() + deadLetters.locked.size());
    }

    @Override
    void arrive(byte[] encoded, long sequenceNumber) {
        active.put(sequenceNumber, new StoredMessage(encoded, sequenceNumber, now(), options().timeToLive()));
        pump();
    }

    // Receivers.

    void add(ReceiveLink link) {
        links.add(link);
        pump();
    }

    /** A plain lock survives its receiver; that of a session does not, and its messages come back uncounted. */
    void remove(ReceiveLink link) {
        links.remove(link);
        if (!link.session().isEmpty()) {
            sessions.release(link.session());
            unlock(message -> message.sessionId().equals(link.session()), false);
            pump();
        }
    }

    /** Hands over as much as receivers asked for, to one after the other. */
    void pump() {
        sessions.grant();
        boolean goesOn = true;
        while (goesOn) {
            goesOn = false;
            for (ReceiveLink link : List.copyOf(links)) {
                Optional<StoredMessage> next = link.hasCredit() ? next(link.session()) : Optional.empty();
                if (next.isPresent()) {
                    hand(link, next.get());
                    goesOn = true;
                }
            }
        }
        links.forEach(ReceiveLink::endDrain);
    }

    private Optional<StoredMessage> next(String session) {
        return active.values().stream().filter(message -> session.isEmpty() || message.sessionId().equals(session))
                .filter(message -> !message.isExpired(now())).findFirst();
    }

    private void hand(ReceiveLink link, StoredMessage message) {
        active.remove(message.sequenceNumber());
        if (!link.isPeekLock()) {
            link.send(message, new UUID(0, 0));
            return;
        }
        lock(message, link.session().isEmpty() ? now().plus(options().lockDuration()) : sessions.until(link.session()));
        link.send(message, message.lockToken());
    }

    private void lock(StoredMessage message, Instant until) {
        locked.put(message.lock(UUID.randomUUID(), until), message);
    }

    /** Returns the ids of the sessions that have messages to be received, oldest first. */
    Stream<String> sessionsWithMessages() {
        return active.values().stream().map(StoredMessage::sessionId).distinct();
    }

    // Settlement.

    /** Carries out what a client wishes; false when it does not hold the lock. */
    boolean settle(UUID token, SettlementCall.Wish wish, Map<?, ?> changes) {
        StoredMessage message = locked.remove(token);
        log.add(path(), message, wish);
        if (message == null) {
            return false;
        }
        switch (wish) {
            case COMPLETE -> message.unlock();
            case ABANDON -> giveBack(message, changes);
            case DEFER -> defer(message, changes);
            case DEAD_LETTER -> deadLetter(message, changes);
            case RENEW_LOCK -> throw new IllegalArgumentException("A renewal settles nothing");
        }
        pump();
        return true;
    }

    /** Returns until when the lock holds now; empty when it is lost. */
    Optional<Instant> renewLock(UUID token) {
        StoredMessage message = locked.get(token);
        log.add(path(), message, SettlementCall.Wish.RENEW_LOCK);
        if (message == null) {
            return Optional.empty();
        }
        message.renewLock(now().plus(options().lockDuration()));
        return Optional.of(message.lockedUntil());
    }

    /** Returns until when the lock of the session holds now; empty when nobody holds it. */
    Optional<Instant> renewSession(String session) {
        Optional<Instant> until = sessions.renew(session);
        log.add(path(), session, SettlementCall.Wish.RENEW_LOCK, until.isPresent());
        return until;
    }

    private void giveBack(StoredMessage message, Map<?, ?> changes) {
        message.change(changes);
        returnToActive(message, true);
    }

    private void defer(StoredMessage message, Map<?, ?> changes) {
        message.change(changes);
        message.unlock();
        deferred.put(message.sequenceNumber(), message);
    }

    private void deadLetter(StoredMessage message, Map<?, ?> why) {
        message.unlock();
        if (deadLetters == null) {
            active.put(message.sequenceNumber(), message);
            return;
        }
        message.change(why);
        message.becomeDeadLetterOf(path());
        deadLetters.active.put(message.sequenceNumber(), message);
        deadLetters.pump();
    }

    private void returnToActive(StoredMessage message, boolean isCounted) {
        message.unlock();
        if (isCounted) {
            message.countDelivery();
        }
        if (deadLetters != null && message.deliveryCount() >= options().maxDeliveryCount()) {
            deadLetter(message, Map.of(REASON, "MaxDeliveryCountExceeded",
                    DESCRIPTION, "Message could not be consumed after " + message.deliveryCount() + " delivery attempts."));
        } else {
            active.put(message.sequenceNumber(), message);
        }
    }

    // Deferred messages and looking without taking.

    /** Takes deferred messages; those that are not there are left out. */
    List<StoredMessage> takeDeferred(long[] sequenceNumbers, boolean isPeekLock) {
        List<StoredMessage> taken = new ArrayList<>();
        for (long number : sequenceNumbers) {
            StoredMessage message = deferred.remove(number);
            if (message != null) {
                if (isPeekLock) {
                    lock(message, now().plus(options().lockDuration()));
                }
                taken.add(message);
            }
        }
        return taken;
    }

    List<StoredMessage> peek(long fromSequenceNumber, int most) {
        return Stream.of(active.values(), locked.values(), deferred.values()).flatMap(messages -> messages.stream())
                .filter(message -> message.sequenceNumber() >= fromSequenceNumber)
                .sorted((left, right) -> Long.compare(left.sequenceNumber(), right.sequenceNumber())).limit(most).toList();
    }

    // Time.

    @Override
    void tick() {
        super.tick();
        boolean hasEnded = sessions.expire(now());
        if (!options().isSessionful()) {
            hasEnded |= unlock(message -> !message.lockedUntil().isAfter(now()), true);
        }
        hasEnded |= expireMessages();
        if (hasEnded) {
            pump();
        }
    }

    /** Ends all locks as if their time was over. */
    void expireLocks() {
        sessions.expire(Instant.MAX);
        unlock(message -> true, true);
        pump();
    }

    boolean unlock(Predicate<StoredMessage> isMeant, boolean isCounted) {
        List<StoredMessage> unlocked = locked.values().stream().filter(isMeant).toList();
        unlocked.forEach(message -> {
            locked.remove(message.lockToken());
            returnToActive(message, isCounted);
        });
        return !unlocked.isEmpty();
    }

    private boolean expireMessages() {
        List<StoredMessage> expired = new ArrayList<>();
        for (Iterator<StoredMessage> messages = active.values().iterator(); messages.hasNext();) {
            StoredMessage message = messages.next();
            if (message.isExpired(now())) {
                messages.remove();
                expired.add(message);
            }
        }
        if (deadLetters != null && options().deadLettersExpired()) {
            expired.forEach(message -> deadLetter(message, Map.of(REASON, "TTLExpiredException",
                    DESCRIPTION, "The message expired and was dead lettered.")));
        }
        return !expired.isEmpty();
    }
}
