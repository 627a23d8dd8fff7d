package io.gobridge.camel.testkit.outbox.crash;

import java.io.IOException;

/** Signals of POSIX, sent by {@code kill}. */
enum Signal {

    /** Puts a process to sleep. */
    STOP,
    /** Wakes it up. */
    CONT,
    /** Ends a PostgreSQL at once, as {@code pg_ctl stop -m immediate} does. */
    QUIT;

    void send(long process) throws IOException {
        try {
            int exit = new ProcessBuilder("kill", "-" + name(), String.valueOf(process)).inheritIO().start().waitFor();
            if (exit != 0) {
                throw new IOException("kill -" + name() + " " + process + " ended with " + exit);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("kill -" + name() + " " + process + " was interrupted", e);
        }
    }
}
