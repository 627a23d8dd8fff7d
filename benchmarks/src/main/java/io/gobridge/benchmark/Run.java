package io.gobridge.benchmark;

/** Runs the benchmark that the first argument names. */
public final class Run {

    private Run() {
    }

    public static void main(String[] args) {
        System.out.println("There is no benchmark yet: " + String.join(" ", args));
    }
}
