package io.gobridge.camel.processors.transform;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.json.JsonTree;
import io.gobridge.camel.json.JsonTreeWriter;

/** A mapping that is ready to be used. The default is null for none. */
record CompiledMapping(Target target, SourcePath source, ValueType type, Value defaultValue, boolean required) {

    static CompiledMapping of(String target, String source, ValueType type, Object defaultValue, boolean required) {
        if (target == null || source == null) {
            throw BridgeException.of(FailureCode.INVALID_CONFIG,
                    "target=" + target + ", source=" + source + ": a mapping has both");
        }
        return new CompiledMapping(
                Target.parse(target), SourcePath.parse(source), type, defaultValue(target, type, defaultValue), required);
    }

    /**
     * Returns the value for a payload, null when nothing is to be put at the target.
     *
     * @throws ConversionException when there is a value that does not fit
     */
    Value value(JsonTree tree) throws ConversionException {
        List<Value.Place> places = new ArrayList<>(1);
        source.find(tree, node -> places.add(new Value.Place(tree, node)));
        if (places.isEmpty()) {
            return defaultValue;
        }
        return places.size() == 1 ? Conversion.convert(places.get(0), type) : several(places);
    }

    private Value several(List<Value.Place> places) throws ConversionException {
        List<Value> values = new ArrayList<>(places.size());
        for (Value.Place place : places) {
            values.add(Conversion.convert(place, type));
        }
        return new Value.Several(values);
    }

    private static Value defaultValue(String target, ValueType type, Object literal) {
        if (literal == null) {
            return null;
        }
        try {
            Value value = Conversion.convert(new Value.Place(tree(literal), JsonTree.ROOT), type);
            value.asHeader();
            return value;
        } catch (ConversionException | IllegalArgumentException e) {
            throw BridgeException.of(FailureCode.INVALID_CONFIG,
                    "default of target " + target + "=" + literal + ": it is " + e.getMessage() + " and the type is "
                                                                 + type.label());
        }
    }

    private static JsonTree tree(Object literal) throws ConversionException {
        JsonTreeWriter writer = new JsonTreeWriter(0);
        if (literal instanceof String text) {
            writer.text(text);
        } else if (literal instanceof Boolean || isFinite(literal)) {
            writer.literal(literal.toString());
        } else {
            throw new ConversionException("a " + literal.getClass().getName() + ", which is no text, number or boolean,");
        }
        return writer.finish();
    }

    private static boolean isFinite(Object literal) {
        return (literal instanceof Number number && Double.isFinite(number.doubleValue()))
                || literal instanceof BigDecimal || literal instanceof BigInteger;
    }
}
