package io.gobridge.camel.transport;

/** What receivers and senders share: a connection and a client id where the transport has them. Thread-safe. */
public interface Session extends AutoCloseable {

    /**
     * Prepares a receiver. Nothing is connected yet; what is wrong with the endpoint is added to the spec's problems.
     */
    Receiver receiver(ReceiverSpec spec);

    /** Prepares a sender. Nothing is connected yet; what is wrong with the endpoint is added to the spec's problems. */
    Sender sender(SenderSpec spec);

    /** Closes what was shared. */
    @Override
    void close();
}
