package io.gobridge.camel.testkit.servicebus;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;

import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.amqp.messaging.Modified;
import org.apache.qpid.proton.amqp.messaging.Rejected;
import org.apache.qpid.proton.amqp.messaging.Source;
import org.apache.qpid.proton.amqp.transport.DeliveryState;
import org.apache.qpid.proton.amqp.transport.ErrorCondition;
import org.apache.qpid.proton.amqp.transport.SenderSettleMode;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.Sender;

/** A link over which a client receives from one queue, or from one session of it. */
final class ReceiveLink {

    static final Symbol SESSION_FILTER = Symbol.valueOf("com.microsoft:session-filter");

    private static final Symbol LOCKED_UNTIL = Symbol.valueOf("com.microsoft:locked-until-utc");
    private static final Symbol LOCK_LOST = Symbol.valueOf("com.microsoft:message-lock-lost");

    private final Sender link;
    private final MessageQueue queue;
    private final String session;

    /** @param session empty text for none */
    ReceiveLink(Sender link, MessageQueue queue, String session) {
        this.link = link;
        this.queue = queue;
        this.session = session;
    }

    /** Answers the client's attach. */
    void open(Instant lockedUntil) {
        Links.mirror(link);
        if (!session.isEmpty()) {
            Source source = new Source();
            source.setAddress(link.getRemoteSource().getAddress());
            source.setFilter(Map.of(SESSION_FILTER, session));
            link.setSource(source);
            link.setProperties(Map.of(LOCKED_UNTIL, Wire.ticks(lockedUntil)));
        }
        link.setContext(this);
        link.open();
    }

    String session() {
        return session;
    }

    boolean isPeekLock() {
        return link.getSenderSettleMode() != SenderSettleMode.SETTLED;
    }

    boolean hasCredit() {
        return link.getCredit() > 0;
    }

    void endDrain() {
        if (link.getDrain() && link.getCredit() > 0) {
            link.drained();
        }
    }

    void flowed() {
        queue.pump();
    }

    void gone() {
        link.setContext(null);
        queue.remove(this);
    }

    void close(String condition, String description) {
        link.setContext(null);
        queue.remove(this);
        Links.refuse(link, condition, description);
    }

    void send(StoredMessage message, UUID token) {
        byte[] encoded = message.toWire();
        Delivery delivery = link.delivery(Wire.tag(token));
        delivery.setContext(token);
        link.send(encoded, 0, encoded.length);
        if (!isPeekLock()) {
            delivery.settle();
        }
        link.advance();
    }

    /** Carries out what the client says of a delivery, and answers. */
    void settle(Delivery delivery) {
        DeliveryState wish = delivery.getRemoteState();
        boolean isGranted = queue.settle((UUID) delivery.getContext(), wish(wish), changes(wish));
        delivery.disposition(isGranted ? wish : lockLost());
        delivery.settle();
    }

    private static DeliveryState lockLost() {
        Rejected refusal = new Rejected();
        refusal.setError(new ErrorCondition(LOCK_LOST, "The lock supplied is invalid: it expired, or the message is gone."));
        return refusal;
    }

    private static SettlementCall.Wish wish(DeliveryState state) {
        if (state instanceof Accepted) {
            return SettlementCall.Wish.COMPLETE;
        }
        if (state instanceof Rejected) {
            return SettlementCall.Wish.DEAD_LETTER;
        }
        boolean isPutAside = state instanceof Modified modified && Boolean.TRUE.equals(modified.getUndeliverableHere());
        return isPutAside ? SettlementCall.Wish.DEFER : SettlementCall.Wish.ABANDON;
    }

    private static Map<?, ?> changes(DeliveryState state) {
        Map<?, ?> changes = null;
        if (state instanceof Rejected rejected && rejected.getError() != null) {
            changes = rejected.getError().getInfo();
        } else if (state instanceof Modified modified) {
            changes = modified.getMessageAnnotations();
        }
        return changes == null ? Map.of() : changes;
    }
}
