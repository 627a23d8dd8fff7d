package io.gobridge.camel.transport;

import org.apache.camel.Component;
import org.apache.camel.Endpoint;

/** What Camel calls the component of an endpoint, whatever scheme the user gave it. */
public final class ComponentName {

    private ComponentName() {
    }

    /** Returns the default name of the endpoint's component; empty without a component, and where it has none. */
    public static String of(Endpoint endpoint) {
        Component component = endpoint.getComponent();
        String name = component == null ? null : component.getDefaultName();
        return name == null ? "" : name;
    }
}
