package io.gobridge.camel.dispatch;

import java.util.Optional;

import io.gobridge.camel.transport.Sender;

/** Finds the sender of a binding, for whoever sends later than the route. Thread-safe. */
@FunctionalInterface
public interface BindingSenders {

    /**
     * Returns the sender of the binding, empty when no {@code gobridge:} producer of that name runs in this context.
     */
    Optional<Sender> find(String binding);
}
