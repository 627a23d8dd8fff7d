package io.gobridge.camel.testkit.faults;

import java.util.concurrent.CompletionStage;

import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.TransportHealth;

/** Passes everything on; a fault changes what it wants to spoil. */
abstract class SenderDecorator implements Sender {

    final Sender target;

    SenderDecorator(Sender target) {
        this.target = target;
    }

    @Override
    public void cancel(OutboundMessage message) {
        target.cancel(message);
    }

    @Override
    public CompletionStage<Void> close() {
        return target.close();
    }

    @Override
    public TransportHealth health() {
        return target.health();
    }
}
