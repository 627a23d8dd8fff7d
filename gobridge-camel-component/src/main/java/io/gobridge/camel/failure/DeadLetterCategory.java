package io.gobridge.camel.failure;

import java.util.Locale;

/** Says why a message became a dead letter. */
public enum DeadLetterCategory {

    /** The failure will not go away by itself. */
    PERMANENT,
    /** The message itself is unacceptable. */
    REJECTED,
    /** It expired and the policy keeps expired messages. */
    EXPIRED,
    /** It was filtered and the policy keeps filtered messages. */
    FILTERED,
    /** It was taken care of before and the policy keeps filtered messages. */
    DUPLICATE,
    /** It used up its sends in the outbox. */
    MAX_RETRIES,
    /** It failed in every run and cannot be recognised when the source hands it over again. */
    UNSTABLE_IDENTITY,
    /** It failed in more runs than the policy allows, or keeps killing the process. */
    POISON,
    /** It went through more bridges than {@code maxHops}. */
    LOOP;

    /** Returns the category of this name; {@link #PERMANENT} for one that a newer version may have written. */
    public static DeadLetterCategory named(String name) {
        for (DeadLetterCategory category : values()) {
            if (category.name().equals(name)) {
                return category;
            }
        }
        return PERMANENT;
    }

    /** Returns the name used in metrics, headers and documents: lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
