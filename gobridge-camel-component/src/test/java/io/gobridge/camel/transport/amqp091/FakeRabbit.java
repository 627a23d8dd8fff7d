package io.gobridge.camel.transport.amqp091;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownListener;
import com.rabbitmq.client.ShutdownSignalException;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;

/** A broker behind the client library's interfaces: it notes what is written and says what a test wants said. */
final class FakeRabbit {

    /** What was written, {@code basicAck 3 true} for instance; payloads and properties left out. */
    final List<String> written = new ArrayList<>();
    final Deque<Runnable> work = new ArrayDeque<>();
    /** Happens while the broker answers that it sends from a queue. */
    Runnable meanwhile = () -> {
    };
    private ShutdownSignalException ended;
    private final List<ShutdownListener> listeners = new ArrayList<>();
    private long nextNumber;
    private String consumer = "none";

    /** Runs what was given to the executor, and what that gives to it. */
    void work() {
        while (!work.isEmpty()) {
            work.poll().run();
        }
    }

    ConnectionFactory factory() {
        return fake(ConnectionFactory.class, (self, method, args) -> switch (method.getName()) {
            case "createConnection" -> fake(org.springframework.amqp.rabbit.connection.Connection.class, this::lease);
            default -> nothing(method);
        });
    }

    Channel channel() {
        ended = null;
        nextNumber = 1;
        listeners.clear();
        return fake(Channel.class, this::onChannel);
    }

    /** Closes the channel that is open, with this reply. */
    void end(int reply, String text) {
        ended = new ShutdownSignalException(
                false, false, new AMQP.Channel.Close.Builder().replyCode(reply).replyText(text).build(), this);
        listeners.forEach(listener -> listener.shutdownCompleted(ended));
    }

    private Object lease(Object self, Method method, Object[] args) {
        return switch (method.getName()) {
            case "isOpen" -> true;
            case "getDelegate" -> connection();
            default -> nothing(method);
        };
    }

    private Connection connection() {
        return fake(Connection.class, (self, method, args) -> switch (method.getName()) {
            case "createChannel" -> channel();
            case "getFrameMax" -> 4096;
            case "getServerProperties" -> Map.of();
            default -> nothing(method);
        });
    }

    private Object onChannel(Object self, Method method, Object[] args) throws IOException {
        switch (method.getName()) {
            case "addShutdownListener" -> listeners.add((ShutdownListener) args[0]);
            case "isOpen" -> {
                return ended == null;
            }
            case "getCloseReason" -> {
                return ended;
            }
            case "getConnection" -> {
                return connection();
            }
            case "getNextPublishSeqNo" -> {
                return nextNumber;
            }
            case "basicPublish" -> {
                write("basicPublish " + args[1]);
                nextNumber++;
            }
            case "basicConsume" -> {
                meanwhile.run();
                consumer = "ctag";
                return consumer;
            }
            case "basicCancel" -> cancel((String) args[0]);
            case "abort" -> end();
            case "basicAck" -> write("basicAck " + args[0] + " " + args[1]);
            case "basicNack" -> write("basicNack " + args[0] + " " + args[2]);
            default -> {
                return nothing(method);
            }
        }
        return null;
    }

    /** The client library asks the broker for nothing that it does not know of. */
    private void cancel(String tag) throws IOException {
        if (!tag.equals(consumer)) {
            throw new IOException("Unknown consumerTag");
        }
        consumer = "none";
        write("basicCancel " + tag);
    }

    private void end() {
        if (ended == null) {
            ended = new ShutdownSignalException(false, true, null, this);
            listeners.forEach(listener -> listener.shutdownCompleted(ended));
        }
    }

    private void write(String what) {
        if (ended != null) {
            throw new AlreadyClosedException(ended);
        }
        written.add(what);
    }

    private static Object nothing(Method method) {
        return method.getReturnType() == boolean.class ? false : null;
    }

    private static <T> T fake(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type },
                (self, method, args) -> switch (method.getName()) {
                    case "equals" -> self == args[0];
                    case "hashCode" -> System.identityHashCode(self);
                    case "toString" -> "fake";
                    default -> handler.invoke(self, method, args);
                }));
    }
}
