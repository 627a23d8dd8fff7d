package io.gobridge.camel.testkit;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;

/** Tells a {@link CuttingProxy} where the packets of a protocol begin and end. */
@FunctionalInterface
public interface Framing {

    /** Whatever comes at one time is a packet: for protocols of which only whole connections matter. */
    Framing NONE = in -> {
        ByteArrayOutputStream chunk = new ByteArrayOutputStream();
        int first = in.read();
        if (first < 0) {
            throw new EOFException();
        }
        chunk.write(first);
        chunk.writeBytes(in.readNBytes(in.available()));
        return chunk.toByteArray();
    };

    /**
     * Waits for the next packet and returns all its bytes.
     *
     * @throws IOException when there is none, because the sender has left
     */
    byte[] next(DataInputStream in) throws IOException;
}
