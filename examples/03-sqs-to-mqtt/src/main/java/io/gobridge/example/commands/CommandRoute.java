package io.gobridge.example.commands;

import org.apache.camel.builder.RouteBuilder;

/** The bridge in Java; {@code routes/commands.xml} is the same in XML. */
public final class CommandRoute extends RouteBuilder {

    @Override
    public void configure() {
        from("gobridge:commands?source=aws2-sqs:commands&source.accessKey={{sqs.accessKey}}"
             + "&source.secretKey={{sqs.secretKey}}&source.region={{sqs.region}}&source.overrideEndpoint=true"
             + "&source.uriEndpointOverride={{sqs.endpoint}}&deadLetter=#deadLetters").routeId("commands")
                .to("gobridge:plants?target=paho-mqtt5:plant&target.brokerUrl={{mqtt.broker}}"
                    + "&address=plant/{plant}/commands");
    }
}
