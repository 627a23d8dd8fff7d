package io.gobridge.camel.delivery;

import java.util.List;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DeliveryCounterTest {

    @Property(tries = 200)
    void shouldBalanceAtAnyInstant(@ForAll List<Ending> endings) {
        DeliveryCounter unit = new DeliveryCounter();
        for (Ending ending : endings) {
            unit.received();
            assertThat(unit.counts().isBalanced()).isTrue();
            unit.received();
            unit.ended(ending);
            assertThat(unit.counts().isBalanced()).isTrue();
        }

        assertThat(unit.counts().inFlight()).isEqualTo(endings.size());
        assertThat(unit.counts().receipts()).isEqualTo(2L * endings.size());
    }

    @Test
    void shouldCountEachEndingByItself() {
        DeliveryCounter unit = new DeliveryCounter();
        for (Ending ending : Ending.values()) {
            unit.received();
            unit.ended(ending);
        }
        unit.received();

        assertThat(unit.counts()).isEqualTo(new DeliveryCounts(7, 1, 1, 1, 1, 1, 1, 1));
        assertThat(unit.counts().toString()).startsWith("receipts=7 completed=1 ").endsWith(" in_flight=1 balanced=true");
    }

    @Test
    void shouldAdmitThatItDoesNotBalance() {
        assertThat(new DeliveryCounts(2, 1, 0, 0, 0, 0, 0, 0).isBalanced()).isFalse();
    }
}
