package io.gobridge.camel.processors.tenant;

import java.nio.charset.StandardCharsets;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.apache.camel.Exchange;
import org.apache.camel.support.MessageHelper;

/** Measures a message against the limit of its tenant. */
final class MessageSize {

    private MessageSize() {
    }

    /**
     * Returns how many bytes the body has; 0 without a body.
     *
     * @throws BridgeException {@code INVALID_PAYLOAD} for a body that Camel does not turn into bytes
     */
    static long of(Exchange exchange) {
        Object body = exchange.getMessage().getBody();
        if (body == null) {
            return 0;
        }
        if (body instanceof byte[] bytes) {
            return bytes.length;
        }
        if (body instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8).length;
        }
        byte[] bytes = exchange.getContext().getTypeConverter().tryConvertTo(byte[].class, exchange, body);
        MessageHelper.resetStreamCache(exchange.getMessage());
        if (bytes == null) {
            throw BridgeException.of(FailureCode.INVALID_PAYLOAD, "The size of a " + body.getClass().getName()
                                                                  + " is not known. Marshal it first");
        }
        return bytes.length;
    }
}
