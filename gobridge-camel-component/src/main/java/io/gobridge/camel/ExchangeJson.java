package io.gobridge.camel;

import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.List;

import io.gobridge.camel.conditions.JsonPayload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.Failures;
import io.gobridge.camel.json.JsonTree;
import org.apache.camel.Exchange;
import org.apache.camel.StreamCache;
import org.apache.camel.TypeConversionException;
import org.apache.camel.support.MessageHelper;

/**
 * The body of an exchange as JSON. It rides on the exchange, so that it is parsed once however many steps ask, and is
 * dropped when the body is another one. Who changes the bytes of a body in place has to set it again.
 */
public final class ExchangeJson {

    private static final String PROPERTY = "CamelGoBridgeJson";

    private ExchangeJson() {
    }

    /**
     * Returns the body as JSON; not parsed yet unless a step before did.
     *
     * @throws BridgeException {@code INVALID_PAYLOAD} when the body cannot be converted to bytes, {@code UNKNOWN} or
     *                         what made it fail when reading it failed
     */
    public static JsonPayload of(Exchange exchange) {
        Object body = exchange.getMessage().getBody();
        if (exchange.getProperty(PROPERTY) instanceof Riding riding && riding.body() == body) {
            return riding.payload();
        }
        byte[] bytes = bytes(exchange, body);
        if (isSpent(body)) {
            exchange.getMessage().setBody(bytes);
            body = bytes;
        }
        JsonPayload payload = JsonPayload.of(bytes);
        exchange.setProperty(PROPERTY, new Riding(body, payload));
        return payload;
    }

    /** Makes the JSON the body, so that the next step need not parse it. */
    public static void set(Exchange exchange, JsonTree tree) {
        exchange.getMessage().setBody(tree.bytes());
        exchange.setProperty(PROPERTY, new Riding(tree.bytes(), JsonPayload.of(tree)));
    }

    private static byte[] bytes(Exchange exchange, Object body) {
        if (body == null || body instanceof byte[]) {
            return (byte[]) body;
        }
        if (body instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        byte[] bytes = converted(exchange, body);
        if (bytes == null) {
            throw BridgeException.of(FailureCode.INVALID_PAYLOAD, "The body is a " + body.getClass().getName()
                                                                  + ", which cannot be converted to bytes. Marshal it first");
        }
        return bytes;
    }

    /** That a stream breaks, or that the run was ended meanwhile, says nothing about the payload. */
    private static byte[] converted(Exchange exchange, Object body) {
        try {
            return exchange.getContext().getTypeConverter().convertTo(byte[].class, exchange, body);
        } catch (TypeConversionException e) {
            throw new Failures(List.of()).of(e);
        } finally {
            MessageHelper.resetStreamCache(exchange.getMessage());
        }
    }

    /** What can be read once only was read now. */
    private static boolean isSpent(Object body) {
        return (body instanceof InputStream || body instanceof Reader) && !(body instanceof StreamCache);
    }

    /** A parsed payload and the body that it belongs to. */
    private record Riding(Object body, JsonPayload payload) {
    }
}
