package io.gobridge.camel.transport.sqs;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.SqsException;

import static org.assertj.core.api.Assertions.assertThat;

class SqsFailuresTest {

    @ParameterizedTest
    @CsvSource(textBlock = """
            AWS.SimpleQueueService.NonExistentQueue, 400, NOT_FOUND,       TARGET
            QueueDoesNotExist,                       400, NOT_FOUND,       TARGET
            AccessDenied,                            403, NOT_AUTHORIZED,  TARGET
            AccessDeniedException,                   400, NOT_AUTHORIZED,  TARGET
            KMS.AccessDeniedException,               400, NOT_AUTHORIZED,  TARGET
            InvalidClientTokenId,                    403, NOT_AUTHORIZED,  TARGET
            UnrecognizedClientException,             400, NOT_AUTHORIZED,  TARGET
            ExpiredToken,                            400, NOT_AUTHORIZED,  TARGET
            SignatureDoesNotMatch,                   403, NOT_AUTHORIZED,  TARGET
            ThrottlingException,                     400, THROTTLED,       MESSAGE
            RequestThrottled,                        403, THROTTLED,       MESSAGE
            OverLimit,                               403, THROTTLED,       MESSAGE
            Whatever,                                429, THROTTLED,       MESSAGE
            ServiceUnavailable,                      503, UNAVAILABLE,     TARGET
            Whatever,                                500, UNAVAILABLE,     TARGET
            ReceiptHandleIsInvalid,                  400, LOCK_LOST,       MESSAGE
            AWS.SimpleQueueService.MessageNotInflight, 400, LOCK_LOST,     MESSAGE
            InvalidMessageContents,                  400, INVALID_PAYLOAD, MESSAGE
            BatchRequestTooLong,                     400, PAYLOAD_TOO_LARGE, MESSAGE
            Whatever,                                400, PROTOCOL_ERROR,  MESSAGE
            """)
    void shouldReadTheRefusalOfACall(String name, int status, FailureCode code, FailureScope scope) {
        BridgeException failure = SqsFailures.of(SqsException.builder().statusCode(status)
                .awsErrorDetails(AwsErrorDetails.builder().errorCode(name).errorMessage("secret").build()).build(), "Sending");

        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure.scope()).isEqualTo(scope);
        assertThat(failure.getMessage()).contains(name).doesNotContain("secret");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            InvalidParameterValue, Reason: Message must be shorter than 262144 bytes., PAYLOAD_TOO_LARGE
            InvalidParameterValue, Reason: The receipt handle has expired., LOCK_LOST
            InvalidParameterValue, Value x for parameter ReceiptHandle is invalid., LOCK_LOST
            InvalidParameterValue, something else, PROTOCOL_ERROR
            """)
    void shouldReadTheRefusalOfAnEntry(String name, String message, FailureCode code) {
        BatchResultErrorEntry entry = BatchResultErrorEntry.builder().code(name).message(message).senderFault(true).build();

        assertThat(SqsFailures.ofEntry(entry, "Sending").code()).isEqualTo(code);
    }

    @Test
    void shouldReadSilenceAsALostConnection() {
        assertThat(SqsFailures.of(SdkClientException.create("connection refused"), "x").code())
                .isEqualTo(FailureCode.CONNECTION_LOST);
        assertThat(SqsFailures.of(SdkClientException.create("Unable to load credentials from any provider"), "x").code())
                .isEqualTo(FailureCode.NOT_AUTHORIZED);
        assertThat(SqsFailures.of(new IllegalStateException("Connection pool shut down"), "x").code())
                .isEqualTo(FailureCode.CONNECTION_LOST);
        assertThat(SqsFailures.of(new NullPointerException(), "x").code()).isEqualTo(FailureCode.UNKNOWN);
    }
}
