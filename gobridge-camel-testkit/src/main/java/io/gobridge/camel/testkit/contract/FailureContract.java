package io.gobridge.camel.testkit.contract;

/** To be written. */
interface FailureContract extends OnStage {
}
