package io.gobridge.example.quickstart;

/** Starts the first bridge. */
public final class Quickstart {

    private Quickstart() {
    }

    public static void main(String[] args) {
        System.out.println("The quickstart has no bridge yet.");
    }
}
