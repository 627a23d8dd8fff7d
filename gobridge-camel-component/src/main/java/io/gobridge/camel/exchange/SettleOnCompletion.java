package io.gobridge.camel.exchange;

import org.apache.camel.Exchange;
import org.apache.camel.spi.SynchronizationVetoable;
import org.apache.camel.support.SynchronizationAdapter;

/**
 * Settles a delivery when its exchange ends, wherever that happens: it is handed over when the exchange goes on through
 * {@code seda}, {@code threads} or {@code delay}. It holds the delivery and not the exchange, which may be pooled.
 */
final class SettleOnCompletion extends SynchronizationAdapter implements SynchronizationVetoable {

    private final Run run;
    private final InFlight delivery;
    private final int number;

    SettleOnCompletion(Run run, InFlight delivery, int number) {
        this.run = run;
        this.delivery = delivery;
        this.number = number;
    }

    @Override
    public void onDone(Exchange exchange) {
        run.ended(delivery, number, exchange);
    }

    @Override
    public boolean allowHandover() {
        return true;
    }

    /** Runs after every other completion of the exchange, so that a failing one cannot come after the ack. */
    @Override
    public int getOrder() {
        return LOWEST;
    }
}
