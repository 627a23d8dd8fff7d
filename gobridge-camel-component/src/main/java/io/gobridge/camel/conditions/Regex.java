package io.gobridge.camel.conditions;

import java.util.ArrayDeque;
import java.util.Deque;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/**
 * Compiles patterns with an engine whose time is linear in the text. What it does not bound is bounded here: the
 * program of {@code ((a{1000}){1000}){1000}} would fill the heap.
 */
final class Regex {

    static final int MAX_LENGTH = 4096;
    static final int MAX_NESTING = 100;
    static final int MAX_PROGRAM = 100_000;

    private final String pattern;
    /** The size of what each open group holds so far, innermost first. */
    private final Deque<Long> groups = new ArrayDeque<>();
    private long size;
    private long lastAtom;

    private Regex(String pattern) {
        this.pattern = pattern;
    }

    /**
     * Compiles a pattern.
     *
     * @throws BridgeException {@code INVALID_CONFIG} when it is malformed, too long or too large
     */
    static Pattern compile(String pattern) {
        if (pattern.length() > MAX_LENGTH) {
            throw refused("it has " + pattern.length() + " characters; allowed are " + MAX_LENGTH);
        }
        new Regex(pattern).checkSize();
        try {
            return Pattern.compile(pattern);
        } catch (PatternSyntaxException e) {
            throw refused(e.getDescription() + "; back-references and look-around do not exist in this linear engine");
        }
    }

    private void checkSize() {
        int position = 0;
        while (position < pattern.length()) {
            position = step(position);
            if (size > MAX_PROGRAM) {
                throw refused("its repetitions are too large: they amount to more than " + MAX_PROGRAM + " characters");
            }
        }
    }

    private int step(int position) {
        switch (pattern.charAt(position)) {
            case '\\' -> {
                atom(1);
                return position + 2;
            }
            case '[' -> {
                atom(1);
                return afterClass(position);
            }
            case '(' -> open();
            case ')' -> close();
            case '{' -> {
                return repeat(position);
            }
            default -> atom(1);
        }
        return position + 1;
    }

    private void atom(long atomSize) {
        lastAtom = atomSize;
        size += atomSize;
    }

    private void open() {
        groups.push(size);
        if (groups.size() > MAX_NESTING) {
            throw refused("its groups are nested deeper than " + MAX_NESTING);
        }
        size = 0;
        lastAtom = 0;
    }

    private void close() {
        long group = size + 2;
        size = groups.isEmpty() ? 0 : groups.pop();
        atom(group);
    }

    /** A class ends at its first unescaped bracket that is not its first member. */
    private int afterClass(int start) {
        int position = start + 1;
        if (position < pattern.length() && pattern.charAt(position) == '^') {
            position++;
        }
        int first = position;
        while (position < pattern.length() && (pattern.charAt(position) != ']' || position == first)) {
            position += pattern.charAt(position) == '\\' ? 2 : 1;
        }
        return position + 1;
    }

    private int repeat(int start) {
        int position = start + 1;
        long count = 0;
        long most = 0;
        while (position < pattern.length() && (isDigit(position) || pattern.charAt(position) == ',')) {
            count = isDigit(position) ? Math.min(MAX_PROGRAM, count * 10 + pattern.charAt(position) - '0') : 0;
            most = Math.max(most, count);
            position++;
        }
        if (position == pattern.length() || pattern.charAt(position) != '}') {
            atom(1);
            return start + 1;
        }
        long repeated = lastAtom * Math.max(1, most);
        size += repeated - lastAtom;
        lastAtom = repeated;
        return position + 1;
    }

    private boolean isDigit(int position) {
        char sign = pattern.charAt(position);
        return sign >= '0' && sign <= '9';
    }

    private static BridgeException refused(String why) {
        return BridgeException.of(FailureCode.INVALID_CONFIG, "The pattern of 'matches' is refused: " + why);
    }
}
