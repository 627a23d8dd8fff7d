package io.gobridge.camel.transport.amqp10;

/** What a receiver tells the peer about a message. */
enum Disposition {

    /** It was taken over. */
    ACCEPTED(1),
    /** It is unacceptable. */
    REJECTED(2),
    /** It was not worked on: the peer may hand it to anybody, and does not count the attempt. */
    RELEASED(3);

    /** The property through which Qpid JMS is told; nothing is sent under this name. */
    static final String PROPERTY = "JMS_AMQP_ACK_TYPE";

    private final int ackType;

    Disposition(int ackType) {
        this.ackType = ackType;
    }

    int ackType() {
        return ackType;
    }
}
