package io.gobridge.camel.transport;

import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.ReservedHeaders;

/** The identity keys on wires where each travels as a property of its reserved name. */
public final class IdentityFields {

    private static final Set<String> NAMES = Set.of(
            ReservedHeaders.IDEMPOTENCY_KEY, ReservedHeaders.DEDUP_ID, ReservedHeaders.ORDERING_KEY);

    private IdentityFields() {
    }

    /** Tells whether a property of this name, in any letter case, is an identity key and no header. */
    public static boolean isField(String property) {
        return NAMES.contains(property.toLowerCase(Locale.ROOT));
    }

    /**
     * Tells whether the header repeats a key that is set, which travels as what it is: the header is not sent again.
     */
    public static boolean isRepeatedBy(String header, Identity identity) {
        return switch (header) {
            case ReservedHeaders.IDEMPOTENCY_KEY -> !identity.idempotencyKey().isEmpty();
            case ReservedHeaders.DEDUP_ID -> !identity.dedupId().isEmpty();
            case ReservedHeaders.ORDERING_KEY -> !identity.orderingKey().isEmpty();
            default -> false;
        };
    }

    /** Calls the action for each key with its property's name; a key that is not set is empty text. */
    public static void forEach(Identity identity, BiConsumer<String, String> action) {
        action.accept(ReservedHeaders.IDEMPOTENCY_KEY, identity.idempotencyKey());
        action.accept(ReservedHeaders.DEDUP_ID, identity.dedupId());
        action.accept(ReservedHeaders.ORDERING_KEY, identity.orderingKey());
    }

    /**
     * Reads the keys, each from the property of exactly its name, else from one of its name in another letter case.
     *
     * @param names the names of all properties
     * @param text  gives the text of a property, empty when there is none
     */
    public static Identity read(Collection<String> names, UnaryOperator<String> text) {
        return new Identity(
                key(ReservedHeaders.IDEMPOTENCY_KEY, names, text), key(ReservedHeaders.DEDUP_ID, names, text),
                key(ReservedHeaders.ORDERING_KEY, names, text));
    }

    private static String key(String name, Collection<String> names, UnaryOperator<String> text) {
        String exact = text.apply(name);
        if (!exact.isEmpty()) {
            return exact;
        }
        return names.stream().filter(name::equalsIgnoreCase).map(text).findFirst().orElse("");
    }
}
