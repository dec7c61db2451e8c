package io.jgbench.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How long it takes from {@code kubectl apply} to the first measured message; for a machine that does nothing else. */
@OperatorTest
@Tag("slow")
class StartTimesTest {
    private static final int RUNS = Integer.getInteger("jgbench.start-times.runs", 10);
    /** What is added to the spec, such as {@code , tuning: {mode: Apply, mtu: 9000}}. */
    private static final String ADDED = System.getProperty("jgbench.start-times.spec", "");

    private static final Path REPORT = Path.of("target", "start-times.txt");

    @Test
    void startsOfFourMembersAreTimed(Lab lab) throws IOException {
        Map<String, List<Long>> times = new LinkedHashMap<>();
        for (int i = 0; i < RUNS; i++) {
            String name = "start-" + i;
            try (var observed = new StartTimes(lab, name)) {
                observed.applied();
                lab.start(
                        name,
                        "members: 4, messages: 20000, messageSize: 1k, warmup: {messages: 2000}, stack: {name: udp}"
                                + ADDED);
                BenchmarkRun run = lab.waitUntilFinished(name);
                assertThat(Lab.told(run, ConditionType.RESULTS_COLLECTED)).startsWith("True AllReported");
                observed.sinceApplied()
                        .forEach((what, millis) -> times.computeIfAbsent(what, key -> new ArrayList<>())
                                .add(millis));
                times.computeIfAbsent("skew (µs)", key -> new ArrayList<>())
                        .add(run.getStatus().startSkewMicros());
            }
            lab.waitUntilNodesAreFree();
        }
        List<String> lines = times.entrySet().stream()
                .map(each ->
                        "%-14s median %6d  of %s".formatted(each.getKey(), median(each.getValue()), each.getValue()))
                .toList();
        lines.forEach(System.out::println);
        Files.write(REPORT, lines);
    }

    private static long median(List<Long> values) {
        List<Long> sorted = values.stream().sorted().toList();
        return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
    }
}
