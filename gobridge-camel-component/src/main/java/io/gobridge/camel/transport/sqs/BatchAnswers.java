package io.gobridge.camel.transport.sqs;

import java.util.Arrays;
import java.util.List;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.transport.BatchResult;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;

/** Puts SQS's answers for the entries of one batch, which come in any order, in the order of the entries. */
final class BatchAnswers {

    private static final String[] IDS = { "0", "1", "2", "3", "4", "5", "6", "7", "8", "9" };

    private final BatchResult[] results;
    private final String what;

    BatchAnswers(int size, String what) {
        this.results = new BatchResult[size];
        this.what = what;
    }

    /** Returns the id of the entry with the index. */
    static String id(int index) {
        return IDS[index];
    }

    void accepted(String id) {
        int index = Integer.parseInt(id);
        results[index] = BatchResult.accepted(index);
    }

    void failed(int index, BridgeException error) {
        results[index] = BatchResult.failed(index, error);
    }

    void failed(List<BatchResultErrorEntry> entries) {
        for (BatchResultErrorEntry entry : entries) {
            int index = Integer.parseInt(entry.id());
            results[index] = BatchResult.failed(index, SqsFailures.ofEntry(entry, what));
        }
    }

    /** Returns one result for each entry; one that SQS said nothing about has failed. */
    List<BatchResult> toList() {
        for (int i = 0; i < results.length; i++) {
            if (results[i] == null) {
                results[i] = BatchResult.failed(i, SqsFailures.unanswered(what));
            }
        }
        return Arrays.asList(results);
    }
}
