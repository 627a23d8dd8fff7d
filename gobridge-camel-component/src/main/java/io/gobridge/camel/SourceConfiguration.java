package io.gobridge.camel;

import java.util.Map;

import org.apache.camel.RuntimeCamelException;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** The options of the receiving side. */
@UriParams
public class SourceConfiguration implements Cloneable {

    @UriParam(label = "consumer",
              description = "Where deliveries come from: the URI of any Camel endpoint, or #bean for an Endpoint or Receiver in the registry.")
    private Object source;
    @UriParam(label = "consumer", prefix = "source.", multiValue = true, description = "Options of the source's endpoint.")
    private Map<String, Object> sourceOptions = Map.of();
    @UriParam(label = "consumer", defaultValue = "100",
              description = "Deliveries in the route at once; the source is not read further beyond it.")
    private int maxInFlight = 100;
    @UriParam(label = "consumer",
              description = "Simple expression: deliveries with the same result run one at a time, in source order; none is no order. Default is the source's native group, session or topic, else none.")
    private String orderBy;
    @UriParam(label = "consumer,security", defaultValue = "false",
              description = "Keep bridge-to-bridge headers from the wire. Only for sources that nobody but another bridge can write to.")
    private boolean trustBridgeHeaders;
    @UriParam(label = "consumer",
              description = "Headers of the source's own component, separated by commas, that the route sees as headers; all are in property CamelGoBridgeSourceHeaders.")
    private String keepHeaders;
    @UriParam(label = "consumer", defaultValue = "auto", enums = "auto,manual",
              description = "auto: the delivery is settled when its exchange ends. manual: the route settles it through the Delivery.")
    private SettlementMode settlement = SettlementMode.AUTO;

    SourceConfiguration copy() {
        try {
            return (SourceConfiguration) clone();
        } catch (CloneNotSupportedException e) {
            throw new RuntimeCamelException(e);
        }
    }

    public Object getSource() {
        return source;
    }

    public void setSource(Object source) {
        this.source = source;
    }

    public Map<String, Object> getSourceOptions() {
        return sourceOptions;
    }

    public void setSourceOptions(Map<String, Object> sourceOptions) {
        this.sourceOptions = sourceOptions;
    }

    public int getMaxInFlight() {
        return maxInFlight;
    }

    public void setMaxInFlight(int maxInFlight) {
        this.maxInFlight = maxInFlight;
    }

    public String getOrderBy() {
        return orderBy;
    }

    public void setOrderBy(String orderBy) {
        this.orderBy = orderBy;
    }

    public boolean isTrustBridgeHeaders() {
        return trustBridgeHeaders;
    }

    public void setTrustBridgeHeaders(boolean trustBridgeHeaders) {
        this.trustBridgeHeaders = trustBridgeHeaders;
    }

    public String getKeepHeaders() {
        return keepHeaders;
    }

    public void setKeepHeaders(String keepHeaders) {
        this.keepHeaders = keepHeaders;
    }

    public SettlementMode getSettlement() {
        return settlement;
    }

    public void setSettlement(SettlementMode settlement) {
        this.settlement = settlement;
    }
}
