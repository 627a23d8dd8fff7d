package io.gobridge.camel;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.conditions.JsonPayload;
import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.DeadLetters;
import io.gobridge.camel.delivery.Backoff;
import io.gobridge.camel.delivery.RunControl;
import io.gobridge.camel.dispatch.DirectHold;
import io.gobridge.camel.dispatch.FanOut;
import io.gobridge.camel.dispatch.Leg;
import io.gobridge.camel.dispatch.OutboxMessage;
import io.gobridge.camel.dispatch.OutboxTransaction;
import io.gobridge.camel.dispatch.SendObserver;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.exchange.GoBridgeConstants;
import io.gobridge.camel.exchange.RedriveTarget;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.routing.DispatchPlan;
import io.gobridge.camel.transport.OutboundMessage;
import org.apache.camel.Exchange;

/** Takes the messages of one producer to the bindings that they are for. Thread-safe. */
final class Dispatch {

    private final String producer;
    private final SendingSide side;
    private final BridgeRuntime runtime;
    private final Map<String, DirectHold> holds = new LinkedHashMap<>();
    private final FanOut fanOut;
    private final OutboxTransaction transaction;

    Dispatch(String producer, SendingSide side, OutboxTransaction transaction, BridgeRuntime runtime) {
        this.producer = producer;
        this.transaction = transaction;
        this.side = side;
        this.runtime = runtime;
        this.fanOut = new FanOut(runtime.failures());
        for (BoundTarget target : side.targets().all()) {
            holds.put(target.id(), new DirectHold(
                    target.guard(), side.limits(), runtime.failures(), runtime.scheduler(), runtime.random()));
        }
    }

    /** Returns what sends go by that are made for no delivery. */
    RunControl newControl() {
        return new RunControl(side.backoff().orElse(Backoff.DEFAULT), runtime.io());
    }

    /**
     * Sends the envelope that was read from the exchange. The stage completes when every destination has it, and a
     * failure to find one is thrown.
     */
    CompletionStage<Void> send(Exchange exchange, Envelope envelope, RunControl control, SendObserver observer) {
        RedriveTarget redrive = RedriveTarget.of(exchange);
        if (redrive.isConfined()) {
            return sendConfined(exchange, envelope, redrive, control, observer);
        }
        String override = exchange.getMessage().getHeader(ReservedHeaders.ROUTE_OVERRIDE, String.class);
        List<DispatchPlan> plans = side.router().plans(envelope, override, () -> payload(exchange, envelope));
        String address = exchange.getMessage().getHeader(GoBridgeConstants.ADDRESS, String.class);
        if (side.outbox().isPresent()) {
            return keep(exchange, envelope, plans, address, control);
        }
        if (!side.fansOut()) {
            BoundTarget target = side.router().target(plans.get(0).binding(), envelope);
            return send(target, target.message(envelope, plans.get(0), address), control, observer);
        }
        List<Leg> legs = plans.stream().map(plan -> leg(plan, envelope, address, control, observer)).toList();
        return fanOut.send(producer + "/" + envelope.id(), legs, control.legs());
    }

    /** A redrive names the binding, and the address within it: the route and its headers do not choose again. */
    private CompletionStage<Void> sendConfined(
            Exchange exchange, Envelope envelope, RedriveTarget redrive, RunControl control, SendObserver observer) {
        if (side.targets().get(redrive.binding()).isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        DispatchPlan plan = new DispatchPlan(redrive.binding(), redrive.address(), overlay(exchange, envelope, redrive));
        BoundTarget target = side.router().target(plan.binding(), envelope);
        CompletionStage<Void> sent = side.outbox().isPresent()
                ? keep(exchange, envelope, List.of(plan), null, control)
                : send(target, target.message(envelope, plan, null), control, observer);
        return sent.thenRun(redrive::reached);
    }

    /** Returns the headers that the resolver adds for the destination, if it still chooses it. */
    private Headers overlay(Exchange exchange, Envelope envelope, RedriveTarget redrive) {
        try {
            return side.router().plans(envelope, null, () -> payload(exchange, envelope)).stream()
                    .filter(plan -> plan.binding().equals(redrive.binding())).findFirst().map(DispatchPlan::headers)
                    .orElse(Headers.empty());
        } catch (BridgeException e) {
            return Headers.empty();
        }
    }

    /** Sends a message whose route is behind it to its binding, or keeps it for that. */
    CompletionStage<Void> redrive(DeadLetter entry, Envelope envelope, RunControl control) {
        BoundTarget target = side.router().target(entry.binding(), envelope);
        DispatchPlan plan = new DispatchPlan(entry.binding(), entry.address(), Headers.empty());
        if (side.outbox().isEmpty()) {
            return send(target, target.message(envelope, plan, null), control, () -> {
            });
        }
        OutboundMessage kept = target.message(DeadLetters.marked(envelope, entry), plan, null);
        return side.outbox().get().persist(new OutboxMessage(
                entry.routeId(), entry.sourceId(), List.of(new OutboxMessage.Destination(target.id(), kept)),
                OutboxTransaction.OWN));
    }

    private CompletionStage<Void> keep(
            Exchange exchange, Envelope envelope, List<DispatchPlan> plans, String address, RunControl control) {
        if (control.isInVain()) {
            return CompletableFuture.failedFuture(BridgeException.of(FailureCode.LOCK_LOST, "Message " + envelope.id()
                                                                                            + " is not kept: its delivery was settled or lost meanwhile"));
        }
        List<OutboxMessage.Destination> destinations = plans.stream().map(plan -> {
            BoundTarget target = side.router().target(plan.binding(), envelope);
            return new OutboxMessage.Destination(target.id(), target.message(envelope, plan, address));
        }).toList();
        String source = exchange.getFromEndpoint() instanceof GoBridgeEndpoint from ? from.getName() : "";
        String route = exchange.getFromRouteId() == null ? "" : exchange.getFromRouteId();
        return side.outbox().orElseThrow().persist(new OutboxMessage(route, source, destinations, transaction));
    }

    /** The exchange may have been parsed already; only its bytes or text are worth to be looked at. */
    private static JsonPayload payload(Exchange exchange, Envelope envelope) {
        Object body = exchange.getMessage().getBody();
        return body instanceof byte[] || body instanceof String
                ? ExchangeJson.of(exchange)
                : JsonPayload.of(envelope.payload().shared());
    }

    /** A destination that cannot be found, or addressed, is that destination's failure and not the message's. */
    private Leg leg(DispatchPlan plan, Envelope envelope, String address, RunControl control, SendObserver observer) {
        try {
            BoundTarget target = side.router().target(plan.binding(), envelope);
            OutboundMessage message = target.message(envelope, plan, address);
            return new Leg(target.id(), message.address(), () -> send(target, message, control, observer));
        } catch (BridgeException e) {
            return new Leg(plan.binding(), plan.address(), () -> CompletableFuture.failedFuture(e));
        }
    }

    private CompletionStage<Void> send(
            BoundTarget target, OutboundMessage message, RunControl control, SendObserver observer) {
        Backoff backoff = side.backoff().orElse(control.backoff());
        return holds.get(target.id()).send(message, backoff, control, observer);
    }

    long retries() {
        return holds.values().stream().mapToLong(DirectHold::retries).sum();
    }

    long exhausted() {
        return holds.values().stream().mapToLong(DirectHold::exhausted).sum();
    }

    /** Returns how many destinations failed for good, each by itself. */
    long endedLegs() {
        return fanOut.ended();
    }
}
