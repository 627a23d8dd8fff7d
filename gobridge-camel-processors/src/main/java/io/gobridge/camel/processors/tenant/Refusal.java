package io.gobridge.camel.processors.tenant;

import java.util.Locale;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/** Why a message is rejected. The message of the failure names the reason and never the tenant. */
enum Refusal {

    MISSING_REQUIRED("the message names no tenant, and requireTenant is set"),
    MALFORMED("the tenant's header holds neither text nor a whole number"),
    UNKNOWN("there is no such tenant"),
    DISABLED("the tenant is not active"),
    OVERSIZE("the payload is larger than the tenant's maxMessageBytes");

    private final String detail;

    Refusal(String detail) {
        this.detail = detail;
    }

    BridgeException failure() {
        return BridgeException.of(FailureCode.INVALID_PAYLOAD,
                "reason=" + name().toLowerCase(Locale.ROOT) + ": " + detail + "; the message is rejected");
    }
}
