package io.gobridge.camel.processors.circuitbreaker;

import io.gobridge.camel.ExchangeView;
import io.gobridge.camel.failure.ConfigurationProblems;
import org.apache.camel.Exchange;

/** What has a circuit breaker of its own: all messages together, each subject, or each value of a header. Immutable. */
public final class BreakerKey {

    /** One breaker for all messages. */
    public static final BreakerKey GLOBAL = new BreakerKey("global", "");
    /** One breaker for each subject. */
    public static final BreakerKey SUBJECT = new BreakerKey("subject", "");

    private static final String HEADER_PREFIX = "header.";

    private final String text;
    private final String header;

    private BreakerKey(String text, String header) {
        this.text = text;
        this.header = header;
    }

    /** Returns the key that has a breaker for each text form of the header; messages without it share one. */
    public static BreakerKey header(String name) {
        return of(HEADER_PREFIX + name);
    }

    /**
     * Reads {@code global}, {@code subject} or {@code header.<name>}.
     *
     * @throws io.gobridge.camel.failure.BridgeException {@code INVALID_CONFIG} when it is none of them
     */
    public static BreakerKey of(String text) {
        if (text.equals(GLOBAL.text)) {
            return GLOBAL;
        }
        if (text.equals(SUBJECT.text)) {
            return SUBJECT;
        }
        ConfigurationProblems problems = new ConfigurationProblems();
        problems.require(text.startsWith(HEADER_PREFIX) && text.length() > HEADER_PREFIX.length(), "key", text,
                "allowed are global, subject and header.<name>");
        problems.throwIfAny("Circuit breaker");
        return new BreakerKey(text, text.substring(HEADER_PREFIX.length()));
    }

    boolean isGlobal() {
        return this == GLOBAL;
    }

    /** Returns the value of the key in the message; empty for {@code global}, and where the message has none. */
    String of(Exchange exchange) {
        if (isGlobal()) {
            return "";
        }
        ExchangeView view = new ExchangeView(exchange, 0);
        return header.isEmpty() ? view.subject() : String.valueOf(view.hasHeader(header) ? view.header(header) : "");
    }

    /** Returns the key as {@link #of(String)} reads it. */
    @Override
    public String toString() {
        return text;
    }
}
