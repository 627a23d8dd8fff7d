package io.gobridge.camel.exchange;

import java.util.List;

import org.apache.camel.spi.Metadata;

/** Names of the headers and exchange properties that a route sees. */
public final class GoBridgeConstants {

    /** Message id. */
    @Metadata(description = "The message id. Consumer: the envelope's. Producer: the id to send under; default the envelope's, else minted.",
              javaType = "String")
    public static final String MESSAGE_ID = "CamelGoBridgeMessageId";
    /** Logical subject. */
    @Metadata(description = "The logical subject, never a destination.", javaType = "String")
    public static final String SUBJECT = "CamelGoBridgeSubject";
    /** Creation time. */
    @Metadata(description = "When the message was created.", javaType = "java.time.Instant")
    public static final String CREATED_AT = "CamelGoBridgeCreatedAt";
    /** Expiry. */
    @Metadata(description = "The last instant at which the message is of use.", javaType = "java.time.Instant")
    public static final String EXPIRES_AT = "CamelGoBridgeExpiresAt";
    /** Attempt. */
    @Metadata(label = "consumer", description = "Which attempt this is in the source's view, from 1.", javaType = "int")
    public static final String ATTEMPT = "CamelGoBridgeAttempt";
    /** Destination address. */
    @Metadata(label = "producer", description = "The destination within the target; wins over the endpoint's address template.",
              javaType = "String")
    public static final String ADDRESS = "CamelGoBridgeAddress";
    /** Ordering key. */
    @Metadata(description = "Names the sequence that the message belongs to.", javaType = "String")
    public static final String ORDERING_KEY = "CamelGoBridgeOrderingKey";
    /** Dedup id. */
    @Metadata(description = "Names the message towards a broker that removes duplicates.", javaType = "String")
    public static final String DEDUP_ID = "CamelGoBridgeDedupId";
    /** Idempotency key. */
    @Metadata(description = "Names the effect of the message.", javaType = "String")
    public static final String IDEMPOTENCY_KEY = "CamelGoBridgeIdempotencyKey";

    /** Exchange property: the {@link io.gobridge.camel.delivery.Delivery}. */
    public static final String DELIVERY = "CamelGoBridgeDelivery";
    /** Exchange property: a map of the headers that the source's own component set. */
    public static final String SOURCE_HEADERS = "CamelGoBridgeSourceHeaders";

    /** Exchange property: where this exchange stands in the splits, loops and multicasts around it. */
    static final String PART_PATH = "CamelGoBridgePartPath";

    /** The headers above. */
    static final List<String> FIELDS = List.of(MESSAGE_ID, CREATED_AT, ATTEMPT, SUBJECT, EXPIRES_AT, ADDRESS, ORDERING_KEY,
            DEDUP_ID, IDEMPOTENCY_KEY);

    private GoBridgeConstants() {
    }
}
