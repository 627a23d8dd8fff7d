package io.gobridge.camel.failure;

import java.util.Optional;

/**
 * Maps a user's own exception types to failures. Beans of this type in the registry are asked for every exception in a
 * cause chain that holds no {@link BridgeException}. Implementations are called from several threads.
 */
@FunctionalInterface
public interface ErrorClassifier {

    /** Returns the failure that the error stands for, or empty when this classifier does not know it. */
    Optional<BridgeException> classify(Throwable error);
}
