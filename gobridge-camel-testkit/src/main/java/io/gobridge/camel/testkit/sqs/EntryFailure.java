package io.gobridge.camel.testkit.sqs;

import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;

/** Why one entry of a batch failed, as the answer reports it. */
record EntryFailure(String code, String message, boolean isSenderFault) {

    /** Says for each entry of a batch whether it fails. */
    @FunctionalInterface
    interface Check {
        Optional<EntryFailure> failureOf(int index, JsonNode entry);
    }
}
