package io.gobridge.example.files;

import org.apache.camel.builder.RouteBuilder;

/** The bridges in Java; {@code routes/files.yaml} and {@code routes/files.xml} are the same in YAML and XML. */
public final class FileRoutes extends RouteBuilder {

    @Override
    public void configure() {
        from("gobridge:outbox?source=file:{{outbox}}&source.initialDelay=0&source.delay=100&keepHeaders=CamelFileName"
             + "&deadLetter=#deadLetters").routeId("outbox")
                // A header of Camel's own would not pass the next bridge.
                .setHeader("file", header("CamelFileName"))
                .to("gobridge:documents?target=azure-servicebus:documents"
                    + "&target.connectionString=RAW({{servicebus.connection}})");

        from("gobridge:documents-in?source=azure-servicebus:documents"
             + "&source.connectionString=RAW({{servicebus.connection}})").routeId("inbox")
                .setHeader("CamelFileName", header("file"))
                .to("gobridge:inbox?target=file:{{inbox}}");
    }
}
