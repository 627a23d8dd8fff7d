package io.gobridge.camel.transport.amqp091;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import io.gobridge.camel.delivery.Backoff;
import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.transport.Reconnect;
import io.gobridge.camel.transport.TransportHealth;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one channel open: opens it when somebody wants it, and again after each loss, with a growing wait. One channel
 * at a time. Thread-safe.
 */
final class ChannelLink {

    private static final Logger LOG = LoggerFactory.getLogger(ChannelLink.class);

    /** Who is told what becomes of the channels. */
    interface User {

        /** Makes a new channel ready for its work. May wait; whatever it throws is why the attempt failed. */
        void prepare(Channel channel) throws IOException;

        /** The channel is there. Must not wait. */
        void opened(Channel channel);

        /**
         * The channel is gone; may be said twice. Must not wait.
         *
         * @param signal what the client library says, null when the channel was given up here
         */
        void lost(Channel channel, ShutdownSignalException signal, BridgeException why);

        /** There is no channel, and none is coming before the next wait is over. Must not wait. */
        void down(BridgeException why);

        /** The broker stopped reading from the connection, or goes on. Must not wait. */
        void blocked(boolean isBlocked);
    }

    private final String name;
    private final ChannelSource source;
    private final Scheduler scheduler;
    private final RandomGenerator random;
    private final Executor executor;
    private final User user;
    private final Reconnect reconnect;
    private OpenChannel open;
    private String blockedBecause = "";
    /** A channel that was given up before it was open. */
    private Channel unfit;
    private BridgeException whyUnfit;

    /** @param name what the channel is for, in messages */
    ChannelLink(String name, ChannelSource source, Scheduler scheduler, RandomGenerator random, Executor executor,
                User user) {
        this.name = name;
        this.source = source;
        this.scheduler = scheduler;
        this.random = random;
        this.executor = executor;
        this.user = user;
        this.reconnect = new Reconnect(name, this::attemptAgain);
    }

    /** Opens a channel, unless one is there, coming or scheduled. */
    synchronized void connect() {
        if (reconnect.isIdle()) {
            attempt();
        }
    }

    /** Closes the channel that is there or coming; {@link #connect} can follow. */
    CompletionStage<Void> disconnect() {
        OpenChannel former;
        synchronized (this) {
            reconnect.end();
            former = open;
            open = null;
            blockedBecause = "";
        }
        return former == null ? CompletableFuture.completedFuture(null) : former.close(executor);
    }

    /** Gives up the channel, for this reason, and opens another one after a wait. */
    void renew(Channel channel, BridgeException why) {
        synchronized (this) {
            if (reconnect.isConnecting()) {
                unfit = channel;
                whyUnfit = why;
                return;
            }
        }
        lost(channel, null, why);
    }

    /** Tells whether there is no channel, and none is coming before the next wait is over. */
    synchronized boolean isDown() {
        return reconnect.isDown();
    }

    /** Returns why there is no channel. */
    synchronized BridgeException whyDown() {
        return reconnect.whyDown();
    }

    synchronized TransportHealth health() {
        return reconnect.isUp() && !blockedBecause.isEmpty()
                ? TransportHealth.down("the broker blocks the connection of " + name + ": " + blockedBecause)
                : reconnect.health();
    }

    private synchronized void attempt() {
        int number = reconnect.begin();
        executor.execute(() -> open(number));
    }

    private void open(int number) {
        OpenChannel fresh = null;
        try {
            fresh = source.open(new Events(number));
            user.prepare(fresh.channel());
        } catch (IOException | RuntimeException e) {
            if (fresh != null) {
                fresh.abort();
            }
            fail(number, Amqp091Failures.ofSession(e, name));
            return;
        }
        if (!becomeUp(number, fresh)) {
            fresh.abort();
            return;
        }
        user.opened(fresh.channel());
        endIfOver(fresh.channel());
    }

    /** The end may have come before anybody listened, or before the user heard of the beginning. */
    private void endIfOver(Channel fresh) {
        ShutdownSignalException signal = fresh.getCloseReason();
        Optional<BridgeException> why = whyUnfit(fresh)
                .or(() -> Optional.ofNullable(signal).map(ended -> Amqp091Failures.ofSession(ended, name)));
        boolean isToldNow = why.isPresent() && lost(fresh, signal, why.get());
        if (!isToldNow && !isCurrent(fresh)) {
            user.lost(fresh, signal, why.orElseGet(this::whyDown));
        }
    }

    private synchronized Optional<BridgeException> whyUnfit(Channel fresh) {
        return unfit == fresh ? Optional.of(whyUnfit) : Optional.empty();
    }

    private synchronized boolean isCurrent(Channel channel) {
        return open != null && open.channel() == channel;
    }

    private synchronized boolean becomeUp(int number, OpenChannel fresh) {
        if (!reconnect.isCurrent(number)) {
            return false;
        }
        open = fresh;
        reconnect.opened(scheduler.clock().instant());
        return true;
    }

    private void fail(int number, BridgeException why) {
        synchronized (this) {
            if (!reconnect.isCurrent(number)) {
                return;
            }
            pause(why);
        }
        user.blocked(false);
        user.down(why);
    }

    /** Gives up the channel; false when it is not the current one. */
    private boolean lost(Channel lost, ShutdownSignalException signal, BridgeException why) {
        OpenChannel former;
        synchronized (this) {
            if (!isCurrent(lost)) {
                return false;
            }
            former = open;
            pause(why);
        }
        executor.execute(former::abort);
        user.lost(lost, signal, why);
        user.blocked(false);
        user.down(why);
        return true;
    }

    private void pause(BridgeException why) {
        open = null;
        blockedBecause = "";
        reconnect.failed(why, Backoff.DEFAULT, scheduler, random);
    }

    private synchronized void attemptAgain() {
        if (reconnect.isWaiting()) {
            attempt();
        }
    }

    /** Hears of one channel, and of the connection below it. */
    private final class Events implements ChannelSource.Events {

        private final int number;

        private Events(int number) {
            this.number = number;
        }

        @Override
        public void ended(Channel channel, ShutdownSignalException signal) {
            lost(channel, signal, Amqp091Failures.ofSession(signal, name));
        }

        @Override
        public void blocked(String reason) {
            synchronized (ChannelLink.this) {
                if (!reconnect.isCurrent(number)) {
                    return;
                }
                blockedBecause = reason;
            }
            if (!reason.isEmpty()) {
                LOG.warn("The broker blocks the connection of {}: {}", name, reason);
            }
            user.blocked(!reason.isEmpty());
        }
    }
}
