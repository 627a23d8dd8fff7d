package io.gobridge.camel.testkit.sqs;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * An error that a broker answers instead of doing the work, as AWS sends it in the JSON protocol. Immutable.
 *
 * @param status  the HTTP status
 * @param code    the error code that the SDK reports, for example {@code AccessDenied}
 * @param message the error's text
 */
public record Refusal(int status, String code, String message) {

    /** Returns the refusal of a caller without the right to do this: 403, final. */
    public static Refusal accessDenied() {
        return new Refusal(403, "AccessDenied", "User is not authorized to perform this action");
    }

    /** Returns the refusal of unknown credentials: 403, final. */
    public static Refusal invalidCredentials() {
        return new Refusal(403, "InvalidClientTokenId", "The security token included in the request is invalid");
    }

    /** Returns the refusal of a caller that asks too often: 400, which the SDK itself tries again. */
    public static Refusal throttled() {
        return new Refusal(400, "ThrottlingException", "Rate exceeded");
    }

    /** Returns the answer of a broker in trouble: 503, which the SDK itself tries again. */
    public static Refusal unavailable() {
        return new Refusal(503, "ServiceUnavailable", "The service is temporarily unavailable");
    }

    HttpMessage toResponse() {
        var body = "{\"__type\":\"com.amazonaws.sqs#" + code + "\",\"message\":\"" + message + "\"}";
        var fault = status >= 500 ? "Receiver" : "Sender";
        var headers = List.of("Content-Type: application/x-amz-json-1.0", "x-amzn-query-error: " + code + ";" + fault);
        return new HttpMessage("HTTP/1.1 " + status + " Refused", headers, new byte[0])
                .withBody(body.getBytes(StandardCharsets.UTF_8));
    }
}
