package canary.outbox.store;

/** Is where it may be. */
public final class Rows {

    private Rows() {
    }

    /** Returns nothing. */
    public static int count() {
        return 0;
    }
}
