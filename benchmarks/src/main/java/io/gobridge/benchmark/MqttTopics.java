package io.gobridge.benchmark;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;

import io.gobridge.camel.testkit.MqttPacket;

/** Fresh topics of some devices, one client that fills them, and one that reads the topic where all is to go. */
final class MqttTopics implements AutoCloseable {

    /** Below the 20 that Mosquitto lets a client have unconfirmed. */
    private static final int UNCONFIRMED = 16;
    /** Below the 1 000 that Mosquitto keeps for a client. */
    private static final int UNDER_WAY = 500;
    private static final int PAYLOAD_BYTES = 1_024;
    private static final Map<String, String> PROPERTIES = Map.of("tenant", "north", "plant", "hall-7", "type", "OrderPlaced",
            "priority", "3", "trace", "4bf92f3577b34da6a3ce929d0e0e4736");

    private final String round = UUID.randomUUID().toString();
    private final Arrivals arrivals;
    private final Semaphore unconfirmed = new Semaphore(UNCONFIRMED);
    private final Semaphore underWay = new Semaphore(UNDER_WAY);
    private final byte[][] templates;
    private final LeanClient feeder;
    private final LeanClient reader;

    MqttTopics(String brokerUrl, int devices, Arrivals arrivals) throws IOException {
        this.arrivals = arrivals;
        templates = IntStream.range(0, devices).mapToObj(device -> MqttPacket
                .publish(1, topic(device), "x".repeat(PAYLOAD_BYTES), PROPERTIES).toBytes()).toArray(byte[][]::new);
        feeder = new LeanClient(brokerUrl, "feeder-" + round);
        reader = new LeanClient(brokerUrl, "reader-" + round);
        reader.subscribe(out());
        Ends ends = new Ends();
        feeder.read(ends);
        reader.read(ends);
    }

    /** Returns the filter that matches the topics of all devices. */
    String in() {
        return "benchmark/" + round + "/in/#";
    }

    String out() {
        return "benchmark/" + round + "/out";
    }

    String clientId() {
        return "bridge-" + round;
    }

    /** Publishes so many messages, the devices in turns; each begins with its number and the time of its put. */
    void feed(int messages) throws IOException, InterruptedException {
        int index = 0;
        while (index < messages) {
            unconfirmed.acquire();
            int batch = Math.min(messages - index, 1 + unconfirmed.drainPermits());
            ByteArrayOutputStream packets = new ByteArrayOutputStream();
            for (int last = index + batch; index < last; index++) {
                underWay.acquire();
                packets.writeBytes(message(index));
            }
            feeder.write(packets.toByteArray());
        }
    }

    @Override
    public void close() throws IOException {
        feeder.close();
        reader.close();
    }

    private String topic(int device) {
        return "benchmark/" + round + "/in/" + device;
    }

    private byte[] message(int index) {
        int device = index % templates.length;
        byte[] packet = templates[device];
        int packetId = 1 + index % 65_535;
        int packetIdAt = 3 + 2 + topic(device).length();
        packet[packetIdAt] = (byte) (packetId >> 8);
        packet[packetIdAt + 1] = (byte) packetId;
        byte[] begin = (index + " " + System.nanoTime() + " ").getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(begin, 0, packet, packet.length - PAYLOAD_BYTES, begin.length);
        return packet;
    }

    /** What comes to the feeder and to the reader. */
    private final class Ends implements LeanClient.Arriving {

        @Override
        public void message(byte[] bytes, int payloadAt) {
            String[] parts = new String(bytes, payloadAt, 40, StandardCharsets.US_ASCII).split(" ", 3);
            arrivals.arrived(Integer.parseInt(parts[0]), System.nanoTime() - Long.parseLong(parts[1]));
            underWay.release();
        }

        @Override
        public void confirmed(int count) {
            unconfirmed.release(count);
        }
    }
}
