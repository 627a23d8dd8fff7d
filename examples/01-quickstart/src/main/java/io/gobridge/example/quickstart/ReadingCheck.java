package io.gobridge.example.quickstart;

import java.io.IOException;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;

/** Lets readings pass, filters heartbeats, and rejects what looks like JSON but is broken. */
public final class ReadingCheck implements Processor {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public void process(Exchange exchange) throws IOException {
        Message message = exchange.getMessage();
        if ("heartbeat".equals(message.getHeader("kind"))) {
            throw BridgeException.of(FailureCode.MESSAGE_FILTERED, "Heartbeats stay at the plant");
        }
        byte[] reading = message.getBody(byte[].class);
        if (reading[0] == '{') {
            parse(reading);
        }
    }

    private static void parse(byte[] reading) throws IOException {
        try {
            JSON.readTree(reading);
        } catch (JsonProcessingException e) {
            throw BridgeException.of(FailureCode.INVALID_PAYLOAD, "The reading is broken JSON at line "
                                                                  + e.getLocation().getLineNr() + ", column "
                                                                  + e.getLocation().getColumnNr());
        }
    }
}
