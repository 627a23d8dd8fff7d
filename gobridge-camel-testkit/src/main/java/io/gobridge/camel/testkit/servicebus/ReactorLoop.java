package io.gobridge.camel.testkit.servicebus;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

import org.apache.qpid.proton.Proton;
import org.apache.qpid.proton.engine.Handler;
import org.apache.qpid.proton.reactor.Reactor;
import org.apache.qpid.proton.reactor.impl.AcceptorImpl;

/** The emulator's one thread: network, time and what others ask for. {@link #ask} may be called from any thread. */
final class ReactorLoop implements AutoCloseable {

    /** How late the emulator may notice that time has passed. */
    private static final int TICK_MILLIS = 10;

    private static final int PATIENCE_SECONDS = 10;

    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Reactor reactor;
    private final AcceptorImpl acceptor;
    private final Runnable tick;
    private final Thread thread = new Thread(this::run, "service-bus-emulator");
    private volatile boolean isOpen = true;

    /** Listens on a free port of the loopback address; {@link #start} begins to answer. */
    ReactorLoop(Handler door, Runnable tick) {
        this.tick = tick;
        try {
            reactor = Proton.reactor();
            reactor.setTimeout(TICK_MILLIS);
            acceptor = (AcceptorImpl) reactor.acceptor("127.0.0.1", 0, door);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        try {
            return acceptor.getPortNumber();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        reactor.start();
        while (isOpen && reactor.process()) {
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
            }
            tick.run();
        }
        acceptor.close();
        reactor.stop();
        reactor.free();
    }

    /** Runs the task on the emulator's thread and returns its result. */
    <T> T ask(Callable<T> task) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        tasks.add(() -> {
            try {
                answer.complete(task.call());
            } catch (Exception e) {
                answer.completeExceptionally(e);
            }
        });
        reactor.wakeup();
        try {
            return answer.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        }
    }

    /** Runs the task on the emulator's thread. */
    void tell(Runnable task) {
        ask(() -> {
            task.run();
            return true;
        });
    }

    @Override
    public void close() {
        isOpen = false;
        reactor.wakeup();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
