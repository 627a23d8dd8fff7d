package canary.outbox;

public final class Store {
}
