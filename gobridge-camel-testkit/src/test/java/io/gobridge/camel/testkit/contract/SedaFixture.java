package io.gobridge.camel.testkit.contract;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.Payload;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.component.seda.SedaEndpoint;
import org.apache.camel.support.DefaultExchange;

/** Two queues of Camel's {@code seda} component, which forgets what it has handed over. */
final class SedaFixture implements TransportFixture {

    private final List<Exchange> waiting = new ArrayList<>();
    private CamelContext context;

    @Override
    public String name() {
        return "camel seda";
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.none();
    }

    @Override
    public Set<Feature> features() {
        return EnumSet.of(Feature.HEADERS, Feature.IDEMPOTENCY_KEY, Feature.ORDERING_KEY, Feature.EXPIRY,
                Feature.ABSENT_PAYLOAD, Feature.UNDECODABLE);
    }

    @Override
    public void prepare(CamelContext newContext) {
        context = newContext;
    }

    @Override
    public String source() {
        return "source=seda:source";
    }

    @Override
    public String target() {
        return "target=seda:target";
    }

    @Override
    public void put(Envelope message) {
        put(message, message.createdAt().toString());
    }

    @Override
    public void putUndecodable(byte[] raw) {
        put(Envelope.withId("undecodable").payload(Payload.copyOf(raw)).createdAt(Instant.EPOCH).build(), "yesterday");
    }

    private void put(Envelope message, String createdAt) {
        Exchange exchange = new DefaultExchange(context);
        Message in = exchange.getIn();
        in.setBody(message.payload().toBytes());
        message.headers().forEach(in::setHeader);
        in.setHeader("gobridge.message-id", message.id());
        in.setHeader("gobridge.subject", message.subject());
        in.setHeader("gobridge.created-at", createdAt);
        message.expiresAt().ifPresent(expiry -> in.setHeader("gobridge.expires-at", expiry.toString()));
        in.setHeader("x-bridge.idempotency-key", message.identity().idempotencyKey());
        in.setHeader("x-bridge.ordering-key", message.identity().orderingKey());
        context.getEndpoint("seda:source", SedaEndpoint.class).getQueue().add(exchange);
    }

    @Override
    public List<Envelope> received() {
        context.getEndpoint("seda:target", SedaEndpoint.class).getQueue().drainTo(waiting);
        return waiting.stream().map(SedaFixture::read).toList();
    }

    private static Envelope read(Exchange exchange) {
        Message message = exchange.getIn();
        Map<String, Object> headers = message.getHeaders();
        Envelope.Builder envelope = Envelope.withId(message.getHeader("gobridge.message-id", String.class))
                .subject(message.getHeader("gobridge.subject", "", String.class)).createdAt(Instant.EPOCH)
                .headers(Headers.of(headers)).identity(
                        new Identity(message.getHeader("x-bridge.idempotency-key", "", String.class), "", ""));
        byte[] body = message.getBody(byte[].class);
        return body == null ? envelope.build() : envelope.payload(Payload.copyOf(body)).build();
    }

    @Override
    public int remaining() {
        throw new IllegalStateException("seda forgets what it has handed over");
    }

    @Override
    public void close() {
        // The context owns the queues.
    }
}
