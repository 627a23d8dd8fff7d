package io.gobridge.camel.processors.transform;

import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

import io.gobridge.camel.conditions.JsonPayload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.json.JsonTree;
import io.gobridge.camel.json.JsonTreeWriter;

/**
 * Does what the settings say. Every mapping reads the payload as it came, then everything is put where it goes: a
 * payload that is rejected has changed nothing. Immutable.
 */
final class Transformation {

    private static final int EXPECTED_BYTES = 256;

    private final TransformSettings settings;
    private final List<CompiledMapping> mappings;
    private final FieldTargets fields;
    private final boolean isRequired;

    Transformation(TransformSettings settings) {
        this.settings = settings;
        this.mappings = settings.mappings().stream().map(Mapping::compiled).toList();
        this.fields = FieldTargets.of(mappings);
        this.isRequired = mappings.stream().anyMatch(CompiledMapping::required);
    }

    /**
     * Returns the new payload, empty when it stays as it is, having told the headers.
     *
     * @throws BridgeException {@code PAYLOAD_TOO_LARGE} above the limit, {@code INVALID_PAYLOAD} when the payload is
     *                         refused as JSON, lacks what is required, or has what does not fit and may not be left out
     */
    Optional<JsonTree> apply(JsonPayload payload, BiConsumer<String, Object> header) {
        if (payload.isEmpty()) {
            require(!isRequired, "the payload is empty and a mapping is required");
            return Optional.empty();
        }
        if (!settings.failOnError() && !isRequired && !payload.isJson(settings.payloadLimit())) {
            return Optional.empty();
        }
        JsonTree tree = payload.tree(settings.payloadLimit());
        Value[] values = new Value[mappings.size()];
        Object[] headers = new Object[mappings.size()];
        for (int i = 0; i < values.length; i++) {
            read(i, tree, values, headers);
        }
        tell(values, headers, header);
        return payload(tree, values);
    }

    private void read(int index, JsonTree tree, Value[] values, Object[] headers) {
        CompiledMapping mapping = mappings.get(index);
        try {
            Value value = mapping.value(tree);
            require(value != null || !mapping.required(), "it has nothing at " + mapping.source() + ", which is required");
            if (value != null && mapping.target() instanceof Target.Header) {
                headers[index] = value.asHeader();
            }
            values[index] = value != null && isOpen(mapping, tree) ? value : null;
        } catch (ConversionException e) {
            leaveOut(mapping, "at " + mapping.source() + " is " + e.getMessage() + ", and the mapping is of type "
                              + mapping.type().label());
        }
    }

    private boolean isOpen(CompiledMapping mapping, JsonTree tree) {
        if (settings.dropUnmapped() || !(mapping.target() instanceof Target.Field field) || FieldTargets.isOpen(field, tree)) {
            return true;
        }
        leaveOut(mapping, "a value is where an object for the target " + String.join(".", field.path()) + " is needed");
        return false;
    }

    private void leaveOut(CompiledMapping mapping, String problem) {
        require(!settings.failOnError() && !mapping.required(), problem);
    }

    private void tell(Value[] values, Object[] headers, BiConsumer<String, Object> header) {
        for (int i = 0; i < values.length; i++) {
            if (values[i] != null && mappings.get(i).target() instanceof Target.Header target) {
                header.accept(target.name(), headers[i]);
            }
        }
    }

    private Optional<JsonTree> payload(JsonTree tree, Value[] values) {
        boolean isRewritten = settings.dropUnmapped()
                ? !fields.isEmpty() || mappings.isEmpty()
                : fields.hasValue(values);
        if (!isRewritten) {
            return Optional.empty();
        }
        JsonTreeWriter writer = new JsonTreeWriter(
                settings.dropUnmapped() ? EXPECTED_BYTES : tree.bytes().length + EXPECTED_BYTES);
        if (settings.dropUnmapped()) {
            fields.write(writer, values);
        } else {
            fields.writeInto(tree, writer, values);
        }
        return Optional.of(writer.finish());
    }

    private void require(boolean holds, String problem) {
        if (!holds) {
            throw BridgeException.of(FailureCode.INVALID_PAYLOAD,
                    "Transform '" + settings.name() + "' cannot use the payload: " + problem + "; the message is rejected");
        }
    }
}
