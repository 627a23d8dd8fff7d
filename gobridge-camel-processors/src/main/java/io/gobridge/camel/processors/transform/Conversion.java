package io.gobridge.camel.processors.transform;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.regex.Pattern;

import io.gobridge.camel.json.JsonKind;

/** Makes a value of a type out of a place in a payload. What it throws says what is there and never its content. */
final class Conversion {

    /** The time to read a number grows with the square of its length. */
    private static final int MAX_NUMBER = 1000;
    private static final Pattern TOKEN = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

    private Conversion() {
    }

    /**
     * Converts.
     *
     * @throws ConversionException when it cannot, saying what was found
     */
    static Value convert(Value.Place found, ValueType type) throws ConversionException {
        if (type == ValueType.ANY || found.kind() == JsonKind.NULL) {
            return found;
        }
        return switch (type) {
            case ANY -> found;
            case STRING -> found.kind() == JsonKind.TEXT ? found : new Value.Text(text(found));
            case INT -> new Value.Whole(whole(found));
            case FLOAT -> exact(found);
            case BOOL -> flag(found);
            case BASE64ENCODE -> new Value.Text(encoded(text(found)));
            case BASE64DECODE -> new Value.Text(decoded(found));
        };
    }

    private static String text(Value.Place found) {
        return found.kind() == JsonKind.TEXT ? found.tree().text(found.node()) : found.tree().json(found.node());
    }

    private static long whole(Value.Place found) throws ConversionException {
        if (found.kind() == JsonKind.BOOLEAN) {
            return Boolean.parseBoolean(text(found)) ? 1 : 0;
        }
        try {
            return number(found).longValueExact();
        } catch (ArithmeticException e) {
            throw new ConversionException("a number that is not whole or has more than 64 bits");
        }
    }

    private static Value exact(Value.Place found) throws ConversionException {
        BigDecimal number = number(found);
        String text = text(found);
        return new Value.Exact(TOKEN.matcher(text).matches() ? text : number.toString());
    }

    private static BigDecimal number(Value.Place found) throws ConversionException {
        boolean canBe = found.kind() == JsonKind.NUMBER || found.kind() == JsonKind.TEXT;
        String text = canBe ? text(found) : "";
        try {
            return new BigDecimal(text.length() <= MAX_NUMBER ? text : "");
        } catch (NumberFormatException e) {
            throw new ConversionException(kindOf(found) + " that is no number");
        }
    }

    private static Value flag(Value.Place found) throws ConversionException {
        String text = switch (found.kind()) {
            case BOOLEAN, NUMBER, TEXT -> text(found).toLowerCase(Locale.ROOT);
            case OBJECT, ARRAY, NULL -> "";
        };
        return switch (text) {
            case "true", "1" -> new Value.Flag(true);
            case "false", "0" -> new Value.Flag(false);
            default -> throw new ConversionException(kindOf(found) + " that is neither true nor false");
        };
    }

    private static String encoded(String text) throws ConversionException {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            return StandardCharsets.ISO_8859_1.decode(Base64.getEncoder().encode(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw new ConversionException("a text with half a surrogate pair, which has no bytes");
        }
    }

    private static String decoded(Value.Place found) throws ConversionException {
        try {
            byte[] bytes = Base64.getDecoder().decode(found.kind() == JsonKind.TEXT ? text(found) : "?");
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            throw new ConversionException(kindOf(found) + " that is not the base64 of a text");
        }
    }

    private static String kindOf(Value.Place found) {
        return switch (found.kind()) {
            case OBJECT -> "an object";
            case ARRAY -> "an array";
            case TEXT -> "a text";
            case NUMBER -> "a number";
            case BOOLEAN -> "a boolean";
            case NULL -> "a null";
        };
    }
}
