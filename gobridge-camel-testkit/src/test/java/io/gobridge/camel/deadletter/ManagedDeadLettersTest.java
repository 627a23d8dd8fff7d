package io.gobridge.camel.deadletter;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

import javax.management.MBeanServer;
import javax.management.ObjectName;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.testkit.faults.RecordingSender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What operators see over JMX. */
class ManagedDeadLettersTest {

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final RedriveStage stage = new RedriveStage();
    private final RecordingSender target = new RecordingSender();
    private final AtomicBoolean isBroken = new AtomicBoolean(true);

    @AfterEach
    void stop() {
        stage.close();
    }

    private void start() throws Exception {
        stage.bind("target", target).start(routes -> routes.from(RedriveStage.SOURCE).routeId("r").process(exchange -> {
            if (isBroken.get()) {
                throw BridgeException.of(FailureCode.INTERNAL, "no luck");
            }
        }).to("gobridge:out?target=#target"));
    }

    private Set<ObjectName> names() throws Exception {
        return server.queryNames(new ObjectName(
                "org.apache.camel:context=" + stage.context().getManagementName() + ",type=services,name=GoBridgeDeadLetters"),
                null);
    }

    private Object invoke(String operation, Object... parameters) throws Exception {
        String[] types = Arrays.stream(parameters)
                .map(parameter -> parameter instanceof Integer ? "int" : String.class.getName()).toArray(String[]::new);
        return server.invoke(names().iterator().next(), operation, parameters, types);
    }

    @Test
    void shouldListShowRedriveAndDelete() throws Exception {
        start();
        stage.put("m1");
        DeadLetter first = stage.awaitEntries(1).get(0);
        stage.put("m2");
        DeadLetter second = stage.awaitEntries(2).get(1);

        assertThat((String) invoke("list", "r", "", "", "", "", 0)).contains(first.id(), second.id()).doesNotContain("payload");
        assertThat((String) invoke("get", first.id())).contains("\"payload\":\"bTE=\"");
        assertThat((String) invoke("redrive", first.id())).contains("\"result\":\"failed\"", "no luck");
        isBroken.set(false);
        assertThat((String) invoke("redriveEdited", first.id(), "{\"body\":\"eA==\"}")).contains("\"result\":\"delivered\"");
        assertThat((String) invoke("redriveAll", "r", "permanent", "", "", 5)).contains(second.id(),
                "\"result\":\"delivered\"");
        assertThat(invoke("delete", second.id())).isEqualTo(false);

        assertThat(stage.entries()).isEmpty();
        assertThat(target.envelopes()).extracting(sent -> sent.payload().toText()).containsExactly("x", "m2");
    }

    @Test
    void shouldOfferNothingWhenNoStoreCanBeOperatedOn() throws Exception {
        DeadLetterStore sink = entry -> new MemoryDeadLetterStore().write(entry);
        stage.context().getRegistry().unbind("deadLetters");
        stage.bind("sink", sink);

        start();

        assertThat(names()).isEmpty();
        assertThat(stage.component().deadLetters()).isEmpty();
    }
}
