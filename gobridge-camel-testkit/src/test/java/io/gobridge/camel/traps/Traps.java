package io.gobridge.camel.traps;

import java.time.Instant;
import java.util.Date;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The scenarios; their numbers are those of the traps in the design notes. */
final class Traps {

    static final String IDEMPOTENCY_KEY = "x-bridge.idempotency-key";

    /** C2: the route fails, and so does the place where failed messages go. */
    static final Trap DEAD_LETTER_FAILS
            = Trap.of("the message is in the source or in the dead letters", "order-1").through(exchange -> {
                throw new IllegalStateException("This order cannot be processed");
            });

    /** C4: whoever may write to the source names an operation of the target's component. */
    static final Trap PURGE_BY_ATTRIBUTE = Trap.of("the message and all that were there before it are in the target", "order-1")
            .with(Map.of("CamelAwsSqsOperation", "purgeQueue"));

    /** C5: ten attributes come, as many as SQS takes, and the route adds three headers. */
    static final Trap THIRTEEN_HEADERS
            = Trap.of("all thirteen headers arrive", "order-1").with(tenAttributes()).through(exchange -> {
                exchange.getMessage().setHeader("plant", "P7");
                exchange.getMessage().setHeader("region", "EU");
                exchange.getMessage().setHeader("zone", "Z1");
            });

    /** C5: ten attributes come and the route adds nothing. */
    static final Trap TEN_HEADERS = Trap.of("all ten headers arrive", "order-1").with(tenAttributes());

    /** C6: the first bytes of a PDF file; the route turns the text of the message into them. */
    static final byte[] BINARY = HexFormat.of().parseHex("255044462d312e370a25e2e3cfd3");
    static final Trap BINARY_BODY = Trap.of("the bytes arrive as they are", HexFormat.of().formatHex(BINARY))
            .through(exchange -> exchange.getMessage()
                    .setBody(HexFormat.of().parseHex(exchange.getMessage().getBody(String.class))));

    /** C7: one message becomes three for a FIFO queue. */
    static final List<String> PARTS = List.of("a", "b", "c");
    static final Trap THREE_PARTS = Trap.of("each part arrives once", String.join("\n", PARTS));

    /** C8: the route wants no headers of the source in its target. */
    static final Trap HEADERS_REMOVED = Trap.of("the message arrives once and leaves the source", "order-1")
            .through(exchange -> exchange.getMessage().removeHeaders("*"));

    /** C9: headers of types that Camel routes use every day. */
    static final Map<String, Object> TYPED_HEADERS = typedHeaders();
    static final Trap HEADER_TYPES = Trap.of("each header arrives with its type", "order-1")
            .through(exchange -> exchange.getMessage().getHeaders().putAll(TYPED_HEADERS));

    static final Instant MOMENT = Instant.parse("2024-02-29T12:00:00Z");
    static final Trap DATE_HEADER = Trap.of("the date arrives as the same point in time", "order-1")
            .through(exchange -> exchange.getMessage().setHeader("date", Date.from(MOMENT)));

    /** C9: a name and a value that SQS refuses. */
    static final Trap NAME_WITH_COLON = Trap.of("the message arrives with the header", "order-1")
            .through(exchange -> exchange.getMessage().setHeader("bad:name", "value"));
    static final Trap NOT_A_NUMBER = Trap.of("the message arrives with the header", "order-1")
            .through(exchange -> exchange.getMessage().setHeader("reading", Double.NaN));

    /** C11: one of two targets is down for a while. */
    static final Trap ONE_TARGET_DOWN = Trap.of("each target gets the message once", "order-1");

    private Traps() {
    }

    private static Map<String, String> tenAttributes() {
        var attributes = new LinkedHashMap<String, String>();
        List.of("amount", "branch", "channel", "currency", "customer", "orderId")
                .forEach(name -> attributes.put(name, "value of " + name));
        attributes.put("Subject", "orders.created");
        attributes.put("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
        attributes.put("tracestate", "vendor=1");
        attributes.put(IDEMPOTENCY_KEY, "order-1");
        return attributes;
    }

    private static Map<String, Object> typedHeaders() {
        var headers = new LinkedHashMap<String, Object>();
        headers.put("instant", Instant.parse("2024-02-29T12:00:00.123456789Z"));
        headers.put("uuid", UUID.fromString("0af76519-16cd-43dd-8448-eb211c80319c"));
        headers.put("list", List.of("a", "b"));
        headers.put("empty", "");
        return headers;
    }
}
