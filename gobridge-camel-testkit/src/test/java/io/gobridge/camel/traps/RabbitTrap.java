package io.gobridge.camel.traps;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.testkit.EmbeddedBrokerJ;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;

/** Routes from and to an AMQP 0-9-1 broker; what comes from the queue stays in the route until the test lets it go. */
final class RabbitTrap implements AutoCloseable {

    private static final String QUEUE = "orders";

    private final EmbeddedBrokerJ broker;
    private final CachingConnectionFactory connections;
    private final DefaultCamelContext camel = new DefaultCamelContext();
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    RabbitTrap(EmbeddedBrokerJ broker) {
        this.broker = broker;
        this.connections = new CachingConnectionFactory("127.0.0.1", broker.port());
        connections.setUsername(EmbeddedBrokerJ.USER);
        connections.setPassword(EmbeddedBrokerJ.USER);
        camel.getRegistry().bind("amqp", connections);
        camel.getRegistry().bind("deadLetters", new MemoryDeadLetterStore());
    }

    static String stockTarget() {
        return "spring-rabbitmq:default?connectionFactory=#amqp&routingKey=nobody";
    }

    static String bridgedTarget() {
        return "gobridge:out?sendRetryBudget=0&target=spring-rabbitmq:default&target.connectionFactory=#amqp"
               + "&target.routingKey=nobody";
    }

    static String stockSource() {
        return "spring-rabbitmq:default?connectionFactory=#amqp&autoDeclare=false&asyncConsumer=true&queues=" + QUEUE;
    }

    static String bridgedSource() {
        return "gobridge:in?deadLetter=#deadLetters&source=spring-rabbitmq:default&source.connectionFactory=#amqp"
               + "&source.autoDeclare=false&source.queues=" + QUEUE;
    }

    /** Sends a message to the target and returns what came of it. */
    Exchange send(String target) {
        camel.start();
        return camel.createFluentProducerTemplate().to(target).withBody("order-1").send();
    }

    /** Puts a message into the queue and waits until it is in the route that begins with the source. */
    void receive(String source) throws Exception {
        new RabbitAdmin(connections).declareQueue(new Queue(QUEUE));
        new RabbitTemplate(connections).convertAndSend(QUEUE, "order-1");
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from(source).process(exchange -> arrived.countDown()).threads(1).process(exchange -> end.join());
            }
        });
        camel.start();
        arrived.await();
    }

    /** Returns how many messages the queue has, those included that are not acknowledged. */
    int depth() {
        return broker.depth(QUEUE);
    }

    @Override
    public void close() {
        end.completeExceptionally(new IllegalStateException("This order cannot be processed"));
        camel.stop();
        new RabbitAdmin(connections).deleteQueue(QUEUE);
        connections.destroy();
    }
}
