package io.gobridge.camel.deadletter;

import java.util.List;

/**
 * A part of a list of dead letters, oldest first.
 *
 * @param entries the entries, in the order in which they were written first
 * @param next    what asks for the entries after these; empty when there were none
 */
public record DeadLetterPage(List<DeadLetterSummary> entries, String next) {

    /** Copies the list. */
    public DeadLetterPage {
        entries = List.copyOf(entries);
    }
}
