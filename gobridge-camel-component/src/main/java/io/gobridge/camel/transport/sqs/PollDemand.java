package io.gobridge.camel.transport.sqs;

/** What is demanded, and how much of it the polls under way ask for. Not thread-safe. */
final class PollDemand {

    private final PollLoop.Settings settings;
    private long demand;
    private long asked;
    private int polls;
    /** How many polls may be under way: one more after each full answer, one after any other. */
    private int width = 1;
    private boolean isFlowing;

    PollDemand(PollLoop.Settings settings) {
        this.settings = settings;
    }

    void add(int deliveries) {
        demand += deliveries;
    }

    /** Tells whether another poll has something to ask for. */
    boolean wantsPoll() {
        return polls == 0 ? open() > 0 : polls < width && open() >= settings.batch();
    }

    /** Tells whether to poll at once: while messages flow, more demand is about to come. */
    boolean isWorthAPoll() {
        return !isFlowing || open() >= settings.enough();
    }

    /** Makes whatever is demanded worth a poll. */
    void stopWaiting() {
        isFlowing = false;
    }

    /** Returns how many messages the next poll asks for. */
    int claim() {
        int most = (int) Math.min(settings.batch(), open());
        polls++;
        asked += most;
        return most;
    }

    /** Accounts for the answer to a poll that asked for {@code most}. */
    void answered(int most, int received, int taken) {
        demand -= taken;
        isFlowing = received > 0;
        end(most, received == settings.batch() ? Math.min(width + 1, settings.polls()) : 1);
    }

    /** Accounts for a poll that got no answer. */
    void failed(int most) {
        end(most, 1);
    }

    private void end(int most, int newWidth) {
        asked -= most;
        polls--;
        width = newWidth;
    }

    private long open() {
        return demand - asked;
    }
}
