package io.gobridge.benchmark;

import java.io.IOException;
import java.util.List;

/** What a soak fills and leaves behind. */
interface SoakSource extends AutoCloseable {

    /** Returns the options of the consumer that name this source. */
    String options();

    /** Puts a message of 1 KB; false when there is no room now. */
    boolean put(String id) throws Exception;

    /** Takes the ids of what is left, when nobody else reads any more. */
    List<String> drain() throws Exception;

    @Override
    void close() throws IOException;
}
