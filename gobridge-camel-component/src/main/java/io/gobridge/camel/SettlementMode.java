package io.gobridge.camel;

/** Who settles a delivery. */
public enum SettlementMode {

    /** The bridge, when the exchange ends. */
    AUTO,
    /** The route, through the Delivery. */
    MANUAL
}
