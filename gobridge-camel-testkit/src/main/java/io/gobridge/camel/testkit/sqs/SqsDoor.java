package io.gobridge.camel.testkit.sqs;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * The way from a client to {@link EmbeddedSqs}: counts the requests that come and does to them what a network or a
 * broker in trouble does. Each action, for example {@code SendMessageBatch}, has at most one fault at a time; a new one
 * takes the place of the old. Counts include the SDK's own retries. Thread-safe.
 */
public final class SqsDoor implements AutoCloseable {

    private static final int ALWAYS = Integer.MAX_VALUE;

    private final FaultPlan faults = new FaultPlan();
    private final AttributeNameRules names = new AttributeNameRules();
    private final RequestLog log = new RequestLog();
    private volatile int brokerPort;
    private DoorListener listener = DoorListener.open(0, this);

    SqsDoor() {
    }

    /** Answers every request of this action with an error; the broker does not see it. */
    public SqsDoor refuse(String action, Refusal refusal) {
        return refuse(action, refusal, ALWAYS);
    }

    /** Answers the next requests of this action with an error, and passes on those that follow. */
    public SqsDoor refuse(String action, Refusal refusal, int times) {
        return put(action, Fault.refuse(refusal), times);
    }

    /** Answers requests of any action without a fault of its own with an error. */
    public SqsDoor refuseAll(Refusal refusal) {
        faults.setForAll(Fault.refuse(refusal));
        return this;
    }

    /** Leaves requests of this action without an answer until the door opens; then cuts their connections. */
    public SqsDoor hang(String action) {
        return put(action, HoldingFault.hang(), ALWAYS);
    }

    /** Passes requests of this action on after a delay. */
    public SqsDoor delay(String action, Duration delay) {
        return put(action, HoldingFault.delay(delay), ALWAYS);
    }

    /** Cuts the connection on the next requests of this action; the broker does not see them. */
    public SqsDoor cut(String action, int times) {
        return put(action, Fault.cut(), times);
    }

    /** Lets the broker do the next requests of this action and cuts the connection instead of answering. */
    public SqsDoor loseAnswers(String action, int times) {
        return put(action, Fault.loseAnswer(), times);
    }

    /** Reports the chosen entries of a batch as failed with {@code InternalError}; the broker sees only the others. */
    public SqsDoor failEntries(String action, Predicate<BatchEntry> chosen) {
        return put(action, FailingEntries.chosenBy(chosen), ALWAYS);
    }

    /** Ends the fault of this action. */
    public SqsDoor open(String action) {
        faults.clear(action);
        return this;
    }

    /** Ends all faults. */
    public SqsDoor open() {
        faults.clear();
        return this;
    }

    /** Cuts all connections and refuses new ones until {@link #reopen()}; does nothing when already shut. */
    public synchronized void shut() {
        listener.close();
    }

    /** Listens again on the same port. Must follow {@link #shut()}. */
    public synchronized void reopen() {
        listener = DoorListener.open(listener.port(), this);
    }

    /** Returns how many requests of this action came, whatever became of them. */
    public int count(String action) {
        return log.requests(action);
    }

    /** Returns how many entries came in requests of this action; a request that is no batch counts as one. */
    public int countEntries(String action) {
        return log.entries(action);
    }

    /** Returns the last 10 000 requests in the order of their arrival. */
    public List<DoorRequest> log() {
        return log.kept();
    }

    /** Sets all counts to 0 and forgets the log. */
    public void forget() {
        log.clear();
    }

    /** Returns the loopback port that clients use; it stays the same after {@link #reopen()}. */
    public synchronized int port() {
        return listener.port();
    }

    @Override
    public void close() {
        faults.clear();
        shut();
    }

    void leadTo(int port) {
        brokerPort = port;
    }

    int brokerPort() {
        return brokerPort;
    }

    HttpMessage handle(HttpMessage request, Fault.Broker broker) throws IOException, InterruptedException {
        var call = SqsCall.of(request);
        log.add(new DoorRequest(call.action(), call.entries()));
        return faults.next(call.action()).answer(call, passed -> names.answer(SqsCall.of(passed), broker));
    }

    private SqsDoor put(String action, Fault fault, int times) {
        faults.set(action, fault, times);
        return this;
    }
}
