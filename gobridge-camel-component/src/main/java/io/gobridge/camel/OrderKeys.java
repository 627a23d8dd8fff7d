package io.gobridge.camel;

import java.util.function.Function;

import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.failure.ConfigurationProblems;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.support.DefaultExchange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Names the sequence that a delivery belongs to. */
final class OrderKeys {

    private static final Logger LOG = LoggerFactory.getLogger(OrderKeys.class);

    /** Also a simple expression, but one whose constant result would let one delivery run at a time. */
    private static final String NONE = "none";

    private OrderKeys() {
    }

    /**
     * Returns the source's native group unless {@value #NONE} or the expression say otherwise; a problem when it is not
     * a simple expression.
     */
    static Function<Delivery, String> of(CamelContext context, String orderBy, ConfigurationProblems problems) {
        if (orderBy == null || orderBy.isBlank()) {
            return Delivery::group;
        }
        if (orderBy.equals(NONE)) {
            return delivery -> "";
        }
        try {
            Expression expression = context.resolveLanguage("simple").createExpression(orderBy);
            expression.init(context);
            return delivery -> evaluate(context, expression, delivery);
        } catch (RuntimeCamelException e) {
            problems.add("orderBy", orderBy, "must be a simple expression: " + e.getMessage());
            return Delivery::group;
        }
    }

    private static String evaluate(CamelContext context, Expression expression, Delivery delivery) {
        Exchange exchange = new DefaultExchange(context);
        exchange.getIn().setBody(delivery.envelope().payload().toBytes());
        delivery.envelope().headers().without(ReservedHeaders::isCamel).forEach(exchange.getIn()::setHeader);
        stampIdentity(exchange, delivery.envelope().identity());
        try {
            String key = expression.evaluate(exchange, String.class);
            return key == null ? "" : key;
        } catch (RuntimeException e) {
            // The class alone: Camel's conversion errors quote the value.
            LOG.warn("id={}: orderBy failed with {}, so this message keeps no order", delivery.envelope().id(),
                    e.getClass().getName());
            return "";
        }
    }

    /** The keys are typed by now, and become headers of the route only when the delivery's turn has come. */
    private static void stampIdentity(Exchange exchange, Identity identity) {
        stamp(exchange, ReservedHeaders.IDEMPOTENCY_KEY, identity.idempotencyKey());
        stamp(exchange, ReservedHeaders.DEDUP_ID, identity.dedupId());
        stamp(exchange, ReservedHeaders.ORDERING_KEY, identity.orderingKey());
    }

    private static void stamp(Exchange exchange, String name, String key) {
        if (key.isEmpty()) {
            exchange.getIn().removeHeader(name);
        } else {
            exchange.getIn().setHeader(name, key);
        }
    }
}
