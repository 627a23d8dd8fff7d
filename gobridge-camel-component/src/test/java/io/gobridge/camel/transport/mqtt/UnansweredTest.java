package io.gobridge.camel.transport.mqtt;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class UnansweredTest {

    private final Unanswered unit = new Unanswered();

    @Property
    void shouldGiveNoIdThatWaits(@ForAll boolean[] answers) {
        Unanswered some = new Unanswered();
        Set<Integer> waiting = new HashSet<>();
        for (boolean isAnswered : answers) {
            int id = some.add(Packet.PUBACK, new CompletableFuture<>());
            assertThat(waiting.add(id)).isTrue();
            if (isAnswered) {
                some.remove(Packet.PUBACK, id);
                waiting.remove(id);
            }
        }
    }

    @Test
    void shouldGiveAllIdsAndThenTheOneThatBecomesFree() {
        Set<Integer> given = new HashSet<>();
        for (int i = 0; i < 65_535; i++) {
            given.add(unit.add(Packet.PUBACK, new CompletableFuture<>()));
        }

        assertThat(given).hasSize(65_535).contains(1, 65_535);
        assertThatThrownBy(() -> unit.add(Packet.PUBACK, new CompletableFuture<>())).isInstanceOf(IllegalStateException.class);
        unit.remove(Packet.PUBACK, 4711);
        assertThat(unit.add(Packet.SUBACK, new CompletableFuture<>())).isEqualTo(4711);
    }

    @Test
    void shouldIgnoreAnAnswerToAnotherPacket() {
        CompletableFuture<Integer> subscribed = new CompletableFuture<>();
        int id = unit.add(Packet.SUBACK, subscribed);

        assertThat(unit.remove(Packet.PUBACK, id)).isEmpty();
        assertThat(unit.remove(Packet.SUBACK, id)).containsSame(subscribed);
        assertThat(unit.remove(Packet.SUBACK, id)).isEmpty();
    }
}
