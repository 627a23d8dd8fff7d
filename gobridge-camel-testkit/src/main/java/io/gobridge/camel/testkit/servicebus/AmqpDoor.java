package io.gobridge.camel.testkit.servicebus;

import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.UnsignedLong;
import org.apache.qpid.proton.amqp.messaging.Source;
import org.apache.qpid.proton.amqp.transport.ErrorCondition;
import org.apache.qpid.proton.engine.BaseHandler;
import org.apache.qpid.proton.engine.Connection;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.EndpointState;
import org.apache.qpid.proton.engine.Event;
import org.apache.qpid.proton.engine.Link;
import org.apache.qpid.proton.engine.Receiver;
import org.apache.qpid.proton.engine.Sender;
import org.apache.qpid.proton.engine.Transport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Speaks AMQP 1.0 with clients and brings each link to what it is about. Used by the emulator's thread only. */
final class AmqpDoor extends BaseHandler {

    private static final Logger LOG = LoggerFactory.getLogger(AmqpDoor.class);

    /** Of the standard tier. */
    private static final long MOST_BYTES = 262_144;

    private static final int CREDIT = 500;

    private static final Symbol LINK_TIMEOUT = Symbol.valueOf("com.microsoft:timeout");

    private final EntityStore entities;
    private final ServiceBusFaults faults;
    private final Set<Connection> connections = new LinkedHashSet<>();

    AmqpDoor(EntityStore entities, ServiceBusFaults faults) {
        this.entities = entities;
        this.faults = faults;
    }

    /** Lets an error of the emulator end the connection, not the emulator. */
    @Override
    public void handle(Event event) {
        try {
            super.handle(event);
        } catch (RuntimeException e) {
            LOG.error("The Service Bus emulator failed on {}", event.getType(), e);
            if (event.getConnection() != null) {
                event.getConnection().setCondition(new ErrorCondition(Symbol.valueOf("amqp:internal-error"), e.toString()));
                event.getConnection().close();
            }
        }
    }

    @Override
    public void onConnectionRemoteOpen(Event event) {
        Connection connection = event.getConnection();
        connection.setContainer("service-bus-emulator");
        connection.setContext(new ReplyLinks());
        connections.add(connection);
        connection.open();
    }

    @Override
    public void onConnectionRemoteClose(Event event) {
        event.getConnection().close();
    }

    @Override
    public void onTransportClosed(Event event) {
        forget(event.getConnection());
    }

    /** Cuts all connections without a word. */
    void dropConnections() {
        for (Connection connection : List.copyOf(connections)) {
            Transport transport = connection.getTransport();
            forget(connection);
            if (transport != null) {
                transport.close_tail();
                transport.close_head();
            }
        }
    }

    private void forget(Connection connection) {
        if (connection == null || !connections.remove(connection)) {
            return;
        }
        for (Link link = connection.linkHead(all(), all()); link != null; link = link.next(all(), all())) {
            leave(link);
        }
    }

    private static EnumSet<EndpointState> all() {
        return EnumSet.allOf(EndpointState.class);
    }

    @Override
    public void onSessionRemoteOpen(Event event) {
        event.getSession().open();
    }

    @Override
    public void onSessionRemoteClose(Event event) {
        event.getSession().close();
    }

    // Links.

    @Override
    public void onLinkRemoteOpen(Event event) {
        Link link = event.getLink();
        if (link.getLocalState() != EndpointState.UNINITIALIZED) {
            return;
        }
        if (link instanceof Receiver receiver) {
            openForSending(receiver, address(link.getRemoteTarget()));
        } else {
            openForReceiving((Sender) link, address(link.getRemoteSource()));
        }
    }

    private static String address(Object terminus) {
        if (terminus instanceof org.apache.qpid.proton.amqp.transport.Source source && source.getAddress() != null) {
            return source.getAddress();
        }
        return terminus instanceof org.apache.qpid.proton.amqp.transport.Target target && target.getAddress() != null
                ? target.getAddress() : "";
    }

    private void openForSending(Receiver link, String address) {
        Optional<Node> node = node(link, address);
        if (node.isEmpty()) {
            refuse(link, address);
            return;
        }
        Links.mirror(link);
        // Without it the official client cannot tell how much goes into a batch.
        link.setMaxMessageSize(UnsignedLong.valueOf(MOST_BYTES));
        link.setContext(node.get());
        link.open();
        link.flow(CREDIT);
    }

