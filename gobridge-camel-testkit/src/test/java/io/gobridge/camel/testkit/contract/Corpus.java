package io.gobridge.camel.testkit.contract;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.Payload;

/** The messages that every pair of transports has to carry unchanged: what somebody once lost, one kind each. */
final class Corpus {

    static final String TRACE_PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    static final String TRACE_STATE = "vendor=opaque,other=1";

    private static final Instant CREATED = Instant.parse("2026-11-30T10:15:30.123Z");

    private Corpus() {
    }

    static List<Envelope> messages(Instant now) {
        return List.of(
                message("every-byte").payload(Payload.copyOf(everyByte())).build(),
                message("no-utf-8").payload(Payload.copyOf(new byte[] { (byte) 0xC3, 0x28, (byte) 0xED, (byte) 0xA0, 0, 1 }))
                        .build(),
                message("text").payload(Payload.ofText("a&b<c> \u00e4 \u20ac \ud83d\ude80")).build(),
                message("empty").payload(Payload.EMPTY).build(),
                message("absent").payload(Payload.ABSENT).build(),
                message("subject").subject("orders/created \u00e9").payload(Payload.ofText("{}")).build(),
                message("expiring").payload(Payload.ofText("{}")).expiresAt(now.plus(1, ChronoUnit.HOURS)).build(),
                message("identity").payload(Payload.ofText("{}"))
                        .identity(new Identity("order-4711", "dedup-4711", "customer-42")).build(),
                message("types").payload(Payload.ofText("{}")).headers(Headers.of(types())).build(),
                message("names").payload(Payload.ofText("{}")).headers(Headers.of(names())).build(),
                message("trace").payload(Payload.ofText("{}"))
                        .headers(Headers.of(Map.of("traceparent", TRACE_PARENT, "tracestate", TRACE_STATE))).build(),
                message("many").payload(Payload.ofText("{}")).headers(Headers.of(many())).build());
    }

    private static Envelope.Builder message(String id) {
        return Envelope.withId(id).createdAt(CREATED);
    }

    private static byte[] everyByte() {
        byte[] bytes = new byte[256];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }

    private static Map<String, Object> types() {
        Map<String, Object> types = new LinkedHashMap<>();
        types.put("text", "plain");
        types.put("empty", "");
        types.put("control", "line\nbreak\u0000nul");
        types.put("truth", true);
        types.put("long", Long.MAX_VALUE);
        types.put("big", new BigInteger("340282366920938463463374607431768211456"));
        types.put("decimal", new BigDecimal("0.1234567890123456789"));
        types.put("scale", new BigDecimal("1.10"));
        types.put("instant", Instant.parse("2026-11-30T10:15:30.123456789Z"));
        types.put("bytes", new byte[] { 0, -1, 127 });
        types.put("list", List.of("a", 1L, true));
        types.put("map", Map.of("k", List.of(new BigDecimal("2.50"))));
        return types;
    }

    private static Map<String, Object> names() {
        Map<String, Object> names = new LinkedHashMap<>();
        for (String name : List.of("with.dot", "with-hyphen", "A_DOT_B", "with space", "with:colon", "with/slash", ".leading",
                "AWS.prefixed", "JMSType", "subject", "\u00fcmlaut", "Upper")) {
            names.put(name, "value of " + name);
        }
        return names;
    }

    private static Map<String, Object> many() {
        Map<String, Object> many = new LinkedHashMap<>();
        for (int i = 0; i < 40; i++) {
            many.put("a%02d".formatted(i), "v" + i);
        }
        return many;
    }
}
