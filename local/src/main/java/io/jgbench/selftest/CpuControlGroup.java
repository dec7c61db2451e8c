package io.jgbench.selftest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A control group whose CPU time can be limited, of either version (the kernel's {@code admin-guide/cgroup-v2.rst} and
 * {@code scheduler/sched-bwc.rst}).
 */
final class CpuControlGroup implements PlantedFault {
    private static final String PREFIX = "jgbench-selftest-";

    /** A tenth of a second, the kernel's own default. */
    private static final int PERIOD_MICROS = 100_000;

    private final Mount mount;
    private final Path group;
    private final int percent;

    private CpuControlGroup(Mount mount, Path group, int percent) {
        this.mount = mount;
        this.group = group;
        this.percent = percent;
    }

    /** Where groups are made, and what their files are called. */
    private enum Mount {
        VERSION_1(Path.of("/sys/fs/cgroup/cpu"), "cpu.cfs_quota_us"),
        VERSION_2(Path.of("/sys/fs/cgroup"), "cpu.max");

        private final Path root;
        private final String limitFile;

        Mount(Path root, String limitFile) {
            this.root = root;
            this.limitFile = limitFile;
        }

        private boolean isHere() {
            return switch (this) {
                case VERSION_1 -> Files.isWritable(root.resolve(limitFile));
                case VERSION_2 ->
                    lines(root.resolve("cgroup.subtree_control")).stream()
                            .anyMatch(line -> List.of(line.split(" ", -1)).contains("cpu"));
            };
        }

        private String limit(long quotaMicros) {
            return switch (this) {
                case VERSION_1 -> Long.toString(quotaMicros);
                case VERSION_2 -> quotaMicros + " " + PERIOD_MICROS;
            };
        }

        private String none() {
            return switch (this) {
                case VERSION_1 -> "-1";
                case VERSION_2 -> "max " + PERIOD_MICROS;
            };
        }
    }

    /** Why none can be made; empty where one can. */
    static Optional<String> missing() {
        return mount().isPresent()
                ? Optional.empty()
                : Optional.of("no control group that limits CPU time can be made: neither /sys/fs/cgroup/cpu"
                        + " (version 1) can be written, nor does"
                        + " /sys/fs/cgroup/cgroup.subtree_control (version 2) have cpu");
    }

    private static Optional<Mount> mount() {
        return Stream.of(Mount.values()).filter(Mount::isHere).findFirst();
    }

    /** Makes one that limits nothing yet. */
    static CpuControlGroup make(int percent) throws IOException {
        Mount mount = mount().orElseThrow(() -> new IOException(missing().orElseThrow()));
        Path group = mount.root.resolve(PREFIX + ProcessHandle.current().pid());
        Files.createDirectories(group);
        return new CpuControlGroup(mount, group, percent);
    }

    /** The file to which a process writes its id to join. */
    Path processes() {
        return group.resolve("cgroup.procs");
    }

    @Override
    public void plant() throws IOException {
        Files.writeString(group.resolve(mount.limitFile), mount.limit((long) PERIOD_MICROS * percent / 100));
    }

    @Override
    public void remove() throws IOException {
        if (Files.exists(group)) {
            Files.writeString(group.resolve(mount.limitFile), mount.none());
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(group);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            // that it cannot be read says that there is none
            return List.of();
        }
    }
}
