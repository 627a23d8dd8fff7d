package io.gobridge.camel.testkit.servicebus;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.transport.DeliveryState;
import org.apache.qpid.proton.message.Message;
import org.jspecify.annotations.Nullable;

/** Answers what clients ask about an entity beside sending and receiving. */
final class ManagementNode implements Node {

    static final String SUFFIX = "/$management";

    private static final String MESSAGE_LOCK_LOST = "com.microsoft:message-lock-lost";
    private static final String MESSAGE = "message";
    private static final String MESSAGES = "messages";
    private static final String SEQUENCE_NUMBERS = "sequence-numbers";
    private static final String SESSION_ID = "session-id";

    private final Entity entity;
    private final ReplyLinks replies;
    private final ServiceBusFaults faults;

    ManagementNode(Entity entity, ReplyLinks replies, ServiceBusFaults faults) {
        this.entity = entity;
        this.replies = replies;
        this.faults = faults;
    }

    @Override
    public DeliveryState take(byte[] transfer, int messageFormat) {
        Message request = Wire.decode(transfer);
        String operation = String.valueOf(request.getApplicationProperties().getValue().get("operation"));
        replies.answer(request, answer(operation, body(request)).toMessage());
        return Accepted.getInstance();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> body(Message request) {
        return request.getBody() instanceof AmqpValue value && value.getValue() instanceof Map<?, ?> map
                ? (Map<String, Object>) map : Map.of();
    }

    private ManagementAnswer answer(String operation, Map<String, Object> body) {
        return switch (operation) {
            case "com.microsoft:renew-lock" -> renewLocks(body);
            case "com.microsoft:update-disposition" -> settle(body);
            case "com.microsoft:schedule-message" -> schedule(body);
            case "com.microsoft:cancel-scheduled-message" -> cancel(body);
            case "com.microsoft:peek-message" -> peek(body);
            case "com.microsoft:receive-by-sequence-number" -> receiveDeferred(body);
            case "com.microsoft:renew-session-lock" -> renewSession(body);
            case "com.microsoft:get-session-state" -> sessionState(body);
            case "com.microsoft:set-session-state" -> changeSessionState(body);
            default -> ManagementAnswer.refused(501, "amqp:not-implemented", "The emulator does not know " + operation);
        };
    }

    private ManagementAnswer renewLocks(Map<String, Object> body) {
        List<Date> expirations = new ArrayList<>();
        for (UUID token : (UUID[]) body.get("lock-tokens")) {
            Optional<Instant> until = faults.refusesRenewals() ? Optional.empty() : queue().renewLock(token);
            if (until.isEmpty()) {
                return ManagementAnswer.refused(410, MESSAGE_LOCK_LOST, "The lock supplied is invalid.");
            }
            expirations.add(Date.from(until.get()));
        }
        return ManagementAnswer.ok(Map.of("expirations", expirations.toArray(new Date[0])));
    }

    private ManagementAnswer settle(Map<String, Object> body) {
        SettlementCall.Wish wish = wish(String.valueOf(body.get("disposition-status")));
        for (UUID token : (UUID[]) body.get("lock-tokens")) {
            if (!queue().settle(token, wish, changes(body))) {
                return ManagementAnswer.refused(410, MESSAGE_LOCK_LOST, "The lock supplied is invalid.");
            }
        }
        return ManagementAnswer.ok(Map.of());
    }

    private static SettlementCall.Wish wish(String status) {
        return switch (status) {
            case "completed" -> SettlementCall.Wish.COMPLETE;
            case "suspended" -> SettlementCall.Wish.DEAD_LETTER;
            case "defered" -> SettlementCall.Wish.DEFER;
            default -> SettlementCall.Wish.ABANDON;
        };
    }

    private static Map<Object, Object> changes(Map<String, Object> body) {
        Map<Object, Object> changes = new HashMap<>();
        if (body.get("properties-to-modify") instanceof Map<?, ?> properties) {
            changes.putAll(properties);
        }
        copy(body, "deadletter-reason", changes, "DeadLetterReason");
        copy(body, "deadletter-description", changes, "DeadLetterErrorDescription");
        return changes;
    }

    private static void copy(Map<String, Object> from, String name, Map<Object, Object> to, String newName) {
        if (from.get(name) != null) {
            to.put(newName, from.get(name));
        }
    }

    private ManagementAnswer schedule(Map<String, Object> body) {
        List<Long> numbers = new ArrayList<>();
        for (Object entry : (List<?>) body.get(MESSAGES)) {
            numbers.add(entity.accept(Wire.bytes((Binary) ((Map<?, ?>) entry).get(MESSAGE))));
        }
        return ManagementAnswer.ok(Map.of(SEQUENCE_NUMBERS, numbers.toArray(new Long[0])));
    }

    private ManagementAnswer cancel(Map<String, Object> body) {
        for (long number : (long[]) body.get(SEQUENCE_NUMBERS)) {
            if (!entity.cancelScheduled(number)) {
                return ManagementAnswer.refused(404, "com.microsoft:message-not-found", "No message has this number.");
            }
        }
        return ManagementAnswer.ok(Map.of());
    }

    private ManagementAnswer peek(Map<String, Object> body) {
        long from = ((Number) body.get("from-sequence-number")).longValue();
        int most = ((Number) body.get("message-count")).intValue();
        List<Map<String, Object>> messages = new ArrayList<>();
        queue().peek(from, most).forEach(message -> messages.add(Map.of(MESSAGE, new Binary(message.toWire()))));
        return messages.isEmpty()
                ? ManagementAnswer.refused(204, "", "There is no message.") : ManagementAnswer.ok(Map.of(MESSAGES, messages));
    }

    private ManagementAnswer receiveDeferred(Map<String, Object> body) {
        boolean isPeekLock = !UnsignedInteger.ZERO.equals(body.get("receiver-settle-mode"));
        List<Map<String, Object>> messages = new ArrayList<>();
        for (StoredMessage message : queue().takeDeferred((long[]) body.get(SEQUENCE_NUMBERS), isPeekLock)) {
            Map<String, Object> entry = new HashMap<>();
            entry.put(MESSAGE, new Binary(message.toWire()));
            if (message.lockToken() != null) {
                entry.put("lock-token", message.lockToken());
            }
            messages.add(entry);
        }
        return messages.isEmpty()
                ? ManagementAnswer.refused(404, "com.microsoft:message-not-found", "No message has this number.")
                : ManagementAnswer.ok(Map.of(MESSAGES, messages));
    }

    private ManagementAnswer renewSession(Map<String, Object> body) {
        Optional<Instant> until = faults.refusesRenewals()
                ? Optional.empty() : queue().renewSession(String.valueOf(body.get(SESSION_ID)));
        return until.map(instant -> ManagementAnswer.ok(Map.of("expiration", Date.from(instant)))).orElseGet(
                () -> ManagementAnswer.refused(410, "com.microsoft:session-lock-lost", "The session lock is lost."));
    }

    private ManagementAnswer sessionState(Map<String, Object> body) {
        Map<String, @Nullable Object> answer = new HashMap<>();
        answer.put("session-state", queue().sessions().state(String.valueOf(body.get(SESSION_ID))));
        return ManagementAnswer.ok(answer);
    }

    private ManagementAnswer changeSessionState(Map<String, Object> body) {
        queue().sessions().state(String.valueOf(body.get(SESSION_ID)), (Binary) body.get("session-state"));
        return ManagementAnswer.ok(Map.of());
    }

    private MessageQueue queue() {
        if (entity instanceof MessageQueue queue) {
            return queue;
        }
        throw new IllegalArgumentException("'" + entity.path() + "' is a topic; messages are received from subscriptions");
    }
}
