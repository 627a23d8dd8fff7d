package io.gobridge.camel.delivery;

/** Says whether a message can be recognised when its source hands it over again. */
public enum IdentityKind {

    /** The source or its sender named the message: the same name comes back on redelivery. */
    STABLE,

    /** The bridge minted the id: a redelivery has another one. */
    GENERATED
}
