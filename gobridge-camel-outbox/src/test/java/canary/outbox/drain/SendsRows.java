package canary.outbox.drain;

import canary.outbox.store.Rows;

final class SendsRows {

    int count() {
        return Rows.count();
    }
}
