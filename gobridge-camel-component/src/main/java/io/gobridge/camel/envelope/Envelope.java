package io.gobridge.camel.envelope;

import java.time.Clock;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * One message. Immutable, so it can be shared between threads, copies and destinations; {@link #toBuilder()} starts a
 * changed copy that shares what did not change.
 */
public final class Envelope {

    private final String id;
    private final String subject;
    private final Payload payload;
    private final Headers headers;
    private final Instant createdAt;
    private final Instant expiresAt;
    private final Identity identity;

    private Envelope(Builder builder) {
        this.id = builder.id;
        this.subject = builder.subject;
        this.payload = builder.payload;
        this.headers = builder.headers;
        this.createdAt = builder.createdAt;
        this.expiresAt = builder.expiresAt;
        this.identity = builder.identity;
    }

    /**
     * Starts an envelope.
     *
     * @throws IllegalArgumentException when the id is null, empty or not encodable as UTF-8
     */
    public static Builder withId(String id) {
        return new Builder(requireId(id));
    }

    /** Starts a changed copy. The id cannot be changed. */
    public Builder toBuilder() {
        Builder builder = new Builder(id);
        builder.subject = subject;
        builder.payload = payload;
        builder.headers = headers;
        builder.createdAt = createdAt;
        builder.expiresAt = expiresAt;
        builder.identity = identity;
        return builder;
    }

    /** Returns the message id; never empty. */
    public String id() {
        return id;
    }

    /** Returns the logical subject that the producer set; empty when there is none. It is never a destination. */
    public String subject() {
        return subject;
    }

    /** Returns the payload; {@link Payload#ABSENT} when there is none. */
    public Payload payload() {
        return payload;
    }

    /** Returns the headers. */
    public Headers headers() {
        return headers;
    }

    /** Returns when the message was created. */
    public Instant createdAt() {
        return createdAt;
    }

    /** Returns the last instant at which the message is of use, empty when it does not expire. */
    public Optional<Instant> expiresAt() {
        return Optional.ofNullable(expiresAt);
    }

    /** Returns the identity keys. */
    public Identity identity() {
        return identity;
    }

    /** Tells whether now is strictly after the expiry. */
    public boolean isExpired(Instant now) {
        return expiresAt != null && now.isAfter(expiresAt);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Envelope that && id.equals(that.id) && subject.equals(that.subject)
                && payload.equals(that.payload) && headers.equals(that.headers) && createdAt.equals(that.createdAt)
                && Objects.equals(expiresAt, that.expiresAt) && identity.equals(that.identity);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    /** Names the message without its content. */
    @Override
    public String toString() {
        return "Envelope[id=" + id + ", payload=" + payload + ", headers=" + headers + "]";
    }

    private static String requireId(String id) {
        if (id == null || id.isEmpty()) {
            throw new IllegalArgumentException("The message id is empty; a message needs an id");
        }
        if (!Utf8.isEncodable(id)) {
            throw new IllegalArgumentException("The message id is not valid UTF-8");
        }
        return id;
    }

    /** Collects the fields of an envelope. Not thread-safe. */
    public static final class Builder {

        private final String id;
        private String subject = "";
        private Payload payload = Payload.ABSENT;
        private Headers headers = Headers.empty();
        private Instant createdAt;
        private Instant expiresAt;
        private Identity identity = Identity.NONE;

        private Builder(String id) {
            this.id = id;
        }

        /** Sets the logical subject; default empty. */
        public Builder subject(String newSubject) {
            this.subject = Objects.requireNonNull(newSubject, "subject");
            return this;
        }

        /** Sets the payload; default {@link Payload#ABSENT}. */
        public Builder payload(Payload newPayload) {
            this.payload = Objects.requireNonNull(newPayload, "payload");
            return this;
        }

        /** Sets the headers; default empty. */
        public Builder headers(Headers newHeaders) {
            this.headers = Objects.requireNonNull(newHeaders, "headers");
            return this;
        }

        /** Sets the creation time; required. */
        public Builder createdAt(Instant instant) {
            this.createdAt = Objects.requireNonNull(instant, "createdAt");
            return this;
        }

        /** Sets the creation time to the clock's, unless it is set. */
        public Builder createdNow(Clock clock) {
            return createdAt == null ? createdAt(clock.instant()) : this;
        }

        /** Sets the expiry; null clears it. */
        public Builder expiresAt(Instant instant) {
            this.expiresAt = instant;
            return this;
        }

        /** Sets the identity keys; default {@link Identity#NONE}. */
        public Builder identity(Identity newIdentity) {
            this.identity = Objects.requireNonNull(newIdentity, "identity");
            return this;
        }

        /**
         * Makes the envelope.
         *
         * @throws IllegalArgumentException when the creation time is missing or the expiry is before it
         */
        public Envelope build() {
            if (createdAt == null) {
                throw new IllegalArgumentException("Message " + id + " has no creation time; set it or give a clock");
            }
            if (expiresAt != null && expiresAt.isBefore(createdAt)) {
                throw new IllegalArgumentException(
                        "Message " + id + " would expire at " + expiresAt
                                                   + ", before its creation at " + createdAt);
            }
            return new Envelope(this);
        }
    }
}
