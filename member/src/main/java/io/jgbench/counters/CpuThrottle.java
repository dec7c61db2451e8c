package io.jgbench.counters;

import io.jgbench.coordination.protocol.Counters;
import io.jgbench.snapshot.ControlGroup;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * How long a limit on CPU time, such as a container's, kept this process from running. The {@code cpu.stat} of its
 * group and of each one above tells of its own limit alone: {@code throttled_usec} of version 2 (the kernel's
 * {@code admin-guide/cgroup-v2.rst}), {@code throttled_time} in nanoseconds of version 1, and {@code nr_throttled}, the
 * number of periods in which it stopped the group. Linux 6.6 and later tell of all limits together in
 * {@code cpu.stat.local}, also of groups that cannot be seen in a container.
 */
final class CpuThrottle {
    private static final String MICROS = "throttled_usec ";
    private static final String NANOS = "throttled_time ";
    private static final String PERIODS = "nr_throttled ";

    /** Where the kernel does not tell the period, it is the kernel's default. */
    private static final long USUAL_PERIOD_MICROS = 100_000;

    private final KernelFiles proc;
    private final KernelFiles controlGroups;

    /** The files that tell, which are looked for once: they are read each second beside a measurement. */
    private volatile Files files = new Files(Optional.empty(), List.of());

    /**
     * What tells.
     *
     * @param ofAll of all limits together
     * @param own the groups that tell of their own limits
     */
    private record Files(Optional<String> ofAll, List<Group> own) {
        boolean isEmpty() {
            return ofAll.isEmpty() && own.isEmpty();
        }
    }

    private record Group(String statistics, long periodNanos) {}

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

    /** Since the control groups were made; nothing where nothing limits or tells. */
    void addTo(Map<String, Long> counters) {
        if (files.isEmpty()) {
            files = look();
        }
        if (files.isEmpty()) {
            return;
        }
        long own = files.own().stream()
                .mapToLong(group -> throttledNanos(group.statistics()).orElse(0))
                .sum();
        long all = files.ofAll().map(file -> throttledNanos(file).orElse(0)).orElse(own);
        counters.put(Counters.CPU_THROTTLED_NANOS, all);
        long ofGroupsUnseen = Math.max(0, all - own);
        counters.put(
                Counters.CPU_THROTTLED_PERIODS_NANOS,
                ofGroupsUnseen
                        + files.own().stream().mapToLong(this::periodsNanos).sum());
    }

    private Files look() {
        List<List<String>> mounts = ControlGroup.folders(proc.lines("self/cgroup"), "cpu");
        return new Files(
                mounts.stream()
                        .flatMap(List::stream)
                        .map(folder -> folder + "cpu.stat.local")
                        .filter(file -> throttledNanos(file).isPresent())
                        .findFirst(),
                mounts.stream()
                        .map(folders -> folders.stream()
                                .filter(folder ->
                                        throttledNanos(folder + "cpu.stat").isPresent())
                                .map(folder -> new Group(folder + "cpu.stat", periodNanos(folder)))
                                .toList())
                        .filter(groups -> !groups.isEmpty())
                        .findFirst()
                        .orElse(List.of()));
    }

    /** The second number of {@code cpu.max} of version 2, such as {@code max 100000}; version 1 has a file for it. */
    private long periodNanos(String folder) {
        long micros = controlGroups.lines(folder + "cpu.max").stream()
                .flatMap(
                        line -> Optional.of(line.strip().split(" +", -1))
                                .filter(words -> words.length == 2)
                                .map(words -> words[1])
                                .stream())
                .findFirst()
                .or(() -> controlGroups.lines(folder + "cpu.cfs_period_us").stream()
                        .findFirst())
                .map(text -> Long.parseLong(text.strip()))
                .orElse(USUAL_PERIOD_MICROS);
        return TimeUnit.MICROSECONDS.toNanos(micros);
    }

    private OptionalLong throttledNanos(String file) {
        OptionalLong micros = value(file, MICROS);
        return micros.isPresent()
                ? OptionalLong.of(TimeUnit.MICROSECONDS.toNanos(micros.getAsLong()))
                : value(file, NANOS);
    }

    private long periodsNanos(Group group) {
        return value(group.statistics(), PERIODS).orElse(0) * group.periodNanos();
    }

    private OptionalLong value(String file, String key) {
        return controlGroups.lines(file).stream()
                .filter(line -> line.startsWith(key))
                .mapToLong(line -> Long.parseLong(line.substring(key.length()).strip()))
                .findFirst();
    }
}
