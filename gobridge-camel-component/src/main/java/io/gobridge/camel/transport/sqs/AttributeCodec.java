package io.gobridge.camel.transport.sqs;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

import io.gobridge.camel.envelope.HeaderType;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/**
 * Writes header values as attributes whose custom label keeps the type, {@code Number.int} or {@code String.uuid}, and
 * reads them back. Numbers and booleans are labelled as Camel's own component labels them, so that either side reads
 * the other's.
 */
final class AttributeCodec {

    private static final String STRING = "String";

    private static final String NUMBER = "Number";

    private static final String BINARY = "Binary";

    private static final String CAMEL_BOOLEAN = "Number.Boolean";

    /** SQS keeps a number exactly up to so many digits. */
    private static final int MOST_DIGITS = 38;

    /** What is written under a {@code String} label. Any other such label is a stranger's and its value is text. */
    private static final Set<HeaderType> AS_STRING = EnumSet.of(HeaderType.BIG_INTEGER, HeaderType.FLOAT,
            HeaderType.DOUBLE, HeaderType.DECIMAL, HeaderType.INSTANT, HeaderType.UNIQUE_ID, HeaderType.LIST, HeaderType.MAP);

    private static final Set<HeaderType> AS_NUMBER = EnumSet.of(HeaderType.BYTE, HeaderType.SHORT, HeaderType.INT,
            HeaderType.LONG, HeaderType.BIG_INTEGER, HeaderType.FLOAT, HeaderType.DOUBLE, HeaderType.DECIMAL);

    private AttributeCodec() {
    }

    /** Returns the attribute for the value; empty when SQS would refuse it: null, nothing at all, odd characters. */
    static Optional<MessageAttributeValue> write(Object value) {
        HeaderType type = HeaderType.of(value);
        return switch (type) {
            case NULL -> Optional.empty();
            case TEXT -> text(STRING, (String) value);
            case BOOLEAN -> text(CAMEL_BOOLEAN, (Boolean) value ? "1" : "0");
            case BYTES -> binary((byte[]) value);
            case BYTE, SHORT, INT, LONG -> text(NUMBER + "." + type.label(), value.toString());
            case BIG_INTEGER, FLOAT, DOUBLE, DECIMAL -> number(type, value);
            case INSTANT, UNIQUE_ID, LIST, MAP -> text(STRING + "." + type.label(), type.format(value));
        };
    }

    /** Returns the value of an attribute, whoever wrote it: what does not fit its label is text. */
    static Object read(MessageAttributeValue attribute) {
        String dataType = attribute.dataType() == null ? STRING : attribute.dataType();
        if (attribute.binaryValue() != null) {
            return attribute.binaryValue().asByteArray();
        }
        String text = attribute.stringValue() == null ? "" : attribute.stringValue();
        if (dataType.equals(STRING)) {
            return text;
        }
        if (dataType.equals(CAMEL_BOOLEAN)) {
            return readBoolean(text);
        }
        if (dataType.startsWith(STRING + ".")) {
            return labelled(AS_STRING, dataType, text).orElse(text);
        }
        return labelled(AS_NUMBER, dataType, text).or(() -> parse(HeaderType.DECIMAL, text)).orElse(text);
    }

    private static Object readBoolean(String text) {
        return switch (text) {
            case "1" -> true;
            case "0" -> false;
            default -> text;
        };
    }

    private static Optional<Object> labelled(Set<HeaderType> types, String dataType, String text) {
        String label = dataType.substring(dataType.indexOf('.') + 1);
        for (HeaderType type : types) {
            if (type.label().equals(label)) {
                return parse(type, text);
            }
        }
        return Optional.empty();
    }

    private static Optional<Object> parse(HeaderType type, String text) {
        try {
            Object value = type.parse(text);
            return HeaderType.of(value) == type ? Optional.of(value) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<MessageAttributeValue> text(String dataType, String text) {
        if (!SqsText.isAllowed(text)) {
            return Optional.empty();
        }
        return Optional.of(MessageAttributeValue.builder().dataType(dataType).stringValue(text).build());
    }

    private static Optional<MessageAttributeValue> binary(byte[] bytes) {
        if (bytes.length == 0) {
            return Optional.empty();
        }
        return Optional.of(MessageAttributeValue.builder().dataType(BINARY)
                .binaryValue(SdkBytes.fromByteArrayUnsafe(bytes)).build());
    }

    private static Optional<MessageAttributeValue> number(HeaderType type, Object value) {
        return plain(value).map(digits -> text(NUMBER + "." + type.label(), digits))
                .orElseGet(() -> text(STRING + "." + type.label(), type.format(value)));
    }

    /**
     * Returns the digits of a number that SQS keeps as it is: it removes leading and trailing zeros, which would change
     * the scale of a decimal.
     */
    private static Optional<String> plain(Object value) {
        if (isOddFloat(value)) {
            return Optional.empty();
        }
        BigDecimal decimal = value instanceof BigInteger integer ? new BigDecimal(integer) : new BigDecimal(value.toString());
        long digitsBeforeThePoint = (long) decimal.precision() - decimal.scale();
        if (Math.max(decimal.precision(), digitsBeforeThePoint) > MOST_DIGITS || decimal.scale() > MOST_DIGITS) {
            return Optional.empty();
        }
        boolean wouldLoseScale = decimal.scale() != 0 && decimal.stripTrailingZeros().scale() != decimal.scale();
        if (value instanceof BigDecimal && (decimal.scale() < 0 || wouldLoseScale)) {
            return Optional.empty();
        }
        return Optional.of(decimal.toPlainString());
    }

    /** Tells whether the value is NaN, an infinity or a zero with a sign. */
    private static boolean isOddFloat(Object value) {
        if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            return !Double.isFinite(number) || (number == 0 && 1 / number < 0);
        }
        return false;
    }
}
