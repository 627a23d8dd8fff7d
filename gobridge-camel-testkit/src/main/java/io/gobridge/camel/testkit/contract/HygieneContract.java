package io.gobridge.camel.testkit.contract;

/** To be written. */
interface HygieneContract extends OnStage {
}
