package io.gobridge.camel.testkit.sqs;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Holds each request for a time and passes it on then; when released early it cuts the connection instead. */
final class HoldingFault implements Fault {

    private static final Duration FOREVER = Duration.ofDays(1);

    private final CountDownLatch released = new CountDownLatch(1);
    private final Duration hold;

    private HoldingFault(Duration hold) {
        this.hold = hold;
    }

    static Fault hang() {
        return new HoldingFault(FOREVER);
    }

    static Fault delay(Duration delay) {
        return new HoldingFault(delay);
    }

    @Override
    public HttpMessage answer(SqsCall call, Broker broker) throws IOException, InterruptedException {
        if (released.await(hold.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IOException("Cut while holding " + call.action());
        }
        return broker.ask(call.request());
    }

    @Override
    public void release() {
        released.countDown();
    }
}
