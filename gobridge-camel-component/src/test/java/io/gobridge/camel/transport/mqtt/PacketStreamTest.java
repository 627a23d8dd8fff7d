package io.gobridge.camel.transport.mqtt;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.eclipse.paho.mqttv5.common.packet.MqttPublish;
import org.eclipse.paho.mqttv5.common.packet.UserProperty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** {@link PacketBuffer}, {@link PacketDecoder} and {@link PublishPacket}, without a network. */
class PacketStreamTest {

    private static final String ANSWERS = "2006010003210FFF 40020007 400400089700 9004000900A2 D000 E0018B";

    /** Whatever pieces the network makes of the bytes, and wherever a read times out. */
    @Property(tries = 200)
    void shouldFindTheSamePacketsInAnySplit(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        byte[] stream = join(
                hex(ANSWERS), publish("t/a", "x".repeat(random.nextInt(70_000)), 1).bytes(9),
                publish("t/\u00FC\uD83D\uDE00", "", 0).bytes(0), hex(ANSWERS));

        List<String> packets = decode(new Pieces(stream, random));

        assertThat(packets).hasSize(14).isEqualTo(decode(new ByteArrayInputStream(stream)));
    }

    /** Nothing but packets and this one exception comes of what anybody sends. */
    @Property
    void shouldTakeOrRefuseAnyBytes(@ForAll @Size(max = 200) byte[] bytes) throws Exception {
        decodeOrRefuse(bytes);
    }

    /** Bytes that are nearly right get further than any bytes. */
    @Property
    void shouldTakeOrRefuseADamagedPacket(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        byte[] stream = join(hex(ANSWERS), publish("t/a", "x", 1).bytes(9));
        stream[random.nextInt(stream.length)] = (byte) random.nextInt();

        decodeOrRefuse(stream);
    }

    @Test
    void shouldReadAllPropertiesOfAMessage() throws Exception {
        Sent sent = publish("t/\u00FC", "payload", 1);
        Recorder recorder = new Recorder();

        decode(new ByteArrayInputStream(sent.bytes(513)), recorder);

        MqttMessage received = recorder.messages.get(0);
        assertThat(received.getId()).isEqualTo(513);
        assertThat(received.isRetained()).isTrue();
        assertThat(received.getPayload()).asString(StandardCharsets.UTF_8).isEqualTo("payload");
        assertThat(received.getProperties()).usingRecursiveComparison().ignoringFields("validProperties")
                .isEqualTo(sent.message().getProperties());
    }

