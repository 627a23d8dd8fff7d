package io.gobridge.camel.transport.sqs;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;

/**
 * Says what an error of SQS or of its client means. Messages name the error and never repeat what SQS says about it,
 * which may quote an attribute; the cause has it.
 */
final class SqsFailures {

    private static final Map<String, FailureCode> CODES = Map.ofEntries(
            Map.entry("queuedoesnotexist", FailureCode.NOT_FOUND),
            Map.entry("nonexistentqueue", FailureCode.NOT_FOUND),
            Map.entry("queuedeletedrecently", FailureCode.UNAVAILABLE),
            Map.entry("receipthandleisinvalid", FailureCode.LOCK_LOST),
            Map.entry("messagenotinflight", FailureCode.LOCK_LOST),
            Map.entry("invalidmessagecontents", FailureCode.INVALID_PAYLOAD),
            Map.entry("messagetoolong", FailureCode.PAYLOAD_TOO_LARGE),
            Map.entry("batchrequesttoolong", FailureCode.PAYLOAD_TOO_LARGE),
            Map.entry("unsupportedoperation", FailureCode.NOT_SUPPORTED),
            Map.entry("overlimit", FailureCode.THROTTLED),
            Map.entry("requestthrottled", FailureCode.THROTTLED),
            Map.entry("requestlimitexceeded", FailureCode.THROTTLED),
            Map.entry("slowdown", FailureCode.THROTTLED),
            Map.entry("toomanyrequestsexception", FailureCode.THROTTLED),
            Map.entry("serviceunavailable", FailureCode.UNAVAILABLE),
            Map.entry("internalerror", FailureCode.UNAVAILABLE),
            Map.entry("internalfailure", FailureCode.UNAVAILABLE));

    private static final Set<String> UNAUTHORIZED = Set.of("invalidclienttokenid", "signaturedoesnotmatch", "expiredtoken",
            "expiredtokenexception", "unrecognizedclientexception", "missingauthenticationtoken",
            "missingauthenticationtokenexception", "incompletesignature", "invalidsecurity", "invalidaddress",
            "optinrequired", "authfailure", "invalidaccesskeyid", "notauthorized", "requestexpired",
            "requesttimetooskewed", "kmsoptinrequired", "kmsdisabled", "kmsinvalidstate", "kmsnotfound");

    private SqsFailures() {
    }

    /** Returns the failure that the error of a whole call stands for. */
    static BridgeException of(Throwable error, String what) {
        if (error instanceof BridgeException failure) {
            return failure;
        }
        if (error instanceof AwsServiceException refusal) {
            return ofRefusal(refusal, what);
        }
        if (error instanceof SdkClientException) {
            return ofSilence(error, what);
        }
        if (error instanceof IllegalStateException) {
            return BridgeException.of(FailureCode.CONNECTION_LOST, what + " found the SQS client closed", error);
        }
        return BridgeException.of(FailureCode.UNKNOWN, what + " failed: " + error.getClass().getName(), error);
    }

    /** Returns the failure that SQS reports for one entry of a batch. */
    static BridgeException ofEntry(BatchResultErrorEntry entry, String what) {
        boolean isOurFault = Boolean.TRUE.equals(entry.senderFault());
        FailureCode code = code(String.valueOf(entry.code()), String.valueOf(entry.message()), isOurFault ? 400 : 500);
        return BridgeException.of(code, what + " was refused by SQS for this message: " + entry.code());
    }

    /** Returns that SQS said nothing about one entry of a batch. */
    static BridgeException unanswered(String what) {
        return BridgeException.of(FailureCode.UNAVAILABLE, what + " was answered by SQS without a word on this message");
    }

    /** Tells whether the failure of a whole batch may be the fault of one message in it. */
    static boolean mayBlameOneMessage(BridgeException failure) {
        return failure.scope() == FailureScope.MESSAGE && switch (failure.kind()) {
            case PERMANENT, REJECTED -> true;
            case TRANSIENT, FILTERED, EXPIRED, FENCED -> failure.code() == FailureCode.LOCK_LOST;
        };
    }

    private static BridgeException ofSilence(Throwable error, String what) {
        boolean hasNoCredentials = String.valueOf(error.getMessage()).contains("load credentials");
        FailureCode code = hasNoCredentials ? FailureCode.NOT_AUTHORIZED : FailureCode.CONNECTION_LOST;
        Throwable root = error.getCause() == null ? error : error.getCause();
        String kind = root.getClass().getSimpleName();
        return BridgeException.of(code, what + " got no answer from SQS: " + kind, error);
    }

    private static BridgeException ofRefusal(AwsServiceException refusal, String what) {
        String name = refusal.awsErrorDetails() == null ? "" : String.valueOf(refusal.awsErrorDetails().errorCode());
        FailureCode code = refusal.isThrottlingException()
                ? FailureCode.THROTTLED : code(name, String.valueOf(refusal.getMessage()), refusal.statusCode());
        String answer = name + ", HTTP status " + refusal.statusCode()
                        + (refusal.requestId() == null ? "" : ", request " + refusal.requestId());
        BridgeException failure = BridgeException.of(code, what + " was refused by SQS: " + answer, refusal);
        return code == FailureCode.UNAVAILABLE ? failure.withScope(FailureScope.TARGET) : failure;
    }

    private static FailureCode code(String name, String message, int status) {
        // AWS.SimpleQueueService.NonExistentQueue, com.amazonaws.sqs#QueueDoesNotExist
        String plain = name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('#')) + 1).toLowerCase(Locale.ROOT);
        FailureCode known = CODES.get(plain);
        if (known != null) {
            return known;
        }
        if (plain.contains("throttl")) {
            return FailureCode.THROTTLED;
        }
        if (status == 401 || status == 403 || plain.contains("accessdenied") || UNAUTHORIZED.contains(plain)) {
            return FailureCode.NOT_AUTHORIZED;
        }
        return status >= 500 ? FailureCode.UNAVAILABLE : ofInvalidParameter(message);
    }

    /** SQS has one code for all that it finds wrong with a value; only the text tells what. */
    private static FailureCode ofInvalidParameter(String message) {
        String text = message.toLowerCase(Locale.ROOT);
        if (text.contains("receipt handle has expired") || text.contains("receipthandle is invalid")
                || text.contains("receipt handle is invalid") || text.contains("does not exist or is not available")) {
            return FailureCode.LOCK_LOST;
        }
        if (text.contains("shorter than") || text.contains("too long") || text.contains("toolong")) {
            return FailureCode.PAYLOAD_TOO_LARGE;
        }
        if (text.contains("invalidmessagecontents") || text.contains("invalid characters")) {
            return FailureCode.INVALID_PAYLOAD;
        }
        return FailureCode.PROTOCOL_ERROR;
    }
}