    private Optional<Node> node(Link link, String address) {
        ReplyLinks replies = (ReplyLinks) link.getSession().getConnection().getContext();
        if (address.equals(CbsNode.ADDRESS)) {
            return Optional.of(new CbsNode(replies, faults));
        }
        if (address.endsWith(ManagementNode.SUFFIX)) {
            return entities.find(managed(address)).map(entity -> new ManagementNode(entity, replies, faults));
        }
        return faults.refusesLink().isPresent()
                ? Optional.empty() : entities.find(address).map(entity -> new EntityNode(entity, faults));
    }

    private static String managed(String address) {
        return address.substring(0, address.length() - ManagementNode.SUFFIX.length());
    }

    private void openForReceiving(Sender link, String address) {
        if (address.equals(CbsNode.ADDRESS) || address.endsWith(ManagementNode.SUFFIX)) {
            Links.mirror(link);
            ((ReplyLinks) link.getSession().getConnection().getContext()).add(link);
            link.open();
            return;
        }
        if (faults.refusesLink().isPresent() || !(entities.find(address).orElse(null) instanceof MessageQueue queue)) {
            refuse(link, address);
            return;
        }
        Map<?, ?> filter = link.getRemoteSource() instanceof Source source && source.getFilter() != null
                ? source.getFilter() : Map.of();
        boolean wantsSession = filter.containsKey(ReceiveLink.SESSION_FILTER);
        if (wantsSession != queue.options().isSessionful()) {
            Links.refuse(link, "amqp:not-allowed", wantsSession
                    ? "A session receiver cannot be created on an entity that does not require sessions."
                    : "It is not possible for an entity that requires sessions to create a non-sessionful message receiver.");
        } else if (wantsSession) {
            link.setContext(queue);
            queue.sessions().request(new SessionRequest(
                    link, queue, (String) filter.get(ReceiveLink.SESSION_FILTER), queue.now().plus(timeout(link))));
        } else {
            ReceiveLink receiver = new ReceiveLink(link, queue, "");
            receiver.open(queue.now());
            queue.add(receiver);
        }
    }

    private static Duration timeout(Link link) {
        Object millis = link.getRemoteProperties() == null ? null : link.getRemoteProperties().get(LINK_TIMEOUT);
        return millis instanceof UnsignedInteger number ? Duration.ofMillis(number.longValue()) : Duration.ofMinutes(1);
    }

    private void refuse(Link link, String address) {
        Optional<String> fault = faults.refusesLink();
        Links.refuse(link, fault.orElse("amqp:not-found"), fault.isPresent()
                ? "The test refuses this link." : "The messaging entity '" + address + "' could not be found.");
    }

    @Override
    public void onLinkFlow(Event event) {
        if (event.getLink().getContext() instanceof ReceiveLink link) {
            link.flowed();
        }
    }

    @Override
    public void onLinkRemoteClose(Event event) {
        leave(event.getLink());
        event.getLink().close();
    }

    @Override
    public void onLinkRemoteDetach(Event event) {
        leave(event.getLink());
        event.getLink().detach();
    }

    private static void leave(Link link) {
        if (link.getContext() instanceof ReceiveLink receiver) {
            receiver.gone();
        } else if (link.getContext() instanceof MessageQueue queue) {
            queue.sessions().withdraw(link);
        }
        link.setContext(null);
    }

    // Deliveries.

    @Override
    public void onDelivery(Event event) {
        Delivery delivery = event.getDelivery();
        Object context = delivery.getLink().getContext();
        if (context instanceof Node node) {
            take(node, (Receiver) delivery.getLink(), delivery);
        } else if (context instanceof ReceiveLink link) {
            if (delivery.isUpdated() && delivery.getRemoteState() != null && !delivery.isSettled()) {
                faults.settle(() -> link.settle(delivery));
            }
        } else if (delivery.getLink() instanceof Sender) {
            // What a client says of deliveries of a link that is gone means nothing.
            delivery.settle();
        }
    }

    private static void take(Node node, Receiver link, Delivery delivery) {
        if (delivery.isPartial() || !delivery.isReadable()) {
            return;
        }
        int format = delivery.getMessageFormat();
        byte[] transfer = Wire.read(link, delivery.pending());
        delivery.disposition(node.take(transfer, format));
        delivery.settle();
        link.flow(1);
    }
}
