package canary.processors.tenant;

import canary.outbox.Store;

final class KnowsOutbox {

    private final Store store = new Store();

    @Override
    public String toString() {
        return store.getClass().getName();
    }
}
