package io.jgbench.snapshot;

import io.jgbench.coordination.environment.HostFact;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the member's control group is limited to; the kernel's {@code admin-guide/cgroup-v2.rst} and
 * {@code cgroup-v1/}. A group is held to the limits of those above it as well, as far as they can be seen from where
 * the member is.
 *
 * @param proc {@code /proc}
 * @param groups where control groups are mounted, {@code /sys/fs/cgroup}
 */
record ContainerFacts(KernelTree proc, KernelTree groups) {
    private static final String NONE = "none";

    /** What version 1 says where nothing limits the memory: the largest number of pages. */
    private static final BigDecimal NO_LIMIT_BYTES = new BigDecimal("9000000000000000000");

    void addTo(Facts facts) {
        facts.put(HostFact.CONTAINER_CPUS, least("cpu", "cpu.max", "cpu.cfs_quota_us"));
        facts.put(HostFact.CONTAINER_MEMORY_BYTES, least("memory", "memory.max", "memory.limit_in_bytes"));
        facts.put(HostFact.CONTAINER_CPU_SET, cpuSet());
    }

    private FactReading least(String controller, String newFile, String oldFile) {
        List<String> found = new ArrayList<>();
        for (String folder : folders(controller)) {
            groups.read(folder + newFile)
                    .found()
                    .or(() -> groups.read(folder + oldFile).found().map(text -> text + " " + period(folder)))
                    .ifPresent(found::add);
        }
        return found.isEmpty()
                ? new FactReading.Absent("the member's control group has no file " + newFile + " or " + oldFile)
                : new FactReading.Found(found.stream()
                        .flatMap(text -> limit(text).stream())
                        .min(BigDecimal::compareTo)
                        .map(BigDecimal::toPlainString)
                        .orElse(NONE));
    }

    private String period(String folder) {
        return groups.read(folder + "cpu.cfs_period_us").found().orElse("");
    }

    /** A number, or a quota and the period that it is of; empty for {@code max}, {@code -1} and what is as good. */
    private static Optional<BigDecimal> limit(String text) {
        String[] parts = text.strip().split("\\s+", -1);
        if (!parts[0].matches("[0-9]{1,19}")) {
            return Optional.empty();
        }
        var number = new BigDecimal(parts[0]);
        if (parts.length > 1) {
            return Optional.of(number.divide(new BigDecimal(parts[1]), MathContext.DECIMAL32)
                    .stripTrailingZeros());
        }
        return Optional.of(number).filter(bytes -> bytes.compareTo(NO_LIMIT_BYTES) < 0);
    }

    private FactReading cpuSet() {
        return folders("cpuset").stream()
                .flatMap(folder -> Stream.of("cpuset.cpus.effective", "cpuset.effective_cpus", "cpuset.cpus")
                        .map(file -> groups.read(folder + file)))
                .filter(reading ->
                        reading.found().filter(cpus -> !cpus.isEmpty()).isPresent())
                .findFirst()
                .orElseGet(
                        () -> new FactReading.Absent("the member's control group has no file cpuset.cpus.effective"));
    }

    private List<String> folders(String controller) {
        return ControlGroup.folders(proc.lines("self/cgroup"), controller).stream()
                .flatMap(List::stream)
                .toList();
    }
}
