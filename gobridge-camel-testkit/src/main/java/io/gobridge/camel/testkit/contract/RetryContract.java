package io.gobridge.camel.testkit.contract;

/** To be written. */
interface RetryContract extends OnStage {
}
