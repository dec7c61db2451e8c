package io.jgbench.member;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * How long a limit on CPU time, such as a container's, kept this process from running, by the {@code cpu.stat} of its
 * control group: {@code throttled_usec} of version 2 (the kernel's {@code admin-guide/cgroup-v2.rst}),
 * {@code throttled_time} in nanoseconds of version 1.
 */
final class CpuThrottle {
    private static final String MICROS = "throttled_usec ";
    private static final String NANOS = "throttled_time ";

    private final KernelFiles proc;
    private final KernelFiles controlGroups;

    /** The file that told, which is looked for once: it is read each second beside a measurement. */
    private volatile Optional<String> telling = Optional.empty();

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

    /** Nanoseconds since the control group was made, on all CPUs together; empty where nothing limits or tells. */
    OptionalLong nanos() {
        if (telling.isEmpty()) {
            telling = proc.lines("self/cgroup").stream()
                    .flatMap(CpuThrottle::statistics)
                    .filter(file -> nanos(file).isPresent())
                    .findFirst();
        }
        return telling.map(this::nanos).orElse(OptionalLong.empty());
    }

    /**
     * The files that may tell of the group of a line {@code 0::/path} or {@code 4:cpu,cpuacct:/path}. In a container
     * the group is the mount itself.
     */
    private static Stream<String> statistics(String line) {
        String[] parts = line.split(":", 3);
        if (parts.length < 3) {
            return Stream.empty();
        }
        return mounts(parts[1]).flatMap(mount -> Stream.of(mount + parts[2] + "/cpu.stat", mount + "/cpu.stat"));
    }

    /** Version 2 has no controllers in the line, and one mount. */
    private static Stream<String> mounts(String controllers) {
        if (controllers.isEmpty()) {
            return Stream.of(".");
        }
        return List.of(controllers.split(",")).contains("cpu") ? Stream.of("cpu", controllers) : Stream.empty();
    }

    private OptionalLong nanos(String statistics) {
        List<String> lines = controlGroups.lines(statistics);
        for (String line : lines) {
            if (line.startsWith(MICROS)) {
                return OptionalLong.of(TimeUnit.MICROSECONDS.toNanos(value(line, MICROS)));
            }
            if (line.startsWith(NANOS)) {
                return OptionalLong.of(value(line, NANOS));
            }
        }
        return OptionalLong.empty();
    }

    private static long value(String line, String key) {
        return Long.parseLong(line.substring(key.length()).strip());
    }
}
