package io.gobridge.camel.outbox;

import java.util.concurrent.ExecutorService;

import org.apache.camel.CamelContext;
import org.apache.camel.builder.ThreadPoolProfileBuilder;
import org.apache.camel.util.concurrent.ThreadPoolRejectedPolicy;

/** Threads of a CamelContext for what waits for a database. */
final class BlockingThreads {

    private BlockingThreads() {
    }

    /**
     * Camel's own pools drop what comes after their end without a word: these refuse it, so that somebody hears of it.
     */
    static ExecutorService open(CamelContext context, Object user, String name, int threads) {
        return context.getExecutorServiceManager().newThreadPool(user, name, new ThreadPoolProfileBuilder(name)
                .poolSize(threads).maxPoolSize(threads).maxQueueSize(Integer.MAX_VALUE)
                .rejectedPolicy(ThreadPoolRejectedPolicy.Abort).build());
    }
}
