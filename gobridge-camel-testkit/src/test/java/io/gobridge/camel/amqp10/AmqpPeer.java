package io.gobridge.camel.amqp10;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import org.apache.qpid.proton.Proton;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.amqp.transport.DeliveryState;
import org.apache.qpid.proton.amqp.transport.ErrorCondition;
import org.apache.qpid.proton.codec.WritableBuffer;
import org.apache.qpid.proton.engine.BaseHandler;
import org.apache.qpid.proton.engine.Connection;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.Event;
import org.apache.qpid.proton.engine.Link;
import org.apache.qpid.proton.engine.Receiver;
import org.apache.qpid.proton.engine.Sender;
import org.apache.qpid.proton.message.Message;
import org.apache.qpid.proton.reactor.Reactor;
import org.apache.qpid.proton.reactor.ReactorOptions;
import org.apache.qpid.proton.reactor.impl.AcceptorImpl;

/**
 * An AMQP 1.0 peer on plain proton-j that answers as a test says: it accepts what is sent to it unless told otherwise,
 * and sends what it was given as far as it gets credit.
 */
final class AmqpPeer extends BaseHandler implements AutoCloseable {

    private static final int CREDIT = 100;
    private static final int LARGEST_MESSAGE = 1_000;

    private final Reactor reactor;
    private final AcceptorImpl acceptor;
    private final int port;
    private final Thread thread = new Thread(this::run, "amqp-peer");
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final List<Message> received = new CopyOnWriteArrayList<>();
    private final List<String> dispositions = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger mostCredit = new AtomicInteger();
    private final Map<String, Deque<Message>> toSend = new HashMap<>();
    private final CountDownLatch thawed = new CountDownLatch(1);
    private final List<Link> links = new CopyOnWriteArrayList<>();
    private volatile Function<Message, DeliveryState> answer = message -> Accepted.getInstance();
    private volatile String refusal = "";
    private volatile int credit = CREDIT;
    private volatile boolean isStopped;

    private AmqpPeer() throws IOException {
        ReactorOptions options = new ReactorOptions();
        options.setEnableSaslByDefault(false);
        reactor = Proton.reactor(options);
        reactor.setTimeout(10);
        acceptor = (AcceptorImpl) reactor.acceptor("127.0.0.1", 0, this);
        port = acceptor.getPortNumber();
    }

