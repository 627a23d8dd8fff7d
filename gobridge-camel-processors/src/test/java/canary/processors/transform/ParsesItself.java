package canary.processors.transform;

import com.fasterxml.jackson.core.JsonFactory;

public final class ParsesItself {

    private final JsonFactory factory = new JsonFactory();

    @Override
    public String toString() {
        return factory.toString();
    }
}
