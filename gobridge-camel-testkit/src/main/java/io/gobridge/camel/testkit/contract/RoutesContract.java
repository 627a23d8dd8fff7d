package io.gobridge.camel.testkit.contract;

/** To be written. */
interface RoutesContract extends OnStage {
}
