package io.gobridge.camel.exchange;

import java.util.Optional;

import io.gobridge.camel.delivery.Outcome;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.Failures;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;

/** Reads from an exchange how its route ended. */
final class Outcomes {

    private final Failures failures;

    Outcomes(Failures failures) {
        this.failures = failures;
    }

    Outcome of(Exchange exchange) {
        if (exchange.getException() != null) {
            return Outcome.failed(failures.of(exchange.getException()));
        }
        if (exchange.isRollbackOnly() || exchange.isRollbackOnlyLast()) {
            return Outcome.failed(BridgeException.of(FailureCode.ROLLED_BACK,
                    "The route marked the exchange as rollback only; the delivery is retried"));
        }
        return lostInDeadLetterChannel(exchange) ? deadLetterChannelFailed(exchange) : Outcome.completed();
    }

    /** Returns the failure that the route made up for itself, for example by {@code onException(...).handled(true)}. */
    Optional<BridgeException> handled(Exchange exchange) {
        if (exchange.getException() != null || !exchange.getExchangeExtension().isFailureHandled()) {
            return Optional.empty();
        }
        return Optional.ofNullable(exchange.getProperty(ExchangePropertyKey.EXCEPTION_CAUGHT, Throwable.class))
                .map(failures::of);
    }

    /**
     * A deadLetterChannel whose own endpoint throws counts as handled in Camel. It leaves no flag, but a trace: the
     * fatal fallback handler replaces the caught exception by the new one and suppresses the first one in it.
     */
    private static boolean lostInDeadLetterChannel(Exchange exchange) {
        Throwable caught = exchange.getProperty(ExchangePropertyKey.EXCEPTION_CAUGHT, Throwable.class);
        return caught != null && exchange.getExchangeExtension().isFailureHandled() && caught.getSuppressed().length > 0
                && exchange.getProperty(ExchangePropertyKey.FATAL_FALLBACK_ERROR_HANDLER) != null;
    }

    private static Outcome deadLetterChannelFailed(Exchange exchange) {
        return Outcome.failed(BridgeException.of(FailureCode.UNAVAILABLE,
                "The route's deadLetterChannel failed itself; the delivery is retried",
                exchange.getProperty(ExchangePropertyKey.EXCEPTION_CAUGHT, Throwable.class)));
    }
}