    static AmqpPeer start() {
        try {
            AmqpPeer peer = new AmqpPeer();
            peer.thread.setDaemon(true);
            peer.thread.start();
            return peer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the URL: without a SASL layer, since that of proton-j ends before it has begun, which Qpid JMS ignores.
     */
    String url() {
        return "amqp://127.0.0.1:" + port + "?amqp.saslLayer=false";
    }

    /** Answers what is sent to it with this outcome. */
    void answer(Function<Message, DeliveryState> newAnswer) {
        answer = newAnswer;
    }

    /** Refuses the next links with this condition; none when empty. */
    void refuse(String condition) {
        refusal = condition;
    }

    /** Grants links that come from now on so much credit. */
    void grant(int newCredit) {
        credit = newCredit;
    }

    /** Sends the message to who receives from the address. */
    void send(String address, Message message) {
        task(() -> {
            toSend.computeIfAbsent(address, unused -> new ArrayDeque<>()).add(message);
            links.forEach(this::pump);
        });
    }

    /** Closes every link with this condition. */
    void closeLinks(String condition) {
        task(() -> links.forEach(link -> close(link, condition)));
    }

    /** Says nothing any more, not even that it is alive. */
    void freeze() {
        task(() -> {
            try {
                thawed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** Speaks again. */
    void thaw() {
        thawed.countDown();
    }

    List<Message> received() {
        return received;
    }

    /** Returns what became of the messages that were sent, each as the message id and the name of the outcome. */
    List<String> dispositions() {
        return dispositions;
    }

    int connections() {
        return connections.get();
    }

    /** Returns the most credit that a receiver ever had together with what it had not settled. */
    int mostCredit() {
        return mostCredit.get();
    }

    @Override
    public void onConnectionRemoteOpen(Event event) {
        connections.incrementAndGet();
        event.getConnection().setContainer("peer");
        event.getConnection().open();
    }

    @Override
    public void onSessionRemoteOpen(Event event) {
        event.getSession().open();
    }

    @Override
    public void onLinkRemoteOpen(Event event) {
        Link link = event.getLink();
        if (!refusal.isEmpty()) {
            // Without a source and a target, which says that an error follows.
            link.open();
            close(link, refusal);
            return;
        }
        link.setSource(link.getRemoteSource());
        link.setTarget(link.getRemoteTarget());
        link.setSenderSettleMode(link.getRemoteSenderSettleMode());
        link.open();
        links.add(link);
        if (link instanceof Receiver receiver && credit > 0) {
            receiver.flow(credit);
        }
    }

    @Override
    public void onLinkFlow(Event event) {
        pump(event.getLink());
    }

    @Override
    public void onDelivery(Event event) {
        Delivery delivery = event.getDelivery();
        if (delivery.getLink() instanceof Receiver receiver) {
            receive(receiver, delivery);
        } else if (delivery.getRemoteState() != null && !delivery.isSettled()) {
            dispositions.add(delivery.getContext() + " " + delivery.getRemoteState().getType());
            delivery.settle();
        }
    }

    @Override
    public void onLinkRemoteClose(Event event) {
        links.remove(event.getLink());
        event.getLink().close();
    }

    @Override
    public void onLinkRemoteDetach(Event event) {
        links.remove(event.getLink());
        event.getLink().detach();
    }

    @Override
    public void onSessionRemoteClose(Event event) {
        event.getSession().close();
    }

    @Override
    public void onConnectionRemoteClose(Event event) {
        Connection connection = event.getConnection();
        links.removeIf(link -> link.getSession().getConnection() == connection);
        connection.close();
    }

    @Override
    public void close() {
        isStopped = true;
        thaw();
        reactor.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        reactor.start();
        while (!isStopped && reactor.process()) {
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
            }
        }
        acceptor.close();
        reactor.stop();
        reactor.free();
    }

    private void task(Runnable task) {
        tasks.add(task);
        reactor.wakeup();
    }

    private void receive(Receiver receiver, Delivery delivery) {
        if (!delivery.isReadable() || delivery.isPartial()) {
            return;
        }
        byte[] bytes = new byte[delivery.pending()];
        receiver.recv(bytes, 0, bytes.length);
        receiver.advance();
        Message message = Message.Factory.create();
        message.decode(bytes, 0, bytes.length);
        received.add(message);
        DeliveryState outcome = answer.apply(message);
        if (outcome != null) {
            delivery.disposition(outcome);
            delivery.settle();
            receiver.flow(1);
        }
    }

    private void pump(Link link) {
        if (!(link instanceof Sender sender) || sender.getRemoteSource() == null) {
            return;
        }
        Deque<Message> waiting = toSend.getOrDefault(sender.getRemoteSource().getAddress(), new ArrayDeque<>());
        mostCredit.accumulateAndGet(sender.getCredit() + sender.getUnsettled(), Math::max);
        while (sender.getCredit() > 0 && !waiting.isEmpty()) {
            Message message = waiting.poll();
            String id = String.valueOf(message.getMessageId());
            sender.delivery(id.getBytes(StandardCharsets.UTF_8)).setContext(id);
            ByteBuffer bytes = ByteBuffer.allocate(LARGEST_MESSAGE);
            int length = message.encode(new WritableBuffer.ByteBufferWrapper(bytes));
            sender.send(bytes.array(), 0, length);
            sender.advance();
        }
        if (sender.getDrain() && sender.getCredit() > 0) {
            sender.drained();
        }
    }

    private static void close(Link link, String condition) {
        link.setCondition(new ErrorCondition(Symbol.valueOf(condition), "as the test says"));
        link.close();
    }
}
