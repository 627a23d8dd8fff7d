package io.gobridge.camel.json;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;

/** Finds where the values of a JSON text are. Not thread-safe: one object for one text. */
final class JsonReader {

    static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(JsonTree.MAX_DEPTH)
                    .maxStringLength(Integer.MAX_VALUE).maxNameLength(Integer.MAX_VALUE).build())
            // JSON between systems is UTF-8; a guess by the first bytes is one more way to see something else.
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            // Strangers choose the names; they are not to stay in the JVM.
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES).build();

    private static final int[] MARK = { 0xEF, 0xBB, 0xBF };
    private static final int BYTES_PER_NODE = 16;
    private static final int MOST_AT_FIRST = 4096;

    /** Up to so many fields each pair is compared, which is faster than a set. */
    private static final int FEW = 8;

    private final byte[] bytes;
    private final int begin;
    private final JsonNodes nodes;
    private final int[] open = new int[JsonTree.MAX_DEPTH];
    private int depth;

    private JsonReader(byte[] bytes) {
        this.bytes = bytes;
        this.begin = startsWithMark(bytes) ? MARK.length : 0;
        this.nodes = new JsonNodes(1 + Math.min(MOST_AT_FIRST, bytes.length / BYTES_PER_NODE));
    }

    static JsonTree read(byte[] bytes) throws JsonDefect {
        return new JsonReader(bytes).read();
    }

    private JsonTree read() throws JsonDefect {
        try (JsonParser json = FACTORY.createParser(bytes, begin, bytes.length - begin)) {
            value(json);
            if (json.nextToken() != null) {
                throw JsonDefect.broken("something follows the value at byte " + at(json.currentTokenLocation()));
            }
            return new JsonTree(bytes, nodes);
        } catch (StreamConstraintsException e) {
            throw JsonDefect.refused(
                    "it is nested deeper than " + JsonTree.MAX_DEPTH + " levels or has a number of more than 1000 digits");
        } catch (IOException e) {
            // Jackson's message would quote the payload.
            throw JsonDefect.broken("it cannot be read beyond byte " + offset(e));
        }
    }

    private void value(JsonParser json) throws IOException, JsonDefect {
        do {
            JsonToken token = json.nextToken();
            if (token == null) {
                throw new JsonParseException(json, "No value");
            }
            if (token == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                int field = at(json.currentTokenLocation());
                begin(json, json.nextToken(), name, field);
            } else if (token.isStructEnd()) {
                end(token, at(json.currentLocation()));
            } else {
                begin(json, token, null, at(json.currentTokenLocation()));
            }
        } while (depth > 0);
    }

    private void begin(JsonParser json, JsonToken token, String name, int field) throws IOException {
        int start = name == null ? field : at(json.currentTokenLocation());
        int node = nodes.open(name, field, start);
        if (token.isStructStart()) {
            open[depth++] = node;
        } else if (token.isNumeric()) {
            nodes.close(node, start + json.getTextLength());
        } else {
            json.finishToken();
            nodes.close(node, at(json.currentLocation()));
        }
    }

    private void end(JsonToken token, int end) throws JsonDefect {
        int node = open[--depth];
        nodes.close(node, end);
        // Two readers of a name that is there twice may see two values: a filter must not be the one that is fooled.
        if (token == JsonToken.END_OBJECT && hasNameTwice(node)) {
            throw JsonDefect.refused("a name is there twice in the object at byte " + nodes.start(node));
        }
    }

    private boolean hasNameTwice(int object) {
        int count = 0;
        for (int field = object + 1; field < nodes.next(object); field = nodes.next(field)) {
            if (count == FEW) {
                return hasNameTwiceAmongMany(object);
            }
            count++;
            for (int before = object + 1; before < field; before = nodes.next(before)) {
                if (nodes.name(before).equals(nodes.name(field))) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean hasNameTwiceAmongMany(int object) {
        Set<String> names = new HashSet<>();
        for (int field = object + 1; field < nodes.next(object); field = nodes.next(field)) {
            if (!names.add(nodes.name(field))) {
                return true;
            }
        }
        return false;
    }

    private int at(JsonLocation location) {
        return begin + (int) location.getByteOffset();
    }

    private long offset(IOException error) {
        return error instanceof JsonProcessingException json && json.getLocation() != null ? at(json.getLocation()) : 0;
    }

    private static boolean startsWithMark(byte[] bytes) {
        for (int i = 0; i < MARK.length; i++) {
            if (i >= bytes.length || (bytes[i] & 0xFF) != MARK[i]) {
                return false;
            }
        }
        return true;
    }
}
