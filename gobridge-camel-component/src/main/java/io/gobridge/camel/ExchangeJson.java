package io.gobridge.camel;

import java.nio.charset.StandardCharsets;

import io.gobridge.camel.conditions.JsonPayload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.apache.camel.Exchange;
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
     * @throws BridgeException {@code INVALID_PAYLOAD} when the body cannot be converted to bytes
     */
    public static JsonPayload of(Exchange exchange) {
        Object body = exchange.getMessage().getBody();
        if (exchange.getProperty(PROPERTY) instanceof Riding riding && riding.body() == body) {
            return riding.payload();
        }
        JsonPayload payload = JsonPayload.of(bytes(exchange, body));
        exchange.setProperty(PROPERTY, new Riding(body, payload));
        return payload;
    }

    private static byte[] bytes(Exchange exchange, Object body) {
        if (body == null || body instanceof byte[]) {
            return (byte[]) body;
        }
        if (body instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        byte[] bytes = exchange.getContext().getTypeConverter().tryConvertTo(byte[].class, exchange, body);
        MessageHelper.resetStreamCache(exchange.getMessage());
        if (bytes == null) {
            throw BridgeException.of(FailureCode.INVALID_PAYLOAD, "The body is a " + body.getClass().getName()
                                                                  + ", which cannot be converted to bytes. Marshal it first");
        }
        return bytes;
    }

    /** A parsed payload and the body that it belongs to. */
    private record Riding(Object body, JsonPayload payload) {
    }
}
