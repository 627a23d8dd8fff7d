package io.gobridge.camel.processors.filter;

import io.gobridge.camel.ExchangeView;
import io.gobridge.camel.conditions.JsonPayload;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.exchange.GoBridgeConstants;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.spi.Configurer;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;
import org.apache.camel.support.AsyncProcessorSupport;

/**
 * Lets messages through, drops them or chooses their binding, by a condition. A message that does not go on fails with
 * {@code MESSAGE_FILTERED}, which a gobridge consumer settles as a normal end. Works in any route; thread-safe once it
 * is started.
 */
@UriParams
@Metadata(label = "bean", annotations = { "interfaceName=org.apache.camel.Processor" },
          description = "Lets messages through, drops them or chooses their binding, by a condition.")
@Configurer(metadataOnly = true)
public final class FilterProcessor extends AsyncProcessorSupport {

    @Metadata(description = "Names the filter in failures.", defaultValue = "filter")
    private String name = "filter";
    @UriParam
    @Metadata(description = "What is asked, such as plant = 'P7' and $.amount > 100.", required = true)
    private String condition;
    @UriParam(enums = "pass,drop,route", defaultValue = "pass")
    @Metadata(description = "pass: what matches goes on. drop: what matches is filtered. route: what matches goes to the binding routeTo, and all goes on.",
              enums = "pass,drop,route", defaultValue = "pass")
    private String action = "pass";
    @UriParam
    @Metadata(description = "Id of the binding for action=route.")
    private String routeTo;
    @UriParam(defaultValue = "false")
    @Metadata(description = "Whether what the condition does not match counts as matching.", defaultValue = "false")
    private boolean invert;
    @UriParam(defaultValue = "4194304")
    @Metadata(description = "Most bytes of a payload that the condition looks into.", defaultValue = "4194304")
    private int payloadLimit = JsonPayload.DEFAULT_LIMIT;

    private FilterSettings settings;

    /** Takes its settings from the properties, when the route is built. */
    public FilterProcessor() {
        this(null);
    }

    /** Takes these settings; the properties are not read. */
    public FilterProcessor(FilterSettings settings) {
        this.settings = settings;
    }

    @Override
    protected void doInit() {
        if (settings == null) {
            settings = FilterSettings.read(name, condition, action, routeTo, invert, payloadLimit);
        }
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        try {
            apply(exchange);
        } catch (RuntimeException e) {
            exchange.setException(e);
        }
        callback.done(true);
        return true;
    }

    private void apply(Exchange exchange) {
        boolean matches = settings.condition().test(new ExchangeView(exchange, settings.payloadLimit())) != settings.invert();
        switch (settings.action()) {
            case PASS -> require(matches, exchange);
            case DROP -> require(!matches, exchange);
            case ROUTE -> {
                if (matches) {
                    exchange.getMessage().setHeader(ReservedHeaders.ROUTE_OVERRIDE, settings.routeTo());
                }
            }
        }
    }

    private void require(boolean goesOn, Exchange exchange) {
        if (!goesOn) {
            // A normal end of a delivery: Camel's error handler would log it as an error, or put it into its dead letters.
            exchange.getExchangeExtension()
                    .setRedeliveryExhausted(exchange.getProperty(GoBridgeConstants.DELIVERY) != null);
            String id = exchange.getMessage().getHeader(GoBridgeConstants.MESSAGE_ID, exchange.getExchangeId(), String.class);
            throw BridgeException.of(FailureCode.MESSAGE_FILTERED,
                    "Filter '" + settings.name() + "' filtered message " + id + "; it goes no further");
        }
    }

    /** Returns the name in failures; default {@code filter}. */
    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    /** Returns what is asked. */
    public String getCondition() {
        return condition;
    }

    public void setCondition(String condition) {
        this.condition = condition;
    }

    /** Returns what is done: pass, drop or route; default pass. */
    public String getAction() {
        return action;
    }

    public void setAction(String action) {
        this.action = action;
    }

    /** Returns the id of the binding for {@code action=route}. */
    public String getRouteTo() {
        return routeTo;
    }

    public void setRouteTo(String routeTo) {
        this.routeTo = routeTo;
    }

    /** Tells whether what the condition does not match counts as matching. */
    public boolean isInvert() {
        return invert;
    }

    public void setInvert(boolean invert) {
        this.invert = invert;
    }

    /** Returns the most bytes of a payload that the condition looks into; default 4 MiB. */
    public int getPayloadLimit() {
        return payloadLimit;
    }

    public void setPayloadLimit(int payloadLimit) {
        this.payloadLimit = payloadLimit;
    }
}
