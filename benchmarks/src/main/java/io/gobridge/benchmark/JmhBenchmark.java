package io.gobridge.benchmark;

import io.gobridge.camel.exchange.MappingBenchmark;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs the micro benchmarks; the options are those of JMH, such as {@code -f 1}. */
final class JmhBenchmark {

    private JmhBenchmark() {
    }

    static int run(String... args) throws Exception {
        CommandLineOptions own = new CommandLineOptions(args);
        OptionsBuilder options = new OptionsBuilder();
        options.parent(own).addProfiler(GCProfiler.class).resultFormat(ResultFormatType.JSON)
                .result(Results.file("jmh").toString());
        if (own.getIncludes().isEmpty()) {
            options.include(MappingBenchmark.class.getName());
        }
        new Runner(options.build()).run();
        return 0;
    }
}
