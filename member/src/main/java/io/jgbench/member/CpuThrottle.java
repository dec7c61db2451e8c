package io.jgbench.member;

import io.jgbench.snapshot.ControlGroup;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * How long a limit on CPU time, such as a container's, kept this process from running. Linux 6.6 and later tell it by
 * the group's {@code cpu.stat.local}, limits of the groups above included. Before, the {@code cpu.stat} of each of
 * these groups tells of its own limit alone: {@code throttled_usec} of version 2 (the kernel's
 * {@code admin-guide/cgroup-v2.rst}), {@code throttled_time} in nanoseconds of version 1.
 */
final class CpuThrottle {
    private static final String MICROS = "throttled_usec ";
    private static final String NANOS = "throttled_time ";

    private final KernelFiles proc;
    private final KernelFiles controlGroups;

    /** The files that tell, which are looked for once: they are read each second beside a measurement. */
    private volatile List<String> telling = List.of();

    /**
     * Reads nothing yet.
     *
     * @param proc where the kernel tells of processes, {@code /proc}
     * @param controlGroups where control groups are mounted, {@code /sys/fs/cgroup}
     */
    CpuThrottle(Path proc, Path controlGroups) {
        this.proc = new KernelFiles(proc);
        this.controlGroups = new KernelFiles(controlGroups);
    }

    /** Nanoseconds since the control groups were made, on all CPUs together; empty where nothing limits or tells. */
    OptionalLong nanos() {
        if (telling.isEmpty()) {
            telling = look();
        }
        return telling.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(telling.stream().flatMapToLong(this::nanosOf).sum());
    }

    private List<String> look() {
        List<List<String>> mounts = ControlGroup.folders(proc.lines("self/cgroup"), "cpu");
        Optional<String> hierarchical = mounts.stream()
                .flatMap(List::stream)
                .map(folder -> folder + "cpu.stat.local")
                .filter(this::tells)
                .findFirst();
        return hierarchical
                .map(List::of)
                .orElseGet(() -> mounts.stream()
                        .map(folders -> folders.stream()
                                .map(folder -> folder + "cpu.stat")
                                .filter(this::tells)
                                .toList())
                        .filter(files -> !files.isEmpty())
                        .findFirst()
                        .orElse(List.of()));
    }

    private boolean tells(String file) {
        return nanosOf(file).findAny().isPresent();
    }

    private LongStream nanosOf(String file) {
        return controlGroups.lines(file).stream()
                .filter(line -> line.startsWith(MICROS) || line.startsWith(NANOS))
                .mapToLong(CpuThrottle::nanosOfLine);
    }

    private static long nanosOfLine(String line) {
        return line.startsWith(MICROS) ? TimeUnit.MICROSECONDS.toNanos(value(line, MICROS)) : value(line, NANOS);
    }

    private static long value(String line, String key) {
        return Long.parseLong(line.substring(key.length()).strip());
    }
}
