package io.gobridge.camel.processors;

import io.gobridge.camel.processors.transform.Mapping;
import io.gobridge.camel.processors.transform.TransformProcessor;
import io.gobridge.camel.processors.transform.TransformSettings;
import org.apache.camel.builder.RouteBuilder;

/** The example of {@code docs/steps/transform.md}. */
final class TransformRoutes extends RouteBuilder {

    @Override
    public void configure() {
        TransformSettings toInvoice = TransformSettings.of("toInvoice", Mapping.of("invoice.id", "$.orderId").orFail(),
                Mapping.of("invoice.skus", "$.items[*].sku"), Mapping.of("header.plant", "$.meta.source").orElse("unknown"))
                .droppingUnmapped();
        from("direct:orders").process(new TransformProcessor(toInvoice)).to("mock:out");
    }
}
