package io.gobridge.camel.testkit.contract;

/** To be written. */
interface OrderContract extends OnStage {
}
