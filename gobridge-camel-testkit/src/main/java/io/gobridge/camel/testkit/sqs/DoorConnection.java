package io.gobridge.camel.testkit.sqs;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** One client's connection through the door, with a connection of its own to the broker. Used by one thread. */
final class DoorConnection implements Runnable, AutoCloseable {

    private final Socket client;
    private final Socket broker = new Socket();
    private final SqsDoor door;

    DoorConnection(Socket client, SqsDoor door) {
        this.client = client;
        this.door = door;
    }

    @Override
    public void run() {
    try (this) {
      client.setTcpNoDelay(true);
      broker.setTcpNoDelay(true);
      broker.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), door.brokerPort()));
      var fromClient = new BufferedInputStream(client.getInputStream());
      var fromBroker = new BufferedInputStream(broker.getInputStream());
      while (true) {
        var request = HttpMessage.read(fromClient);
        door.handle(request, passed -> ask(passed, fromBroker)).writeTo(client.getOutputStream());
      }
    } catch (IOException cut) {
      // either side has gone, or a fault cuts: closing both ends is all there is to do
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    }

    private HttpMessage ask(HttpMessage request, InputStream fromBroker) throws IOException {
        request.writeTo(broker.getOutputStream());
        return HttpMessage.read(fromBroker);
    }

    @Override
    public void close() {
        closeQuietly(client);
        closeQuietly(broker);
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            // nothing is left to close
        }
    }
}
