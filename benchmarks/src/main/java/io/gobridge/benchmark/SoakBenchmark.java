package io.gobridge.benchmark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A fast source and a slow target on a small heap: does memory stay flat, and does nothing get lost? */
final class SoakBenchmark {

    private SoakBenchmark() {
    }

    /** Runs {@link Soak} on a heap of 64 MB, prints what it prints and exits as it does. */
    static int run(Options options, boolean isMqtt) throws Exception {
        String name = isMqtt ? "soak-mqtt" : "soak";
        String seconds = String.valueOf(options.get("seconds", 60));
        List<String> lines = new ArrayList<>();
        try (ChildJvm jvm = ChildJvm.start(Soak.class, List.of("-Xmx64m", "-XX:+UseSerialGC"), seconds,
                String.valueOf(isMqtt))) {
            String line = jvm.readLine();
            while (line != null) {
                System.out.println(line);
                lines.add(line);
                line = jvm.readLine();
            }
            int exitCode = jvm.exitCode();
            Map<String, Object> report = new LinkedHashMap<>();
            report.put("benchmark", name);
            report.put("passed", exitCode == 0);
            report.put("output", lines);
            Results.write(name, report);
            return exitCode;
        }
    }
}
