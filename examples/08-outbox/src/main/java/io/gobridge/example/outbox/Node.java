package io.gobridge.example.outbox;

import org.apache.camel.main.Main;

/** One node of the bridge. What it does is in {@code application.properties}. */
public final class Node {

    private Node() {
    }

    /**
     * Runs until somebody stops it.
     *
     * @param properties what is not the same everywhere: {@code name=value}
     */
    public static void main(String[] properties) throws Exception {
        Main main = new Main();
        for (String property : properties) {
            int equals = property.indexOf('=');
            main.addInitialProperty(property.substring(0, equals), property.substring(equals + 1));
        }
        main.run();
    }
}
