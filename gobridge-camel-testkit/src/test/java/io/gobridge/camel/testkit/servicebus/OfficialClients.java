package io.gobridge.camel.testkit.servicebus;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import com.azure.core.amqp.AmqpRetryMode;
import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import com.azure.messaging.servicebus.models.ServiceBusReceiveMode;
import com.azure.messaging.servicebus.models.SubQueue;

/** Clients of the official SDK at one emulator, all closed together. */
final class OfficialClients implements AutoCloseable {

    /** How long a receive waits for messages that must come. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** How long it waits to see that nothing comes. */
    private static final Duration SILENCE = Duration.ofMillis(700);

    private final ServiceBusEmulator emulator;
    private final List<Runnable> closes = new ArrayList<>();

    OfficialClients(ServiceBusEmulator emulator) {
        this.emulator = emulator;
    }

    private ServiceBusClientBuilder builder() {
        AmqpRetryOptions retries = new AmqpRetryOptions().setMode(AmqpRetryMode.FIXED).setMaxRetries(2)
                .setDelay(Duration.ofMillis(100)).setTryTimeout(Duration.ofSeconds(5));
        return new ServiceBusClientBuilder().connectionString(emulator.connectionString()).retryOptions(retries);
    }

    ServiceBusSenderClient sender(String queue) {
        return opened(builder().sender().queueName(queue).buildClient(), ServiceBusSenderClient::close);
    }

    ServiceBusSenderClient topicSender(String topic) {
        return opened(builder().sender().topicName(topic).buildClient(), ServiceBusSenderClient::close);
    }

    ServiceBusReceiverClient receiver(String queue) {
        return opened(builder().receiver().queueName(queue).buildClient(), ServiceBusReceiverClient::close);
    }

    ServiceBusReceiverClient receiver(String topic, String subscription) {
        return opened(builder().receiver().topicName(topic).subscriptionName(subscription).buildClient(),
                ServiceBusReceiverClient::close);
    }

    ServiceBusReceiverClient deadLetters(String queue) {
        return opened(builder().receiver().queueName(queue).subQueue(SubQueue.DEAD_LETTER_QUEUE).buildClient(),
                ServiceBusReceiverClient::close);
    }

    ServiceBusReceiverClient deleting(String queue) {
        return opened(builder().receiver().queueName(queue).receiveMode(ServiceBusReceiveMode.RECEIVE_AND_DELETE)
                .buildClient(), ServiceBusReceiverClient::close);
    }

    ServiceBusSessionReceiverClient sessions(String queue) {
        return opened(builder().sessionReceiver().queueName(queue).buildClient(), ServiceBusSessionReceiverClient::close);
    }

    private <T> T opened(T client, Consumer<T> close) {
        closes.add(() -> close.accept(client));
        return client;
    }

    static ServiceBusReceivedMessage one(ServiceBusReceiverClient receiver) {
        return receiver.receiveMessages(1, PATIENCE).stream().findFirst()
                .orElseThrow(() -> new AssertionError("No message came within " + PATIENCE));
    }

    static List<String> bodies(ServiceBusReceiverClient receiver, int count) {
        List<String> bodies = new ArrayList<>();
        while (bodies.size() < count) {
            bodies.add(one(receiver).getBody().toString());
        }
        return bodies;
    }

    static boolean isSilent(ServiceBusReceiverClient receiver) {
        return receiver.receiveMessages(1, SILENCE).stream().findAny().isEmpty();
    }

    @Override
    public void close() {
        closes.forEach(Runnable::run);
    }
}
