package io.gobridge.benchmark;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

import com.sun.management.ThreadMXBean;

/**
 * CPU time and allocation of the Java threads since a moment. A thread that began later counts from its beginning; one
 * that ended before {@link #end()} is missed, so read while the routes still run.
 */
final class Usage {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Map<Long, Long> cpuAtStart = new HashMap<>();
    private final Map<Long, Long> bytesAtStart = new HashMap<>();
    private long cpuNanos;
    private long bytes;

    private Usage() {
    }

    static Usage begin() {
        Usage usage = new Usage();
        long[] ids = THREADS.getAllThreadIds();
        long[] cpu = THREADS.getThreadCpuTime(ids);
        long[] allocated = THREADS.getThreadAllocatedBytes(ids);
        for (int i = 0; i < ids.length; i++) {
            usage.cpuAtStart.put(ids[i], cpu[i]);
            usage.bytesAtStart.put(ids[i], allocated[i]);
        }
        return usage;
    }

    void end() {
        long[] ids = THREADS.getAllThreadIds();
        long[] cpu = THREADS.getThreadCpuTime(ids);
        long[] allocated = THREADS.getThreadAllocatedBytes(ids);
        for (int i = 0; i < ids.length; i++) {
            cpuNanos += Math.max(0, cpu[i] - cpuAtStart.getOrDefault(ids[i], 0L));
            bytes += Math.max(0, allocated[i] - bytesAtStart.getOrDefault(ids[i], 0L));
        }
    }

    double cpuMicrosPer(int messages) {
        return cpuNanos / 1_000.0 / messages;
    }

    double bytesPer(int messages) {
        return (double) bytes / messages;
    }
}
