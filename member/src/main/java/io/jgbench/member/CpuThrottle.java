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
    private final KernelFiles proc;
    private final KernelFiles controlGroups;

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
        return proc.lines("self/cgroup").stream()
                .flatMap(line -> statistics(line).map(this::nanos))
                .filter(OptionalLong::isPresent)
                .findFirst()
                .orElse(OptionalLong.empty());
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
        return value(lines, "throttled_usec ")
                .map(micros -> OptionalLong.of(TimeUnit.MICROSECONDS.toNanos(micros)))
                .or(() -> value(lines, "throttled_time ").map(OptionalLong::of))
                .orElse(OptionalLong.empty());
    }

    private static Optional<Long> value(List<String> lines, String key) {
        return lines.stream()
                .filter(line -> line.startsWith(key))
                .map(line -> Long.parseLong(line.substring(key.length()).strip()))
                .findFirst();
    }
}
