package io.gobridge.camel.failure;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the failure behind any exception: the first {@link BridgeException} of the cause chain, else what the first
 * {@link ErrorClassifier} says of one of its members, else {@link FailureCode#UNKNOWN}, which is transient. A
 * classifier that throws says nothing. Immutable.
 */
public final class Failures {

    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

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

    /** Returns what made a stage fail, without the wrapper that a dependent stage puts around it. */
    public static Throwable unwrapped(Throwable error) {
        return error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    }

    private static BridgeException unknown(Throwable error) {
        return BridgeException.of(FailureCode.UNKNOWN,
                error.getClass().getName() + " is not classified; treated as transient", error);
    }

    private Optional<BridgeException> classify(Throwable error) {
        for (ErrorClassifier classifier : classifiers) {
            Optional<BridgeException> failure = ask(classifier, error);
            if (failure.isPresent()) {
                return failure;
            }
        }
        return Optional.empty();
    }

    /** Contains what a user's classifier does: if it threw out of here, the delivery would never be settled. */
    private static Optional<BridgeException> ask(ErrorClassifier classifier, Throwable error) {
        try {
            Optional<BridgeException> failure = classifier.classify(error);
            return failure == null ? Optional.empty() : failure;
        } catch (RuntimeException | Error e) {
            LOG.warn("The ErrorClassifier {} failed on a {}; the others are asked", classifier.getClass().getName(),
                    error.getClass().getName(), e);
            return Optional.empty();
        }
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
