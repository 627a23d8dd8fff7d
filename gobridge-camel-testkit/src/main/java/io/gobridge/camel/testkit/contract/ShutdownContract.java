package io.gobridge.camel.testkit.contract;

/** To be written. */
interface ShutdownContract extends OnStage {
}
