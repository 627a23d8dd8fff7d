package io.gobridge.benchmark;

import java.util.Arrays;

import io.gobridge.camel.conditions.Condition;
import io.gobridge.camel.processors.filter.FilterProcessor;
import io.gobridge.camel.processors.filter.FilterSettings;
import io.gobridge.camel.processors.transform.Mapping;
import io.gobridge.camel.processors.transform.TransformProcessor;
import io.gobridge.camel.processors.transform.TransformSettings;
import org.apache.camel.AsyncProcessor;

/** The steps that are measured. */
final class Steps {

    private Steps() {
    }

    static AsyncProcessor transform() {
        Mapping[] mappings = Arrays.stream(OrderDocument.FIELDS).map(field -> Mapping.of(field[0], field[1]))
                .toArray(Mapping[]::new);
        return new TransformProcessor(TransformSettings.of("order", mappings).droppingUnmapped());
    }

    static AsyncProcessor headerFilter() {
        return new FilterProcessor(FilterSettings.of("plant", Condition.parse("plant = 'hall-7'")));
    }

    /** Returns the steps of the chain, in their order. */
    static AsyncProcessor[] chain() {
        AsyncProcessor filter = new FilterProcessor(
                FilterSettings.of("confirmed", Condition.parse("$.status = 'confirmed' and $.totals.gross > 100")));
        return new AsyncProcessor[] { filter, transform() };
    }
}
