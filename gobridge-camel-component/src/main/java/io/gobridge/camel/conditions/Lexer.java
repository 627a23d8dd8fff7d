package io.gobridge.camel.conditions;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/** Cuts the text of a condition into tokens, one at a time. Not thread-safe. */
final class Lexer {

    enum Kind {
        AND,
        OR,
        NOT,
        OPERATOR,
        NAME,
        LITERAL,
        PATH,
        OPEN,
        CLOSE,
        OPEN_LIST,
        CLOSE_LIST,
        COMMA,
        END
    }

    /**
     * A token.
     *
     * @param kind     what it is
     * @param value    the operator, name, literal or path; null for the others and for the literal null
     * @param position where it starts, from 1
     */
    record Token(Kind kind, Object value, int position) {
    }

    private static final Map<String, Kind> WORDS = Map.of("and", Kind.AND, "or", Kind.OR, "not", Kind.NOT, "in",
            Kind.OPERATOR, "contains", Kind.OPERATOR, "prefix", Kind.OPERATOR, "matches", Kind.OPERATOR, "exists",
            Kind.OPERATOR);

    private static final int MAX_NUMBER = 1000;
    private static final int UNICODE_DIGITS = 4;
    private static final int HEX = 16;

    private final String text;
    private int position;

    Lexer(String text) {
        this.text = text;
    }

    /** Tells whether a header of this name needs no quotes. */
    static boolean isName(String name) {
        return !name.isEmpty() && name.chars().allMatch(Lexer::isNamePart);
    }

    /** Tells whether a key of a path needs no quotes. */
    static boolean isKey(String key) {
        return !key.isEmpty() && key.chars().allMatch(Lexer::isKeyPart);
    }

    private static boolean isNamePart(int sign) {
        return isKeyPart(sign) || sign == '.' || sign == ':';
    }

    private static boolean isKeyPart(int sign) {
        return sign == '_' || sign == '-' || (Character.isBmpCodePoint(sign) && Character.isLetterOrDigit(sign));
    }

    /** Returns the next token; {@link Kind#END} at the end, as often as it is asked. */
    Token next() {
        skipSpace();
        int start = position;
        if (start == text.length()) {
            return new Token(Kind.END, null, start + 1);
        }
        char sign = text.charAt(start);
        return switch (sign) {
            case '(' -> sign(Kind.OPEN);
            case ')' -> sign(Kind.CLOSE);
            case '[' -> sign(Kind.OPEN_LIST);
            case ']' -> sign(Kind.CLOSE_LIST);
            case ',' -> sign(Kind.COMMA);
            case '"', '\'' -> new Token(Kind.LITERAL, quoted(), start + 1);
            case '$' -> new Token(Kind.PATH, path(), start + 1);
            case '&' -> twice('&', Kind.AND);
            case '|' -> twice('|', Kind.OR);
            case '=', '!', '<', '>' -> comparison(sign);
            default -> isNumberStart(sign) ? number() : word();
        };
    }

    BridgeException error(int at, String expected) {
        return BridgeException.of(FailureCode.INVALID_CONFIG,
                "Condition cannot be read at position " + at + " of " + text.length() + ": " + expected);
    }

