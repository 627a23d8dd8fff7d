package io.gobridge.camel.testkit.contract;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.testkit.SettableClock;
import org.apache.camel.CamelContext;

/**
 * One source and one target of a transport, empty at first, that outlive the CamelContexts of a test. The contract
 * opens one per test. Names of options and beans are those of a {@code gobridge:} URI.
 */
public interface TransportFixture extends AutoCloseable {

    /** What the wire of a transport can show to the contract, beside its {@link Capabilities}. */
    enum Feature {
        /** A message keeps its headers, its id and its subject. */
        HEADERS,
        /** A message keeps its idempotency key, whoever sent it. */
        IDEMPOTENCY_KEY,
        /** A message keeps its ordering key. */
        ORDERING_KEY,
        /** A message keeps its expiry. */
        EXPIRY,
        /** A message without a payload differs from one with an empty payload. */
        ABSENT_PAYLOAD,
        /** A foreign producer can write what cannot be decoded. */
        UNDECODABLE,
        /** There is a broker that can be killed and started again. */
        BROKER,
        /** The source keeps what was not settled when the bridge stops, and can say how much. */
        KEEPS_UNSETTLED
    }

    /** Returns the transport's name. */
    String name();

    /** Returns what the source can do. */
    Capabilities capabilities();

    /** Returns whether the source names its messages; most do. */
    default IdentityKind identity() {
        return IdentityKind.STABLE;
    }

    /** Returns what the transport can show. */
    Set<Feature> features();

    /** Returns the clock that the source, and so the bridge, runs by; empty for real time. */
    default Optional<SettableClock> clock() {
        return Optional.empty();
    }

    /** Binds what the URIs need into a context that has not started. Called for each context of a test. */
    void prepare(CamelContext context);

    /** Returns the source as options, beginning with {@code source=}. */
    String source();

    /** Returns the target as options, beginning with {@code target=}. */
    String target();

    /** Puts a message into the source as another producer would. Headers may be forged. */
    void put(Envelope message);

    /** Puts bytes into the source that cannot be decoded; needs {@link Feature#UNDECODABLE}. */
    default void putUndecodable(byte[] raw) {
        throw new IllegalStateException(name() + " lacks " + Feature.UNDECODABLE);
    }

    /** Returns all messages that arrived in the target so far, in order. */
    List<Envelope> received();

    /** Returns how many messages the source has, unsettled ones included; needs {@link Feature#KEEPS_UNSETTLED}. */
    int remaining();

    /** Kills the broker and starts it again with what it had; needs {@link Feature#BROKER}. */
    default void restartBroker() {
        throw new IllegalStateException(name() + " lacks " + Feature.BROKER);
    }

    @Override
    void close();
}
