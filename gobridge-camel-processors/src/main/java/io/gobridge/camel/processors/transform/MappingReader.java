package io.gobridge.camel.processors.transform;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/**
 * Reads the text form of mappings. Not thread-safe: one object for one text.
 *
 * <pre>
 * mappings = [ mapping ] { ( ";" | line end ) [ mapping ] }
 * mapping  = target "=" path { "as" type | "default" value | "required" }
 * path     = "$" { "." name | "[" text "]" | "[" index "]" | ".*" | "[*]" | ".." name | "..*" }
 * value    = text in quotes | number | "true" | "false"
 * </pre>
 */
final class MappingReader {

    private static final int MOST_STEPS = 100;

    private final String text;
    private int position;

    MappingReader(String text) {
        this.text = text;
    }

    List<Mapping> mappings() {
        List<Mapping> mappings = new ArrayList<>();
        skip(sign -> isSpace(sign) || isEnd(sign));
        while (position < text.length()) {
            mappings.add(mapping());
            skip(MappingReader::isSpace);
            require(position == text.length() || isEnd(text.charAt(position)),
                    "as, default, required, a semicolon or the end of the line was expected");
            skip(sign -> isSpace(sign) || isEnd(sign));
        }
        return mappings;
    }

    SourcePath wholePath() {
        SourcePath path = path();
        require(position == text.length(), "'.', '[' or the end was expected; allowed are $.name, [\"name\"], [0], [-1], "
                                           + "[*], .* and ..name");
        return path;
    }

    private Mapping mapping() {
        int start = position;
        String target = run(sign -> sign != '=' && !isEnd(sign)).strip();
        require(position < text.length() && text.charAt(position) == '=', "'=' and a path were expected");
        position++;
        skip(MappingReader::isSpace);
        int pathStart = position;
        path();
        String source = text.substring(pathStart, position);
        try {
            return options(Mapping.of(target, source));
        } catch (BridgeException e) {
            throw error(start, e.getMessage());
        }
    }

    private Mapping options(Mapping plain) {
        Mapping mapping = plain;
        while (true) {
            skip(MappingReader::isSpace);
            int start = position;
            String word = run(sign -> Character.isLetterOrDigit(sign));
            switch (word) {
                case "as" -> mapping = mapping.as(type());
                case "default" -> mapping = mapping.orElse(literal());
                case "required" -> mapping = mapping.orFail();
                default -> {
                    position = start;
                    return mapping;
                }
            }
        }
    }

    private ValueType type() {
        skip(MappingReader::isSpace);
        String label = run(sign -> Character.isLetterOrDigit(sign));
        return ValueType.ofLabel(label)
                .orElseThrow(() -> error(position, "type=" + label + ": allowed are " + ValueType.labels()));
    }

    private Object literal() {
        skip(MappingReader::isSpace);
        if (position < text.length() && isQuote(text.charAt(position))) {
            return quoted();
        }
        String word = run(sign -> !isSpace(sign) && !isEnd(sign));
        return switch (word) {
            case "true", "false" -> Boolean.valueOf(word);
            default -> number(word);
        };
    }

    private BigDecimal number(String word) {
        try {
            return new BigDecimal(word);
        } catch (NumberFormatException e) {
            throw error(position, "default=" + word + ": allowed are a text in quotes, a number, true and false");
        }
    }

    private SourcePath path() {
        int start = position;
        require(position < text.length() && text.charAt(position) == '$', "a path that begins with $ was expected");
        position++;
        List<SourcePath.Step> steps = new ArrayList<>();
        while (position < text.length() && (text.charAt(position) == '.' || text.charAt(position) == '[')) {
            steps.add(step());
            require(steps.size() <= MOST_STEPS, "a path has at most " + MOST_STEPS + " steps");
        }
        // Two of them could find a number of places that grows with the square of the payload.
        require(steps.stream().filter(SourcePath.Descent.class::isInstance).count() <= 1, "a path has '..' only once");
        return new SourcePath(text.substring(start, position), steps);
    }

    private SourcePath.Step step() {
        if (text.startsWith("..", position)) {
            position += 2;
            return new SourcePath.Descent(member());
        }
        if (text.charAt(position) == '.') {
            position++;
            return dotted();
        }
        return bracket();
    }

    private SourcePath.Step member() {
        return position < text.length() && text.charAt(position) == '[' ? bracket() : dotted();
    }

    private SourcePath.Step dotted() {
        if (position < text.length() && text.charAt(position) == '*') {
            position++;
            return new SourcePath.All();
        }
        String name = run(sign -> sign == '_' || sign == '-' || Character.isLetterOrDigit(sign));
        require(!name.isEmpty(), "a name or * was expected; quote an unusual name as [\"name\"]");
        return new SourcePath.Key(name);
    }

    private SourcePath.Step bracket() {
        position++;
        SourcePath.Step step = inBrackets();
        require(position < text.length() && text.charAt(position) == ']', "']' was expected");
        position++;
        return step;
    }

    private SourcePath.Step inBrackets() {
        if (position < text.length() && isQuote(text.charAt(position))) {
            return new SourcePath.Key(quoted());
        }
        if (position < text.length() && text.charAt(position) == '*') {
            position++;
            return new SourcePath.All();
        }
        String index = run(sign -> sign == '-' || Character.isDigit(sign));
        try {
            return new SourcePath.Index(Integer.parseInt(index));
        } catch (NumberFormatException e) {
            throw error(position, "an index, * or a name in quotes was expected");
        }
    }

    private String quoted() {
        char quote = text.charAt(position++);
        StringBuilder value = new StringBuilder();
        while (position < text.length() && text.charAt(position) != quote) {
            boolean isEscape = text.charAt(position) == '\\' && position + 1 < text.length();
            value.append(text.charAt(position + (isEscape ? 1 : 0)));
            position += isEscape ? 2 : 1;
        }
        require(position < text.length(), "the closing " + quote + " was expected");
        position++;
        return value.toString();
    }

    private String run(IntPredicate part) {
        int start = position;
        skip(part);
        return text.substring(start, position);
    }

    private void skip(IntPredicate part) {
        while (position < text.length() && part.test(text.charAt(position))) {
            position++;
        }
    }

    private void require(boolean holds, String expected) {
        if (!holds) {
            throw error(position, expected);
        }
    }

    private BridgeException error(int at, String expected) {
        return BridgeException.of(FailureCode.INVALID_CONFIG,
                "'" + text + "' cannot be read at position " + (at + 1) + ": " + expected);
    }

    private static boolean isSpace(int sign) {
        return Character.isWhitespace(sign) && !isEnd(sign);
    }

    private static boolean isEnd(int sign) {
        return sign == ';' || sign == '\n' || sign == '\r';
    }

    private static boolean isQuote(char sign) {
        return sign == '"' || sign == '\'';
    }
}
