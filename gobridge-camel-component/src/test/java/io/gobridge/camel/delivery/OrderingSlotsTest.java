package io.gobridge.camel.delivery;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OrderingSlotsTest {

    private final OrderingSlots<String> unit = new OrderingSlots<>();

    @Test
    void shouldLetOneOfAKeyRunAtATimeInTheOrderOfArrival() {
        assertThat(unit.enter("k", "1")).isTrue();
        assertThat(unit.enter("k", "2")).isFalse();
        assertThat(unit.enter("k", "3")).isFalse();

        assertThat(unit.leave("k")).contains("2");
        assertThat(unit.leave("k")).contains("3");
        assertThat(unit.leave("k")).isEmpty();
        assertThat(unit.enter("k", "4")).isTrue();
    }

    @Test
    void shouldLetOtherKeysRunMeanwhile() {
        unit.enter("k", "1");

        assertThat(unit.enter("other", "2")).isTrue();
    }

    @Test
    void shouldLetTheEmptyKeyWaitForNothing() {
        assertThat(unit.enter("", "1")).isTrue();
        assertThat(unit.enter("", "2")).isTrue();
        assertThat(unit.leave("")).isEmpty();
        assertThat(unit.drain("")).isEmpty();
    }

    @Test
    void shouldDrainTheFollowersAndLeaveTheHolderItsSlot() {
        unit.enter("k", "1");
        unit.enter("k", "2");
        unit.enter("k", "3");

        assertThat(unit.drain("k")).containsExactly("2", "3");
        assertThat(unit.enter("k", "4")).isFalse();
        assertThat(unit.leave("k")).contains("4");
    }

    @Test
    void shouldIgnoreAKeyThatNobodyHolds() {
        assertThat(unit.leave("k")).isEmpty();
        assertThat(unit.drain("k")).isEmpty();
    }

    @Property
    void shouldServeEveryArrivalOnceAndInOrder(@ForAll List<@IntRange(max = 3) Integer> keys) {
        OrderingSlots<Integer> slots = new OrderingSlots<>();
        Map<String, List<Integer>> served = new TreeMap<>();
        Map<String, List<Integer>> arrived = new TreeMap<>();
        for (int i = 0; i < keys.size(); i++) {
            String key = "k" + keys.get(i);
            arrived.computeIfAbsent(key, unused -> new ArrayList<>()).add(i);
            if (slots.enter(key, i)) {
                served.computeIfAbsent(key, unused -> new ArrayList<>()).add(i);
            }
        }
        for (String key : arrived.keySet()) {
            for (Optional<Integer> next = slots.leave(key); next.isPresent(); next = slots.leave(key)) {
                served.get(key).add(next.get());
            }
        }

        assertThat(served).isEqualTo(arrived);
    }
}
