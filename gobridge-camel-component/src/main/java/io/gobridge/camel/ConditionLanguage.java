package io.gobridge.camel;

import io.gobridge.camel.conditions.Condition;
import io.gobridge.camel.conditions.JsonPayload;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;
import org.apache.camel.Predicate;
import org.apache.camel.spi.annotations.Language;
import org.apache.camel.support.LanguageSupport;
import org.apache.camel.support.PredicateToExpressionAdapter;

/**
 * Conditions as a Camel language, in any route: {@code filter}, {@code choice} and whatever else takes a predicate. A
 * message that cannot be asked fails with {@code INVALID_PAYLOAD} or {@code PAYLOAD_TOO_LARGE}.
 */
@Language("gobridge")
public class ConditionLanguage extends LanguageSupport {

    private int payloadLimit = JsonPayload.DEFAULT_LIMIT;

    @Override
    public Predicate createPredicate(String expression) {
        Condition condition = Condition.parse(loadResource(expression));
        int limit = payloadLimit;
        return new Predicate() {
            @Override
            public boolean matches(Exchange exchange) {
                return condition.test(new ExchangeView(exchange, limit));
            }

            @Override
            public String toString() {
                return condition.toString();
            }
        };
    }

    @Override
    public Expression createExpression(String expression) {
        return PredicateToExpressionAdapter.toExpression(createPredicate(expression));
    }

    /** Returns the most bytes of a body that are parsed; default 4 MiB. */
    public int getPayloadLimit() {
        return payloadLimit;
    }

    public void setPayloadLimit(int payloadLimit) {
        this.payloadLimit = payloadLimit;
    }
}
