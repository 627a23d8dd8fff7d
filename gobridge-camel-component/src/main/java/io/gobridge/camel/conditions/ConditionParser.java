package io.gobridge.camel.conditions;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import io.gobridge.camel.conditions.Lexer.Kind;
import io.gobridge.camel.conditions.Lexer.Token;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/**
 * Reads the text form of a condition. Not thread-safe: one object for one text.
 *
 * <pre>
 * any        = all { ("or" | "||") all }
 * all        = member { ("and" | "&amp;&amp;") member }
 * member     = ("not" | "!") member | "(" any ")" | comparison
 * comparison = field operator value
 * field      = "subject" | "header." name | name | "$" { "." key | "[" index "]" | "[" text "]" }
 * value      = text | number | "true" | "false" | "null" | "[" [ value { "," value } ] "]"
 * </pre>
 */
final class ConditionParser {

    private static final String HEADER = "header.";

    private final Lexer lexer;
    private Token token;
    private int nesting;

    private ConditionParser(String text) {
        this.lexer = new Lexer(text);
        this.token = lexer.next();
    }

    static Condition parse(String text) {
        if (text == null) {
            throw BridgeException.of(FailureCode.INVALID_CONFIG, "Condition is null; a text is needed");
        }
        if (text.length() > Condition.MAX_LENGTH) {
            throw BridgeException.of(FailureCode.INVALID_CONFIG, "Condition has " + text.length()
                                                                 + " characters; allowed are " + Condition.MAX_LENGTH);
        }
        ConditionParser parser = new ConditionParser(text);
        Condition condition = parser.any();
        parser.end("'and', 'or' or the end was expected");
        return condition;
    }

    static Field parseField(String text) {
        ConditionParser parser = new ConditionParser(String.valueOf(text));
        Field field = parser.field();
        parser.end("a field has no more than one name");
        return field;
    }

    private Condition any() {
        List<Condition> members = new ArrayList<>();
        members.add(all());
        while (token.kind() == Kind.OR) {
            advance();
            members.add(all());
        }
        return Condition.any(members);
    }

    private Condition all() {
        List<Condition> members = new ArrayList<>();
        members.add(member());
        while (token.kind() == Kind.AND) {
            advance();
            members.add(member());
        }
        return Condition.all(members);
    }

    private Condition member() {
        if (token.kind() != Kind.NOT && token.kind() != Kind.OPEN) {
            return comparison();
        }
        boolean negates = token.kind() == Kind.NOT;
        // Before the recursion, so that no text can overflow the stack.
        if (++nesting > Condition.MAX_DEPTH) {
            throw lexer.error(token.position(), "nested deeper than " + Condition.MAX_DEPTH + " levels");
        }
        advance();
        Condition inner = negates ? Condition.not(member()) : any();
        if (!negates) {
            require(Kind.CLOSE, "')' was expected");
        }
        nesting--;
        return inner;
    }

    private Condition comparison() {
        Token start = token;
        Field field = field();
        if (token.kind() != Kind.OPERATOR) {
            throw lexer.error(token.position(),
                    "an operator was expected: = == != < <= > >= in contains prefix matches exists");
        }
        Operator operator = (Operator) token.value();
        advance();
        Object value = value();
        try {
            return new Comparison(field, operator, value);
        } catch (BridgeException e) {
            throw lexer.error(start.position(), e.getMessage());
        }
    }

    private Field field() {
        Token found = token;
        advance();
        if (found.kind() == Kind.PATH) {
            return (Field) found.value();
        }
        if (found.kind() != Kind.NAME) {
            throw lexer.error(found.position(), "a field was expected: subject, header.<name>, $.path or the name of a header");
        }
        String name = (String) found.value();
        if (name.equals("subject")) {
            return new Field.Subject();
        }
        String header = name.startsWith(HEADER) ? name.substring(HEADER.length()) : name;
        if (header.isEmpty()) {
            throw lexer.error(found.position(), "the name of a header was expected after 'header.'");
        }
        return new Field.Header(header);
    }

    private Object value() {
        if (token.kind() != Kind.OPEN_LIST) {
            return scalar();
        }
        advance();
        List<Object> elements = new ArrayList<>();
        while (token.kind() != Kind.CLOSE_LIST) {
            if (!elements.isEmpty()) {
                require(Kind.COMMA, "',' or ']' was expected");
            }
            elements.add(scalar());
        }
        advance();
        return Collections.unmodifiableList(elements);
    }

    private Object scalar() {
        if (token.kind() != Kind.LITERAL) {
            throw lexer.error(token.position(), "a value was expected: a quoted text, a number, true, false, null or a list");
        }
        Object value = token.value();
        advance();
        return value;
    }

    private void require(Kind kind, String expected) {
        if (token.kind() != kind) {
            throw lexer.error(token.position(), expected);
        }
        advance();
    }

    private void end(String expected) {
        if (token.kind() != Kind.END) {
            throw lexer.error(token.position(), expected);
        }
    }

    private void advance() {
        token = lexer.next();
    }
}
