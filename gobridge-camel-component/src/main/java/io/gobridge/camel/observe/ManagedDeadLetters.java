package io.gobridge.camel.observe;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import javax.management.JMException;
import javax.management.ObjectName;

import io.gobridge.camel.deadletter.DeadLetterFilter;
import io.gobridge.camel.deadletter.DeadLetters;
import io.gobridge.camel.deadletter.RedriveResult;
import org.apache.camel.CamelContext;
import org.apache.camel.api.management.ManagedOperation;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.spi.ManagementStrategy;

/** The operations on dead letters for JMX; answers are JSON, as over HTTP. Each call waits for its end. */
@ManagedResource(description = "gobridge dead letters")
public final class ManagedDeadLetters {

    private static final String NAME = "GoBridgeDeadLetters";
    private static final String ACTOR = "jmx";

    private final DeadLetters deadLetters;

    /** Offers the operations. */
    public ManagedDeadLetters(DeadLetters deadLetters) {
        this.deadLetters = deadLetters;
    }

    /** Shows the operations to JMX, unless it is switched off; Camel takes them away when the context stops. */
    public void register(CamelContext context) throws JMException {
        ManagementStrategy jmx = context.getManagementStrategy();
        if (jmx.getManagementAgent() == null) {
            return;
        }
        ObjectName camel = jmx.getManagementObjectNameStrategy().getObjectNameForCamelContext(context);
        jmx.getManagementAgent().register(this, new ObjectName(
                camel.getDomain() + ":context=" + camel.getKeyProperty("context") + ",type=services,name=" + NAME));
    }

    /** Lists entries without their payloads; an empty text or 0 leaves a parameter out. */
    @ManagedOperation(description = "List dead letters by route, category, from and to (of the last failure), after a page; oldest first")
    public String list(String route, String category, String from, String to, String after, int size) {
        return DeadLetterJson.page(deadLetters.list(filter(route, category, from, to), text(after), limit(size))
                .toCompletableFuture().join());
    }

    /** Returns an entry with its payload in base64; an empty text when there is none. */
    @ManagedOperation(description = "Get a dead letter with its payload in base64")
    public String get(String id) {
        return deadLetters.get(id).toCompletableFuture().join().map(DeadLetterJson::entry).orElse("");
    }

    /** Redrives an entry. */
    @ManagedOperation(description = "Redrive a dead letter")
    public String redrive(String id) {
        return results(List.of(deadLetters.redrive(id, ACTOR).toCompletableFuture().join()));
    }

    /** Redrives an entry with changes. */
    @ManagedOperation(description = "Redrive a dead letter with changes in JSON: body in base64, headers (null removes one)")
    public String redriveEdited(String id, String edit) {
        byte[] changes = edit.getBytes(StandardCharsets.UTF_8);
        return results(
                List.of(deadLetters.redrive(id, DeadLetterRequest.edit(changes), ACTOR).toCompletableFuture().join()));
    }

    /** Redrives the entries that a filter chooses. */
    @ManagedOperation(description = "Redrive the dead letters that a filter chooses, oldest first, at most so many")
    public String redriveAll(String route, String category, String from, String to, int limit) {
        return results(deadLetters.redriveAll(filter(route, category, from, to), limit(limit), ACTOR)
                .toCompletableFuture().join());
    }

    /** Deletes an entry. */
    @ManagedOperation(description = "Delete a dead letter and its message")
    public boolean delete(String id) {
        return deadLetters.delete(id).toCompletableFuture().join();
    }

    private static String results(List<RedriveResult> results) {
        return DeadLetterJson.results(results);
    }

    private static DeadLetterFilter filter(String route, String category, String from, String to) {
        return DeadLetterRequest.filter(
                Map.of("route", text(route), "category", text(category), "from", text(from), "to", text(to)));
    }

    private static String text(String parameter) {
        return parameter == null ? "" : parameter;
    }

    private static int limit(int size) {
        return size == 0 ? DeadLetterRequest.PAGE : size;
    }
}
