package io.gobridge.benchmark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

import com.azure.core.util.BinaryData;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusProcessorClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.models.ServiceBusReceiveMode;
import org.apache.camel.CamelContext;

/** Two queues of the testkit's Service Bus emulator. */
final class ServiceBusQueues implements QueuePair {

    private static final int BATCH = 100;

    private final String connectionString;
    private final String in = "in-" + UUID.randomUUID();
    private final String out = "out-" + UUID.randomUUID();
    private ServiceBusProcessorClient reading;

    ServiceBusQueues(EmbeddedBroker broker) throws IOException {
        this.connectionString = broker.address();
        broker.createQueues(in, out);
    }

    @Override
    public void fill(Iterable<byte[]> payloads) {
        try (ServiceBusSenderClient sender = builder().sender().queueName(in).buildClient()) {
            List<ServiceBusMessage> batch = new ArrayList<>();
            for (byte[] payload : payloads) {
                batch.add(message(payload));
                if (batch.size() == BATCH) {
                    sender.sendMessages(batch);
                    batch.clear();
                }
            }
            if (!batch.isEmpty()) {
                sender.sendMessages(batch);
            }
        }
    }

    @Override
    public void onArrival(Consumer<byte[]> reader) {
        reading = builder().processor().queueName(out).receiveMode(ServiceBusReceiveMode.RECEIVE_AND_DELETE).prefetchCount(100)
                .processMessage(context -> reader.accept(context.getMessage().getBody().toBytes()))
                .processError(context -> System.err.println("The reader failed: " + context.getException()))
                .buildProcessorClient();
        reading.start();
    }

    @Override
    public void prepare(CamelContext context) {
        // URIs need no beans.
    }

    @Override
    public String rawSource(int inFlight) {
        return "azure-servicebus:" + in + "?connectionString=RAW(" + connectionString + ")&maxConcurrentCalls=" + inFlight;
    }

    @Override
    public String rawTarget() {
        return "azure-servicebus:" + out + "?binary=true&connectionString=RAW(" + connectionString + ")";
    }

    @Override
    public String source() {
        return "source=azure-servicebus:" + in + "&source.connectionString=RAW(" + connectionString + ")";
    }

    @Override
    public String target() {
        return "target=azure-servicebus:" + out + "&target.connectionString=RAW(" + connectionString + ")";
    }

    @Override
    public void close() {
        if (reading != null) {
            reading.close();
        }
    }

    private static ServiceBusMessage message(byte[] payload) {
        ServiceBusMessage message = new ServiceBusMessage(BinaryData.fromBytes(payload));
        message.getApplicationProperties().put("tenant", "north");
        message.getApplicationProperties().put("plant", "hall-7");
        message.getApplicationProperties().put("type", "OrderPlaced");
        message.getApplicationProperties().put("priority", 3);
        message.getApplicationProperties().put("trace", "4bf92f3577b34da6a3ce929d0e0e4736");
        return message;
    }

    private ServiceBusClientBuilder builder() {
        return new ServiceBusClientBuilder().connectionString(connectionString);
    }
}
