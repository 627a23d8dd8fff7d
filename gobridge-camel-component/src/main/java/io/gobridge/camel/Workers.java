package io.gobridge.camel;

import java.util.concurrent.ExecutorService;

import org.apache.camel.builder.ThreadPoolProfileBuilder;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.support.DefaultConsumer;
import org.apache.camel.util.concurrent.ThreadPoolRejectedPolicy;

/** Creates the threads that run a route. */
final class Workers {

    private Workers() {
    }

    /** Creates so many threads with a queue that is bounded by the permits of the intake alone. */
    static ExecutorService create(DefaultConsumer owner, String name, int threads) {
        ThreadPoolProfile profile = new ThreadPoolProfileBuilder(name).poolSize(threads).maxPoolSize(threads)
                .maxQueueSize(Integer.MAX_VALUE).rejectedPolicy(ThreadPoolRejectedPolicy.Abort).build();
        return owner.getEndpoint().getCamelContext().getExecutorServiceManager().newThreadPool(owner, name, profile);
    }
}
