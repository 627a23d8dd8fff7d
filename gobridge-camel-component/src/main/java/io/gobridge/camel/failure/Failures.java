package io.gobridge.camel.failure;

import java.util.List;
import java.util.Optional;

/**
 * Finds the failure behind any exception: the first {@link BridgeException} of the cause chain, else what the first
 * {@link ErrorClassifier} says of one of its members, else {@link FailureCode#UNKNOWN}, which is transient. Immutable.
 */
public final class Failures {

    /** Causes followed at most, so that a cyclic chain ends. */
    private static final int MAX_DEPTH = 50;

    private final List<ErrorClassifier> classifiers;

    /** Creates a lookup that asks the classifiers in the given order. */
    public Failures(List<ErrorClassifier> classifiers) {
        this.classifiers = List.copyOf(classifiers);
    }

    /** Returns the failure behind the error. */
    public BridgeException of(Throwable error) {
        return find(error, Failures::asBridgeException)
                .or(() -> find(error, this::classify))
                .orElseGet(() -> unknown(error));
    }

    private static BridgeException unknown(Throwable error) {
        return BridgeException.of(FailureCode.UNKNOWN,
                error.getClass().getName() + " is not classified; treated as transient", error);
    }

    private Optional<BridgeException> classify(Throwable error) {
        for (ErrorClassifier classifier : classifiers) {
            Optional<BridgeException> failure = classifier.classify(error);
            if (failure.isPresent()) {
                return failure;
            }
        }
        return Optional.empty();
    }

    private static Optional<BridgeException> asBridgeException(Throwable error) {
        return error instanceof BridgeException failure ? Optional.of(failure) : Optional.empty();
    }

    private static Optional<BridgeException> find(Throwable error, ErrorClassifier classifier) {
        Throwable current = error;
        for (int depth = 0; current != null && depth < MAX_DEPTH; depth++) {
            Optional<BridgeException> failure = classifier.classify(current);
            if (failure.isPresent()) {
                return failure;
            }
            current = current.getCause();
        }
        return Optional.empty();
    }
}
