package canary.processors.transform;

import com.fasterxml.jackson.core.JsonFactory;
import io.gobridge.camel.conditions.JsonPayload;

public final class ParsesItself {

    private final JsonFactory factory = new JsonFactory();

    @Override
    public String toString() {
        return factory.toString() + JsonPayload.of(new byte[0]).isEmpty();
    }
}
