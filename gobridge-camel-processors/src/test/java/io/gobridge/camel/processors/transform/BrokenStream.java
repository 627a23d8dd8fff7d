package io.gobridge.camel.processors.transform;

import java.io.IOException;
import java.io.InputStream;

/** A body that cannot be read to its end. */
final class BrokenStream extends InputStream {

    private final Exception reason;

    BrokenStream(Exception reason) {
        this.reason = reason;
    }

    @Override
    public int read() throws IOException {
        throw new IOException(reason);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        return read();
    }
}