    /** Paho's own encoder is the witness. */
    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 100, 127, 128, 16_000, 16_384, 2_097_152 })
    void shouldWriteWhatPahoWrites(int payloadBytes) throws Exception {
        Sent sent = publish("t/\u00FC\uD83D\uDE00", "x".repeat(payloadBytes), 1);
        MqttPublish paho = new MqttPublish(sent.topic(), sent.message(), sent.message().getProperties());
        paho.setMessageId(65_535);

        assertThat(sent.bytes(65_535)).isEqualTo(paho.serialize());
        assertThat(sent.packet().length()).isEqualTo(paho.serialize().length);
    }

    @ParameterizedTest
    @CsvSource({
            "a packet of type 0,                 0000,               0x81",
            "flags of a PUBACK,                  41020001,           0x81",
            "quality of service 3,               3606000161000100,   0x81",
            "a duplicate that nobody waits for,  38040001 6100,      0x81",
            "a length of five bytes,             30FFFFFFFF01,       0x81",
            "a topic beyond the end,             3203000961,         0x81",
            "a topic that is no UTF-8,           3204 0001 FF 00,    0x81",
            "a topic with half a pair,           3206 0003 EDA080 00, 0x81",
            "a topic with a null character,      3004 0001 00 00,    0x81",
            "properties beyond the end,          3004 0001 61 7F,    0x81",
            "a property that no PUBLISH has,     3007 0001 61 03 210001, 0x81",
            "an unknown property,                3006 0001 61 02 7F00, 0x81",
            "a property that comes twice,        3008 0001 61 04 01010101, 0x82",
            "a flag that is neither,             3006 0001 61 02 0102, 0x82",
            "a topic alias,                      3007 0001 61 03 230001, 0x94",
            "no topic,                           3003 0000 00,       0x82",
            "the packet id 0,                    40020000,           0x82",
            "a session flag that is neither,     2003020000,         0x81",
            "bytes behind a ping,                D00100,             0x81",
            "a client's packet,                  C000,               0x82" })
    void shouldRefuseWithTheReason(String what, String bytes, String reason) {
        PacketException refusal = catchThrowableOfType(
                PacketException.class, () -> decode(new ByteArrayInputStream(hex(bytes))));

        assertThat(refusal).as(what).isNotNull();
        assertThat(refusal.reason()).as(what).isEqualTo(Integer.decode(reason));
    }

    @Test
    void shouldRefuseAResponseTopicWithAWildcard() {
        PacketException refusal = catchThrowableOfType(PacketException.class,
                () -> decode(new ByteArrayInputStream(hex("3008 0001 74 04 08 0001 23"))));

        assertThat(refusal.reason()).isEqualTo(0x82);
    }

    @Test
    void shouldRefuseAPacketForItsAnnouncedLength() {
        PacketBuffer unit = new PacketBuffer(100);

        PacketException refusal = catchThrowableOfType(PacketException.class, () -> {
            unit.read(new ByteArrayInputStream(hex("3063")));
            unit.drainTo(new PacketDecoder(new Recorder()));
        });

        assertThat(refusal.reason()).isEqualTo(0x95);
    }

    private record Sent(String topic, MqttMessage message, PublishPacket packet) {

        byte[] bytes(int packetId) {
            return join(packet.head(packetId), packet.payload());
        }
    }

    private static Sent publish(String topic, String payload, int qos) {
        MqttProperties properties = new MqttProperties();
        properties.setMessageExpiryInterval(0xFFFF_FFF0L);
        properties.setContentType("text/plain");
        properties.setResponseTopic("answers");
        properties.setCorrelationData(new byte[] { 0, -1 });
        properties.setUserProperties(List.of(
                new UserProperty("k", "v"), new UserProperty("k", "\u00FC\u20AC\uD83D\uDE00"), new UserProperty("", "")));
        MqttMessage message = new MqttMessage(payload.getBytes(StandardCharsets.UTF_8), qos, true, properties);
        return new Sent(topic, message, new PublishPacket(topic, message));
    }

    private static void decodeOrRefuse(byte[] bytes) throws Exception {
        try {
            decode(new ByteArrayInputStream(bytes));
        } catch (PacketException e) {
            assertThat(e.reason()).isBetween(0x80, 0xFF);
        }
    }

    private static List<String> decode(InputStream in) throws PacketException, IOException {
        Recorder recorder = new Recorder();
        decode(in, recorder);
        return recorder.packets;
    }

    private static void decode(InputStream in, Recorder recorder) throws PacketException, IOException {
        PacketBuffer buffer = new PacketBuffer(ServerLimits.LARGEST_PACKET);
        PacketDecoder decoder = new PacketDecoder(recorder);
        try {
            while (true) {
                buffer.read(in);
                buffer.drainTo(decoder);
            }
        } catch (EOFException e) {
            // All was read.
        }
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    /** Gives out some bytes at a time, and now and then none in time. */
    private static final class Pieces extends InputStream {

        private final ByteArrayInputStream all;
        private final Random random;

        private Pieces(byte[] bytes, Random random) {
            this.all = new ByteArrayInputStream(bytes);
            this.random = random;
        }

        @Override
        public int read() {
            return all.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (random.nextInt(10) == 0) {
                throw new SocketTimeoutException();
            }
            int most = random.nextBoolean() ? 3 : 5_000;
            return all.read(target, offset, Math.min(length, 1 + random.nextInt(most)));
        }
    }

    private static final class Recorder implements PacketDecoder.Listener {

        private final List<String> packets = new ArrayList<>();
        private final List<MqttMessage> messages = new ArrayList<>();

        @Override
        public void connack(boolean isSessionPresent, int reason, MqttProperties properties) {
            packets.add("CONNACK " + isSessionPresent + " " + reason + " " + properties.getReceiveMaximum());
        }

        @Override
        public void publish(String topic, MqttMessage message) {
            messages.add(message);
            packets.add("PUBLISH " + topic + " " + message.getId() + " " + new String(
                    message.getPayload(),
                    StandardCharsets.UTF_8) + " " + message.getProperties().getUserProperties());
        }

        @Override
        public void answer(Packet type, int packetId, int reason) {
            packets.add(type + " " + packetId + " " + reason);
        }

        @Override
        public void pubrel(int packetId) {
            packets.add("PUBREL " + packetId);
        }

        @Override
        public void pingresp() {
            packets.add("PINGRESP");
        }

        @Override
        public void disconnect(int reason) {
            packets.add("DISCONNECT " + reason);
        }
    }
}
