package io.gobridge.camel.transport.sqs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.envelope.Utf8;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/**
 * Gives the few attributes of an SQS message to what needs one most, and collects the rest:
 * <ol>
 * <li>the subject,</li>
 * <li>traceparent and tracestate, both or neither,</li>
 * <li>the idempotency key,</li>
 * <li>the application's headers, by name.</li>
 * </ol>
 * What else one bridge passes to the next goes packed, and so does what finds no attribute left or has a name or a
 * value that SQS refuses. Not thread-safe.
 */
final class SqsAttributes {

    static final String SUBJECT = "Subject";

    /** SQS takes ten; one is for {@link SqsMetadata#ATTRIBUTE}. */
    private static final int MOST_ATTRIBUTES = 9;

    private static final String TRACE_PARENT = "traceparent";

    private static final String TRACE_STATE = "tracestate";

    /** Deeper nesting could not be packed. */
    private static final int DEEPEST = 199;

    private final Map<String, MessageAttributeValue> named = new HashMap<>();
    private Map<String, Object> packed = Map.of();
    private String packedSubject = "";
    private String packedIdempotencyKey = "";

    private SqsAttributes() {
    }

    /** @throws BridgeException {@link FailureCode#INVALID_HEADER} naming the header that no attribute can carry */
    static SqsAttributes of(Envelope envelope) {
        SqsAttributes attributes = new SqsAttributes();
        attributes.addSubject(envelope.subject());
        Map<String, Object> left = envelope.headers().size() == 0 ? Map.of() : envelope.headers().toMap();
        left.forEach((name, value) -> requireEncodable(name, value));
        attributes.addTrace(left);
        attributes.addIdempotencyKey(envelope.identity().idempotencyKey());
        attributes.addBridgeHeaders(left, envelope.identity());
        attributes.addOthers(left);
        return attributes;
    }

    /** Returns what goes as an attribute of its own. */
    Map<String, MessageAttributeValue> named() {
        return named;
    }

    /** Returns the headers that go packed. */
    Map<String, Object> packed() {
        return packed;
    }

    /** Returns the subject when it goes packed, else empty text. */
    String packedSubject() {
        return packedSubject;
    }

    /** Returns the idempotency key when it goes packed, else empty text. */
    String packedIdempotencyKey() {
        return packedIdempotencyKey;
    }

    private void addSubject(String subject) {
        requireText(SUBJECT, subject);
        if (!subject.isEmpty() && !addNamed(SUBJECT, subject)) {
            packedSubject = subject;
        }
    }

    private void addIdempotencyKey(String key) {
        requireText(ReservedHeaders.IDEMPOTENCY_KEY, key);
        if (!key.isEmpty() && !addNamed(ReservedHeaders.IDEMPOTENCY_KEY, key)) {
            packedIdempotencyKey = key;
        }
    }

    private void addTrace(Map<String, Object> left) {
        Optional<MessageAttributeValue> parent = AttributeCodec.write(left.get(TRACE_PARENT));
        Optional<MessageAttributeValue> state = AttributeCodec.write(left.get(TRACE_STATE));
        if (parent.isEmpty() || (state.isEmpty() && left.containsKey(TRACE_STATE))) {
            pack(left, TRACE_PARENT);
            pack(left, TRACE_STATE);
            return;
        }
        named.put(TRACE_PARENT, parent.get());
        left.remove(TRACE_PARENT);
        state.ifPresent(value -> {
            named.put(TRACE_STATE, value);
            left.remove(TRACE_STATE);
        });
    }

    /**
     * The identity keys travel as what they are: a header that repeats one is not sent again. What else bridges pass on
     * is of use to a bridge only, so it leaves the attributes to those of the application.
     */
    private void addBridgeHeaders(Map<String, Object> left, Identity identity) {
        if (left.isEmpty()) {
            return;
        }
        addIdentityHeader(left, ReservedHeaders.IDEMPOTENCY_KEY, identity.idempotencyKey());
        addIdentityHeader(left, ReservedHeaders.DEDUP_ID, identity.dedupId());
        addIdentityHeader(left, ReservedHeaders.ORDERING_KEY, identity.orderingKey());
        for (String name : ReservedHeaders.BRIDGE_TO_BRIDGE) {
            pack(left, name);
        }
    }

    private void addIdentityHeader(Map<String, Object> left, String name, String key) {
        if (key.isEmpty()) {
            pack(left, name);
        } else {
            left.remove(name);
        }
    }

    private void addOthers(Map<String, Object> left) {
        if (left.isEmpty()) {
            return;
        }
        List<String> names = new ArrayList<>(left.keySet());
        if (names.size() > MOST_ATTRIBUTES - named.size()) {
            names.sort(null);
        }
        for (String name : names) {
            if (isOurs(name) || !SqsText.isAttributeName(name) || !addNamed(name, left.get(name))) {
                pack(left, name);
            }
        }
    }

    /** Tells whether an attribute of this name would be read as something else than a header. */
    private static boolean isOurs(String name) {
        return name.equals(SUBJECT) || name.equals(SqsMetadata.ATTRIBUTE)
                || name.equalsIgnoreCase(ReservedHeaders.IDEMPOTENCY_KEY);
    }

    private boolean addNamed(String name, Object value) {
        if (named.size() == MOST_ATTRIBUTES) {
            return false;
        }
        Optional<MessageAttributeValue> attribute = AttributeCodec.write(value);
        attribute.ifPresent(present -> named.put(name, present));
        return attribute.isPresent();
    }

    private void pack(Map<String, Object> left, String name) {
        if (!left.containsKey(name)) {
            return;
        }
        if (packed.isEmpty()) {
            packed = new LinkedHashMap<>();
        }
        packed.put(name, left.remove(name));
    }

    private static void requireEncodable(String name, Object value) {
        requireText(name, name);
        requireEncodable(name, value, 0);
    }

    private static void requireEncodable(String name, Object value, int depth) {
        if (value instanceof String text) {
            requireText(name, text);
        } else if (depth > DEEPEST) {
            throw invalid(name, "it is nested deeper than " + DEEPEST + " levels");
        } else if (value instanceof List<?> list) {
            list.forEach(element -> requireEncodable(name, element, depth + 1));
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((key, element) -> {
                requireText(name, (String) key);
                requireEncodable(name, element, depth + 1);
            });
        }
    }

    private static void requireText(String name, String text) {
        if (!Utf8.isEncodable(text)) {
            throw invalid(name, "it has half of a surrogate pair, for which no UTF-8 exists");
        }
    }

    private static BridgeException invalid(String name, String why) {
        return BridgeException.of(FailureCode.INVALID_HEADER, "SQS cannot carry the header '" + name + "': " + why);
    }
}
