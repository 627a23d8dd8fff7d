package io.gobridge.camel.exchange;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.camel.builder.ThreadPoolProfileBuilder;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.support.DefaultConsumer;
import org.apache.camel.util.concurrent.ThreadPoolRejectedPolicy;

/**
 * The threads that run a route. A thread that ends one delivery mostly makes room for the next, and then runs it itself
 * instead of waking another thread for it, unless others wait already. Thread-safe.
 */
public final class Workers implements Executor {

    private static final ThreadLocal<Turn> TURNS = ThreadLocal.withInitial(Turn::new);

    private final ExecutorService pool;
    private final AtomicInteger waiting = new AtomicInteger();

    private Workers(ExecutorService pool) {
        this.pool = pool;
    }

    /** Creates so many threads with a queue that is bounded by the permits of the intake alone. */
    public static Workers create(DefaultConsumer owner, String name, int threads) {
        // Camel takes a size of 0 or less for no queue at all.
        ThreadPoolProfile profile = new ThreadPoolProfileBuilder(name).poolSize(threads).maxPoolSize(threads)
                .maxQueueSize(Integer.MAX_VALUE).rejectedPolicy(ThreadPoolRejectedPolicy.Abort).build();
        return new Workers(
                owner.getEndpoint().getCamelContext().getExecutorServiceManager().newThreadPool(owner, name, profile));
    }

    /** @throws java.util.concurrent.RejectedExecutionException when the threads were shut down */
    @Override
    public void execute(Runnable task) {
        Turn turn = TURNS.get();
        if (turn.owner == this && turn.isEnding && turn.next == null && waiting.get() == 0) {
            turn.next = task;
            return;
        }
        waiting.incrementAndGet();
        try {
            pool.execute(() -> run(task));
        } catch (RuntimeException e) {
            waiting.decrementAndGet();
            throw e;
        }
    }

    /** Tells the calling thread that what it runs is over but for its return. */
    void taskEnds() {
        Turn turn = TURNS.get();
        if (turn.owner == this) {
            turn.isEnding = true;
        }
    }

    /** Returns the threads themselves, to be shut down. */
    public ExecutorService pool() {
        return pool;
    }

    private void run(Runnable first) {
        waiting.decrementAndGet();
        Turn turn = TURNS.get();
        turn.owner = this;
        try {
            for (Runnable task = first; task != null; task = turn.take()) {
                task.run();
            }
        } finally {
            turn.owner = null;
            Runnable left = turn.take();
            if (left != null) {
                execute(left);
            }
        }
    }

    /** Whose tasks a thread runs now, and which one it will run next. */
    private static final class Turn {

        private Workers owner;
        private boolean isEnding;
        private Runnable next;

        private Runnable take() {
            Runnable taken = next;
            next = null;
            isEnding = false;
            return taken;
        }
    }
}
