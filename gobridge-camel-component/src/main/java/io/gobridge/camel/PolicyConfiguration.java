package io.gobridge.camel;

import java.util.Map;

import io.gobridge.camel.delivery.DeliveryPolicy;
import io.gobridge.camel.delivery.Disposal;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** The options that say how deliveries are retried and ended. */
@UriParams
public class PolicyConfiguration implements Cloneable {

    @UriParam(label = "consumer", defaultValue = "5",
              description = "Runs of a failing message after the first one; then it is poison.")
    private int maxReplayAttempts = 5;
    @UriParam(prefix = "backoff.", multiValue = true,
              description = "Of a source: waits between runs, and between sends. Of a target: waits between its sends, instead of the source's. backoff.initial (1s), backoff.max (30s), backoff.multiplier (2.0), backoff.jitter (0.2).")
    private Map<String, Object> backoff = Map.of();
    @UriParam(label = "consumer", defaultValue = "dlq", enums = "dlq,drop", description = "What becomes of an expired message.")
    private Disposal onExpired = Disposal.DLQ;
    @UriParam(label = "consumer", defaultValue = "dlq", enums = "dlq,drop,reject",
              description = "What becomes of a message that failed for good; reject hands it to the broker's own dead-lettering.")
    private Disposal onPermanentFailure = Disposal.DLQ;
    @UriParam(label = "consumer", defaultValue = "drop", enums = "dlq,drop",
              description = "What becomes of a filtered message.")
    private Disposal onFiltered = Disposal.DROP;
    @UriParam(label = "consumer",
              description = "Where dead letters go: #store for a DeadLetterStore, or any Camel endpoint. Default is the one DeadLetterStore in the registry.")
    private Object deadLetter;
    @UriParam(label = "consumer", defaultValue = "5m", javaType = "java.time.Duration",
              description = "Longest time from the start of a run to its settlement.")
    private long processTimeout = 300_000;
    @UriParam(label = "consumer,advanced", description = "Replaces the single options: #bean for a DeliveryPolicy.")
    private DeliveryPolicy deliveryPolicy;

    PolicyConfiguration copy() {
        try {
            return (PolicyConfiguration) clone();
        } catch (CloneNotSupportedException e) {
            throw new RuntimeCamelException(e);
        }
    }

    public int getMaxReplayAttempts() {
        return maxReplayAttempts;
    }

    public void setMaxReplayAttempts(int maxReplayAttempts) {
        this.maxReplayAttempts = maxReplayAttempts;
    }

    public Map<String, Object> getBackoff() {
        return backoff;
    }

    public void setBackoff(Map<String, Object> backoff) {
        this.backoff = backoff;
    }

    public Disposal getOnExpired() {
        return onExpired;
    }

    public void setOnExpired(Disposal onExpired) {
        this.onExpired = onExpired;
    }

    public Disposal getOnPermanentFailure() {
        return onPermanentFailure;
    }

    public void setOnPermanentFailure(Disposal onPermanentFailure) {
        this.onPermanentFailure = onPermanentFailure;
    }

    public Disposal getOnFiltered() {
        return onFiltered;
    }

    public void setOnFiltered(Disposal onFiltered) {
        this.onFiltered = onFiltered;
    }

    public Object getDeadLetter() {
        return deadLetter;
    }

    public void setDeadLetter(Object deadLetter) {
        this.deadLetter = deadLetter;
    }

    public long getProcessTimeout() {
        return processTimeout;
    }

    public void setProcessTimeout(long processTimeout) {
        this.processTimeout = processTimeout;
    }

    public DeliveryPolicy getDeliveryPolicy() {
        return deliveryPolicy;
    }

    public void setDeliveryPolicy(DeliveryPolicy deliveryPolicy) {
        this.deliveryPolicy = deliveryPolicy;
    }
}
