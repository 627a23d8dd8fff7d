package io.gobridge.camel.testkit.contract;

/** Has a stage to play on. */
interface OnStage {

    /** Returns the stage of this test. */
    BridgeStage stage();
}
