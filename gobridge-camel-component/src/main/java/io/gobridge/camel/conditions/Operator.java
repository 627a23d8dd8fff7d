package io.gobridge.camel.conditions;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/** How a field is compared, with the symbol of the text form and its other names. */
enum Operator {

    EQ("= == eq"),
    NE("!= ne"),
    GT("> gt"),
    GTE(">= gte"),
    LT("< lt"),
    LTE("<= lte"),
    IN("in"),
    CONTAINS("contains"),
    PREFIX("prefix"),
    MATCHES("matches regex"),
    EXISTS("exists");

    /** Separated by spaces; the first is the symbol. */
    private final String names;

    Operator(String names) {
        this.names = names;
    }

    /** Returns the operator of this name, in any letter case. */
    static Operator of(String name) {
        String lower = String.valueOf(name).toLowerCase(Locale.ROOT);
        for (Operator operator : values()) {
            if (List.of(operator.names.split(" ", -1)).contains(lower)) {
                return operator;
            }
        }
        throw BridgeException.of(FailureCode.INVALID_CONFIG, "There is no operator '" + name + "'; allowed are "
                                                             + Stream.of(values()).map(each -> each.names)
                                                                     .collect(Collectors.joining(", ")));
    }

    String symbol() {
        return names.split(" ", 2)[0];
    }
}
