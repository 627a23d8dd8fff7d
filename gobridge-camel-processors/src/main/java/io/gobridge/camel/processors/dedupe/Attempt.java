package io.gobridge.camel.processors.dedupe;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import io.gobridge.camel.delivery.DedupeClaim;
import io.gobridge.camel.delivery.DedupeKey;
import io.gobridge.camel.delivery.DedupeStore;
import io.gobridge.camel.delivery.Ending;
import io.gobridge.camel.exchange.RunEnd;
import io.gobridge.camel.failure.FailureKind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An attempt on a message: it has the message from the moment the store grants it until the attempt ends. Where the
 * route settles by hand, all runs of a delivery are one attempt.
 */
final class Attempt implements Consumer<Ending> {

    private static final Logger LOG = LoggerFactory.getLogger(DedupeProcessor.class);

    private final DedupeStore store;
    private final DedupeKey key;
    private final String owner;
    private final DedupeSettings settings;
    private volatile boolean isGranted;

    Attempt(DedupeStore store, DedupeKey key, String owner, DedupeSettings settings) {
        this.store = store;
        this.key = key;
        this.owner = owner;
        this.settings = settings;
    }

    CompletionStage<DedupeClaim> claim() {
        try {
            return store.claim(key, owner, settings.lease());
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    void granted() {
        isGranted = true;
    }

    /** Ends the attempt with its run; the stage fails when the store could not note it. */
    CompletionStage<Void> end(RunEnd end) {
        return end(end.outcome().failure().map(failure -> isTakenCareOf(failure.kind())).orElse(true));
    }

    private static boolean isTakenCareOf(FailureKind kind) {
        return switch (kind) {
            case FILTERED, EXPIRED -> true;
            case TRANSIENT, PERMANENT, REJECTED, FENCED -> false;
        };
    }

    /** Ends the attempt with its delivery. */
    @Override
    public void accept(Ending ending) {
        if (isGranted) {
            end(switch (ending) {
                case COMPLETED, FILTERED, EXPIRED -> true;
                case DEAD_LETTERED, DROPPED, RETURNED -> false;
            });
        }
    }

    private CompletionStage<Void> end(boolean isTakenCareOf) {
        CompletionStage<Void> noted = isTakenCareOf
                ? store.complete(key, owner, settings.retention()).thenAccept(this::warnUnlessOwn)
                : store.release(key, owner);
        return noted.whenComplete((done, error) -> {
            if (error != null) {
                LOG.warn("scope={}: the dedupe store could not note the end of an attempt; its lease ends after {}",
                        key.scope(), settings.lease(), error);
            }
        });
    }

    private void warnUnlessOwn(boolean isOwn) {
        if (!isOwn) {
            LOG.warn("scope={}: an attempt took longer than lease={}, and the message was let through again meanwhile",
                    key.scope(), settings.lease());
        }
    }
}
