package io.gobridge.camel.routing;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One of several destinations of a producer, declared as a bean whose name is the binding's id. Set it up before the
 * route starts; afterwards it is only read, by any thread.
 */
public class Binding {

    private Object target;
    private Map<String, Object> targetOptions = new LinkedHashMap<>();
    private String address = "";
    private String when = "";

    /** Creates a binding for a bean's properties. */
    public Binding() {
    }

    /** Creates a binding to a target: the URI of a Camel endpoint, or an Endpoint or Sender itself. */
    public Binding(Object target) {
        this.target = target;
    }

    /** Returns where messages go: the URI of any Camel endpoint, or an Endpoint or Sender. */
    public Object getTarget() {
        return target;
    }

    public void setTarget(Object target) {
        this.target = target;
    }

    /** Returns the options of the target's endpoint. */
    public Map<String, Object> getTargetOptions() {
        return targetOptions;
    }

    public void setTargetOptions(Map<String, Object> targetOptions) {
        this.targetOptions = targetOptions;
    }

    /** Returns the destination within the target, with {@code {header}} placeholders; empty for the target's own. */
    public String getAddress() {
        return address;
    }

    public void setAddress(String address) {
        this.address = address;
    }

    /** Returns the condition under which {@code resolver=rules} chooses this binding; empty for every message. */
    public String getWhen() {
        return when;
    }

    public void setWhen(String when) {
        this.when = when;
    }
}
