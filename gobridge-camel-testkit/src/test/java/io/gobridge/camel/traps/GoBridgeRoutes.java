package io.gobridge.camel.traps;

import java.util.HashMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.routing.Binding;
import org.apache.camel.Message;
import org.apache.camel.builder.RouteBuilder;

import static org.assertj.core.api.Assertions.assertThat;

/** The routes over gobridge that correspond to those over stock components. One object for one test. */
final class GoBridgeRoutes {

    private final BlockingQueue<Message> received = new LinkedBlockingQueue<>();
    private final TrapStage stage;
    private volatile boolean takesDeadLetters = true;
    private volatile boolean hasRefusedADeadLetter;
    private volatile boolean isDown;
    private final AtomicInteger sendsToTheOther = new AtomicInteger();
    private final AtomicInteger acceptedByTheOther = new AtomicInteger();

    GoBridgeRoutes(TrapStage stage) {
        this.stage = stage;
    }

    RouteBuilder relay(Trap trap) {
        return new Routes() {
            @Override
            void bridge() {
                from(consumer("in", stage.source())).process(trap.step()).to(producer(stage.target()));
            }
        };
    }

    /** Relays, and receives from the target as the next bridge does. */
    RouteBuilder relayAndBack(Trap trap) {
        return new Routes() {
            @Override
            void bridge() {
                from(consumer("in", stage.source())).process(trap.step()).to(producer(stage.target()));
                from(consumer("back", stage.target())).process(exchange -> received.add(exchange.getMessage().copy()));
            }
        };
    }

    RouteBuilder splittingRelay(Trap trap, String target) {
        return new Routes() {
            @Override
            void bridge() {
                from(consumer("in", stage.source())).process(trap.step()).split(body().tokenize("\n")).stopOnException()
                        .to(producer(target) + (target.endsWith(".fifo") ? "&target.messageGroupIdStrategy=useConstant" : ""));
            }
        };
    }

    /** Relays to the target and to another one, which may be down. */
    RouteBuilder fanningRelay(Trap trap) {
        return new Routes() {
            @Override
            void bridge() {
                var target = new Binding("aws2-sqs:" + stage.target());
                target.setTargetOptions(new HashMap<>(stage.sqs().connectionOptions()));
                bindToRegistry("target", target);
                bindToRegistry("other", new Binding("direct:other"));
                from(consumer("in", stage.source()).replace("maxReplayAttempts=0", "maxReplayAttempts=50"))
                        .process(trap.step())
                        .to("gobridge:both?bindings=target,other&dispatchMode=fan_out&sendRetryBudget=0");
                from("direct:other").errorHandler(noErrorHandler()).process(exchange -> takeOther());
            }
        };
    }

    /** Returns what the next bridge received, with its headers as they came. */
    Message next() throws InterruptedException {
        var message = received.poll(10, TimeUnit.SECONDS);
        assertThat(message).as("a message within 10 s").isNotNull();
        return message;
    }

    void takeTargetDown() {
        isDown = true;
    }

    void bringTargetUp() {
        isDown = false;
    }

    int sendsToTheOther() {
        return sendsToTheOther.get();
    }

    int acceptedByTheOther() {
        return acceptedByTheOther.get();
    }

    void refuseDeadLetters() {
        takesDeadLetters = false;
    }

    void takeDeadLetters() {
        takesDeadLetters = true;
    }

    boolean hasRefusedADeadLetter() {
        return hasRefusedADeadLetter;
    }

    private String consumer(String name, String queue) {
        return "gobridge:" + name + "?source=aws2-sqs:" + queue + options("source") + "&source.waitTimeSeconds=1"
               + "&maxReplayAttempts=0&backoff.initial=100ms&deadLetter=direct:dead-letters";
    }

    private String producer(String queue) {
        return "gobridge:out?target=aws2-sqs:" + queue + options("target");
    }

    private String options(String side) {
        var text = new StringBuilder();
        stage.sqs().connectionOptions()
                .forEach((name, value) -> text.append('&').append(side).append('.').append(name).append('=').append(value));
        return text.toString();
    }

    private void takeOther() {
        sendsToTheOther.incrementAndGet();
        if (isDown) {
            throw new IllegalStateException("This target is down");
        }
        acceptedByTheOther.incrementAndGet();
    }

    private void writeDeadLetter() {
        if (!takesDeadLetters) {
            hasRefusedADeadLetter = true;
            throw new IllegalStateException("No right to write dead letters");
        }
    }

    /** The routes of a test and the one that its dead letters take. */
    private abstract class Routes extends RouteBuilder {

        abstract void bridge();

        @Override
        public void configure() {
            bridge();
            from("direct:dead-letters").errorHandler(noErrorHandler()).process(exchange -> writeDeadLetter())
                    .removeHeaders("*").to(stage.sqs().endpointUri(stage.deadLetters()));
        }
    }
}
