package io.gobridge.camel.json;

/** Says why bytes are not read as JSON. The message names positions and never what is there. */
public final class JsonDefect extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean isRefused;

    private JsonDefect(String message, boolean isRefused) {
        super(message, null, false, false);
        this.isRefused = isRefused;
    }

    /** The bytes are no JSON. */
    static JsonDefect broken(String message) {
        return new JsonDefect(message, false);
    }

    /** The bytes may be JSON for others. */
    static JsonDefect refused(String message) {
        return new JsonDefect(message, true);
    }

    /** Tells whether others may take it for JSON: a name that is there twice, too deep, or too long a number. */
    public boolean isRefused() {
        return isRefused;
    }
}
