package io.jgbench.member;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * How long a limit on CPU time, such as a container's, kept this process from running, by the {@code cpu.stat} of its control group: {@code
 * throttled_usec} of version 2 (the kernel's {@code admin-guide/cgroup-v2.rst}), {@code throttled_time} in nanoseconds of version 1.
 */
final class CpuThrottle {
    private static final String STATISTICS = "cpu.stat";

    private final Path proc;
    private final Path controlGroups;

    /**
     * Reads nothing yet.
     *
     * @param proc where the kernel tells of processes, {@code /proc}
     * @param controlGroups where control groups are mounted, {@code /sys/fs/cgroup}
     */
    CpuThrottle(Path proc, Path controlGroups) {
        this.proc = proc;
        this.controlGroups = controlGroups;
    }

    /** Nanoseconds since the control group was made, on all CPUs together; empty where nothing limits or tells. */
    OptionalLong nanos() {
        return lines(proc.resolve("self/cgroup")).stream()
                .flatMap(line -> folders(line).map(folder -> nanos(folder.resolve(STATISTICS))))
                .filter(OptionalLong::isPresent)
                .findFirst()
                .orElse(OptionalLong.empty());
    }

    /** Where the group of a line {@code 0::/path} or {@code 4:cpu,cpuacct:/path} may be; in a container it is the mount itself. */
    private Stream<Path> folders(String line) {
        String[] parts = line.split(":", 3);
        if (parts.length < 3) {
            return Stream.empty();
        }
        String group = parts[2].replaceFirst("^/+", "");
        if (parts[1].isEmpty()) {
            return Stream.of(controlGroups.resolve(group), controlGroups);
        }
        return List.of(parts[1].split(",")).contains("cpu")
                ? Stream.of("cpu", parts[1])
                        .map(controlGroups::resolve)
                        .flatMap(mount -> Stream.of(mount.resolve(group), mount))
                : Stream.empty();
    }

    private static OptionalLong nanos(Path statistics) {
        List<String> lines = lines(statistics);
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

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            // no such version, or not to be read here: the counter is missing from the result, which says as much
            return List.of();
        }
    }
}
