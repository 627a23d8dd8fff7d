package io.gobridge.camel.outbox;

import io.gobridge.camel.failure.ConfigurationProblems;

/** What rows are told apart by that share a table. */
final class Names {

    private Names() {
    }

    /** Adds to the problems that it cannot be used, if so. */
    static void check(ConfigurationProblems problems, String name) {
        problems.require(name.matches("[A-Za-z0-9._-]{1,100}"), "name", name,
                "must be 1 to 100 letters, digits, dots, dashes and underscores");
    }
}
