package io.gobridge.camel.dispatch;

/** Watches the physical sends of one message. */
@FunctionalInterface
public interface SendObserver {

    /** Called before each physical send. */
    void beforeSend();
}
