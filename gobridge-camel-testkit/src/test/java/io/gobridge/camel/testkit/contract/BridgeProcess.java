package io.gobridge.camel.testkit.contract;

import java.io.IOException;
import java.nio.file.Path;

import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/** A bridge in a process of its own, to be killed. */
public final class BridgeProcess {

    private BridgeProcess() {
    }

    /** Starts one that receives from and sends to these URIs. */
    public static Process start(String from, String to) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(
                java, "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), BridgeProcess.class.getName(),
                from, to).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    }

    /** Takes the URIs of the receiving and the sending end. */
    public static void main(String[] uris) throws Exception {
        DefaultCamelContext context = new DefaultCamelContext();
        RouteBuilder.addRoutes(context, routes -> routes.from(uris[0]).to(uris[1]));
        context.start();
        Thread.currentThread().join();
    }
}
