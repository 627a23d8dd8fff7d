package io.gobridge.camel;

import java.util.Map;

import io.gobridge.camel.dispatch.OutboxTransaction;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** The options of the sending side. */
@UriParams
public class TargetConfiguration implements Cloneable {

    @UriParam(label = "producer",
              description = "Where messages go: the URI of any Camel endpoint, or #bean for an Endpoint, Sender or Binding in the registry.")
    private Object target;
    @UriParam(label = "producer", prefix = "target.", multiValue = true, description = "Options of the target's endpoint.")
    private Map<String, Object> targetOptions = Map.of();
    @UriParam(label = "producer",
              description = "Destination within the target; {header} placeholders are filled in from the message.")
    private String address;
    @UriParam(label = "producer",
              description = "Names of Binding beans or of other gobridge producers, separated by commas, for several destinations.")
    private String bindings;
    @UriParam(label = "producer", description = "Chooses the destinations: #bean, or rules, header_map, all, static.")
    private Object resolver;
    @UriParam(label = "producer", defaultValue = "direct_hold", enums = "direct_hold,shared_outbox",
              description = "direct_hold: the source is held until the target accepted. shared_outbox: until the outbox committed.")
    private DeliveryMode deliveryMode = DeliveryMode.DIRECT_HOLD;
    @UriParam(label = "producer", defaultValue = "single", enums = "single,fan_out",
              description = "single: one destination. fan_out: each with its own outcome.")
    private DispatchMode dispatchMode = DispatchMode.SINGLE;
    @UriParam(label = "producer", enums = "target_accept,outbox_persist",
              description = "What the source waits for; follows from deliveryMode, and a contradiction is refused.")
    private AckAfter ackAfter;
    @UriParam(label = "producer", defaultValue = "30s", javaType = "java.time.Duration",
              description = "Longest time of one physical send; 0 is no limit.")
    private long sendTimeout = 30_000;
    @UriParam(label = "producer", defaultValue = "60s", javaType = "java.time.Duration",
              description = "Longest time of all sends of one run of a message; 0 is one send only.")
    private long sendRetryBudget = 60_000;
    @UriParam(label = "producer",
              description = "The outbox for deliveryMode=shared_outbox: #bean. Default is the one in the registry.")
    private Object outbox;
    @UriParam(label = "producer", defaultValue = "own", enums = "own,join,required",
              description = "Whose transaction the outbox writes in: own, join the route's when there is one, or required.")
    private OutboxTransaction outboxTransaction = OutboxTransaction.OWN;
    @UriParam(label = "producer", defaultValue = "10000", description = "Messages in the outbox beyond which sources are held.")
    private int maxOutboxDepth = 10_000;

    TargetConfiguration copy() {
        try {
            return (TargetConfiguration) clone();
        } catch (CloneNotSupportedException e) {
            throw new RuntimeCamelException(e);
        }
    }

    public Object getTarget() {
        return target;
    }

    public void setTarget(Object target) {
        this.target = target;
    }

    public Map<String, Object> getTargetOptions() {
        return targetOptions;
    }

    public void setTargetOptions(Map<String, Object> targetOptions) {
        this.targetOptions = targetOptions;
    }

    public String getAddress() {
        return address;
    }

    public void setAddress(String address) {
        this.address = address;
    }

    public String getBindings() {
        return bindings;
    }

    public void setBindings(String bindings) {
        this.bindings = bindings;
    }

    public Object getResolver() {
        return resolver;
    }

    public void setResolver(Object resolver) {
        this.resolver = resolver;
    }

    public DeliveryMode getDeliveryMode() {
        return deliveryMode;
    }

    public void setDeliveryMode(DeliveryMode deliveryMode) {
        this.deliveryMode = deliveryMode;
    }

    public DispatchMode getDispatchMode() {
        return dispatchMode;
    }

    public void setDispatchMode(DispatchMode dispatchMode) {
        this.dispatchMode = dispatchMode;
    }

    public AckAfter getAckAfter() {
        return ackAfter;
    }

    public void setAckAfter(AckAfter ackAfter) {
        this.ackAfter = ackAfter;
    }

    public long getSendTimeout() {
        return sendTimeout;
    }

    public void setSendTimeout(long sendTimeout) {
        this.sendTimeout = sendTimeout;
    }

    public long getSendRetryBudget() {
        return sendRetryBudget;
    }

    public void setSendRetryBudget(long sendRetryBudget) {
        this.sendRetryBudget = sendRetryBudget;
    }

    public Object getOutbox() {
        return outbox;
    }

    public void setOutbox(Object outbox) {
        this.outbox = outbox;
    }

    public OutboxTransaction getOutboxTransaction() {
        return outboxTransaction;
    }

    public void setOutboxTransaction(OutboxTransaction outboxTransaction) {
        this.outboxTransaction = outboxTransaction;
    }

    public int getMaxOutboxDepth() {
        return maxOutboxDepth;
    }

    public void setMaxOutboxDepth(int maxOutboxDepth) {
        this.maxOutboxDepth = maxOutboxDepth;
    }
}