    private void skipSpace() {
        while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
            position++;
        }
    }

    private Token sign(Kind kind) {
        return new Token(kind, null, ++position);
    }

    private Token twice(char sign, Kind kind) {
        int start = ++position;
        require(sign);
        return new Token(kind, null, start);
    }

    private Token comparison(char sign) {
        int start = ++position;
        boolean isDoubled = position < text.length() && text.charAt(position) == '=';
        if (sign == '!' && !isDoubled) {
            return new Token(Kind.NOT, null, start);
        }
        position += isDoubled ? 1 : 0;
        return new Token(Kind.OPERATOR, Operator.of(isDoubled ? sign + "=" : String.valueOf(sign)), start);
    }

    private boolean isNumberStart(char sign) {
        return isDigit(sign) || (sign == '-' && position + 1 < text.length() && isDigit(text.charAt(position + 1)));
    }

    private static boolean isDigit(char sign) {
        return sign >= '0' && sign <= '9';
    }

    private Token number() {
        int start = position;
        position++;
        while (position < text.length() && isNumberPart(text.charAt(position), text.charAt(position - 1))) {
            position++;
        }
        String number = text.substring(start, position);
        try {
            if (number.length() <= MAX_NUMBER) {
                return new Token(Kind.LITERAL, new BigDecimal(number), start + 1);
            }
        } catch (NumberFormatException e) {
            throw error(start + 1, "'" + number + "' is no number");
        }
        throw error(start + 1, "a number has " + number.length() + " characters; allowed are " + MAX_NUMBER);
    }

    private static boolean isNumberPart(char sign, char before) {
        boolean followsExponent = before == 'e' || before == 'E';
        boolean isSign = sign == '-' || sign == '+';
        return isSign ? followsExponent : (isKeyPart(sign) || sign == '.');
    }

    private Token word() {
        int start = position;
        String name = run(Lexer::isNamePart);
        if (name.isEmpty()) {
            throw error(start + 1, "a field, a value, 'not' or '(' was expected");
        }
        if (name.equals("header.") && position < text.length() && isQuote(text.charAt(position))) {
            return new Token(Kind.NAME, name + quotedName(), start + 1);
        }
        String lower = name.toLowerCase(Locale.ROOT);
        return switch (lower) {
            case "true", "false" -> new Token(Kind.LITERAL, Boolean.valueOf(lower), start + 1);
            case "null" -> new Token(Kind.LITERAL, null, start + 1);
            default -> keyword(name, lower, start + 1);
        };
    }

    private static Token keyword(String name, String lower, int at) {
        Kind kind = WORDS.getOrDefault(lower, Kind.NAME);
        return new Token(kind, kind == Kind.OPERATOR ? Operator.of(lower) : name, at);
    }

    private String quotedName() {
        int start = position;
        String name = quoted();
        if (name.isEmpty()) {
            throw error(start + 1, "a header has a name");
        }
        return name;
    }

    private Field.Path path() {
        PathBuilder path = new PathBuilder();
        position++;
        while (position < text.length()) {
            if (text.charAt(position) == '.') {
                position++;
                path.key(required(run(Lexer::isKeyPart), "a key was expected; quote it as $[\"key\"] if it is unusual"));
            } else if (text.charAt(position) == '[') {
                position++;
                bracket(path);
                require(']');
            } else {
                break;
            }
        }
        return path.build();
    }

    private void bracket(PathBuilder path) {
        if (position < text.length() && isQuote(text.charAt(position))) {
            path.key(quoted());
            return;
        }
        int start = position;
        String index = required(run(sign -> sign >= '0' && sign <= '9'), "an index from 0 or a quoted key was expected");
        try {
            path.index(Integer.parseInt(index));
        } catch (NumberFormatException e) {
            throw error(start + 1, "an index of " + index.length() + " digits is too large");
        }
    }

    private String required(String found, String expected) {
        if (found.isEmpty()) {
            throw error(position + 1, expected);
        }
        return found;
    }

    private String run(IntPredicate part) {
        int start = position;
        while (position < text.length() && part.test(text.charAt(position))) {
            position++;
        }
        return text.substring(start, position);
    }

    private void require(char sign) {
        if (position == text.length() || text.charAt(position) != sign) {
            throw error(position + 1, "'" + sign + "' was expected");
        }
        position++;
    }

    private static boolean isQuote(char sign) {
        return sign == '"' || sign == '\'';
    }

    private String quoted() {
        int start = position;
        char quote = text.charAt(position++);
        StringBuilder value = new StringBuilder();
        while (position < text.length()) {
            char sign = text.charAt(position++);
            if (sign == quote) {
                return value.toString();
            }
            value.append(sign == '\\' ? escaped() : sign);
        }
        throw error(start + 1, "the text that begins here is not closed");
    }

    private char escaped() {
        char sign = position < text.length() ? text.charAt(position++) : ' ';
        return switch (sign) {
            case '"', '\'', '\\', '/' -> sign;
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'u' -> unicode();
            default -> throw error(position,
                    "after a backslash one of \" ' \\ / b f n r t u was expected; write a backslash as \\\\");
        };
    }

    private char unicode() {
        int value = 0;
        for (int i = 0; i < UNICODE_DIGITS; i++) {
            int digit = position < text.length() ? Character.digit(text.charAt(position), HEX) : -1;
            if (digit < 0) {
                throw error(position + 1, "four hex digits were expected after \\u");
            }
            value = value * HEX + digit;
            position++;
        }
        return (char) value;
    }
}
