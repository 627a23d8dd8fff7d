package io.gobridge.camel.testkit.servicebus;

import java.util.HashMap;
import java.util.Map;

import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link ManagementNode} answers.
 *
 * @param code        as in HTTP
 * @param condition   the error; empty text for none
 * @param description for people
 * @param body        what was asked for
 */
record ManagementAnswer(int code, String condition, String description, Map<String, ? extends @Nullable Object> body) {

    static ManagementAnswer ok(Map<String, ? extends @Nullable Object> body) {
        return new ManagementAnswer(200, "", "OK", body);
    }

    static ManagementAnswer refused(int code, String condition, String description) {
        return new ManagementAnswer(code, condition, description, Map.of());
    }

    Message toMessage() {
        Map<String, Object> properties = new HashMap<>();
        properties.put("statusCode", code);
        properties.put("statusDescription", description);
        if (!condition.isEmpty()) {
            properties.put("errorCondition", Symbol.valueOf(condition));
        }
        Message message = Message.Factory.create();
        message.setApplicationProperties(new ApplicationProperties(properties));
        message.setBody(new AmqpValue(body));
        return message;
    }
}
