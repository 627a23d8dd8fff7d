package io.gobridge.camel.failure;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

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
        return find(error, BridgeException.class)
                .or(() -> causes(error).map(this::classify).flatMap(Optional::stream).findFirst())
                .orElseGet(() -> unknown(error));
    }

    /** Returns what made a stage fail, without the wrapper that a dependent stage puts around it. */
    public static Throwable unwrapped(Throwable error) {
        return error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    }

    /** Returns the error and what caused it, the error first. */
    public static Stream<Throwable> causes(Throwable error) {
        return Stream.iterate(error, Objects::nonNull, Throwable::getCause).limit(MAX_DEPTH);
    }

    /** Returns the first of this type among the error and what caused it. */
    public static <T> Optional<T> find(Throwable error, Class<T> type) {
        return causes(error).filter(type::isInstance).map(type::cast).findFirst();
    }

    /** Returns the cause that has no other; the error itself when it has none. */
    public static Throwable root(Throwable error) {
        return causes(error).reduce(error, (effect, cause) -> cause);
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
}
