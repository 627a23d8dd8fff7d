package io.gobridge.camel.testkit.contract;

/** A fixture whose source other bridges can send to, so that bridges make a chain. */
interface LinkFixture extends TransportFixture {

    /** Returns the source as the target of another bridge, as options, beginning with {@code target=}. */
    String intake();
}
