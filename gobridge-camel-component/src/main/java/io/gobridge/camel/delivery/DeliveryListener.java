package io.gobridge.camel.delivery;

/**
 * Watches deliveries. Beans of this type in the registry are called by every route, on the thread that does the work:
 * they must return at once. An exception thrown by one is contained and counted. Thread-safe.
 */
public interface DeliveryListener {

    /** Called before each physical send made for a delivery; {@code attempt} is the delivery's, not the send's. */
    default void onAttempt(String routeId, String messageId, int attempt) {
    }

    /** Called once when a delivery ended. */
    default void onSettled(String routeId, String messageId, Ending ending) {
    }
}
