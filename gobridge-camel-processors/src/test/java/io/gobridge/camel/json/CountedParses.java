package io.gobridge.camel.json;

import java.io.DataInput;
import java.io.InputStream;
import java.io.Reader;
import java.util.concurrent.atomic.AtomicInteger;

import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.io.InputDecorator;

/** Counts how often a payload is parsed; a parser that unescapes one text does not count. */
public final class CountedParses {

    private CountedParses() {
    }

    /** Runs the work and returns how many parsers began at the first byte of an array. */
    @SuppressWarnings("deprecation") // A builder could not reach the factory that the steps use.
    public static int during(Runnable work) {
        Counter counter = new Counter();
        JsonReader.FACTORY.setInputDecorator(counter);
        try {
            work.run();
        } finally {
            JsonReader.FACTORY.setInputDecorator(null);
        }
        return counter.parses.get();
    }

    private static final class Counter extends InputDecorator {

        private final transient AtomicInteger parses = new AtomicInteger();

        @Override
        public InputStream decorate(IOContext context, byte[] source, int offset, int length) {
            if (offset == 0) {
                parses.incrementAndGet();
            }
            return null;
        }

        @Override
        public InputStream decorate(IOContext context, InputStream input) {
            return input;
        }

        @Override
        public Reader decorate(IOContext context, Reader reader) {
            return reader;
        }

        @Override
        public DataInput decorate(IOContext context, DataInput input) {
            return input;
        }
    }
}
