package io.gobridge.camel.processors.transform;

/** Says what was found where something else was needed; never its content. */
final class ConversionException extends Exception {

    private static final long serialVersionUID = 1L;

    ConversionException(String found) {
        super(found, null, false, false);
    }
}
