package io.gobridge.camel.testkit;

import java.nio.ByteBuffer;

/**
 * A packet that passes a {@link CuttingProxy}.
 *
 * @param isFromClient whether the client sent it, not the server
 * @param number       1 for the first of its connection in this direction
 * @param bytes        all of it, read-only
 */
public record ProxiedPacket(boolean isFromClient, int number, ByteBuffer bytes) {
}
