package io.gobridge.camel.testkit.contract;

import java.io.IOException;
import java.nio.file.Path;

import org.junit.jupiter.api.io.TempDir;

/** The contract on the generic transport over a component whose source keeps what was not settled. */
class FileDeliveryTest extends DeliveryContract {

    @TempDir
    Path directory;

    @Override
    protected TransportFixture open() throws IOException {
        return new FileFixture(directory);
    }
}
