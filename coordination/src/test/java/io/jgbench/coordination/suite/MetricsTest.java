package io.jgbench.coordination.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.api.schema.ApiField;
import io.jgbench.api.v1alpha1.StatusSummary;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.workload.registry.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsTest {

    @Test
    void eachNumberOfASummaryHasADirectionAndSoHaveStartSkewAndWarmUp() {
        assertThat(Metrics.names())
                .containsExactlyElementsOf(Stream.of(
                                Stream.of(VisitDigest.UNITS_PER_SECOND, VisitDigest.CLUSTER_UNITS_PER_SECOND),
                                numbers("", StatusSummary.class),
                                Stream.of(VisitDigest.START_SKEW_MICROS, VisitDigest.WARMUP_MILLIS))
                        .flatMap(names -> names)
                        .filter(name -> !DigestOf.ABOUT_REPETITIONS.contains(name))
                        .toList());
    }

    /** It is named to whoever gives another figure. */
    @Test
    void pageOfSuitesHasEachFigure() throws IOException {
        String page = Files.readString(Path.of("../docs/SUITES.md"));
        String section = page.split("\n### Figures\n", 2)[1].split("\n## ", 2)[0];

        assertThat(Metrics.names()).allSatisfy(name -> assertThat(section).contains("`" + name + "`"));
    }

    private static Stream<String> numbers(String prefix, Class<?> block) {
        return ApiField.of(block).stream().flatMap(field -> {
            if (field.nested().isPresent()) {
                return numbers(prefix + field.name() + ".", field.nested().get());
            }
            return Number.class.isAssignableFrom(field.type()) ? Stream.of(prefix + field.name()) : Stream.empty();
        });
    }

    @Test
    void eachFigureIsOneOfSomeWorkloadAndEachWorkloadHasOnlySuch() {
        assertThat(Metrics.names())
                .allMatch(metric -> Arrays.stream(WorkloadSettings.Type.values())
                        .anyMatch(workload -> Metrics.isOf(metric, workload)))
                .containsAll(Workloads.all().stream()
                        .flatMap(type -> type.sharedMetrics().stream())
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({
        "unitsPerSecond, Multicast Rpc MessageBus Datagram",
        "messagesPerSecond, Multicast MessageBus",
        "messagesLost, Multicast MessageBus",
        "efficiencyPermille, Multicast Rpc",
        "latencyP99Micros, Multicast",
        "rpc.readP99Micros, Rpc",
        "datagram.packetsPerSecond, Datagram",
        "startSkewMicros, Multicast Rpc MessageBus Datagram",
        "warmupMillis, Multicast Rpc MessageBus Datagram",
    })
    void workloadsHaveFiguresOfTheirOwn(String metric, String workloads) {
        assertThat(Arrays.stream(WorkloadSettings.Type.values())
                        .filter(workload -> Metrics.isOf(metric, workload))
                        .map(WorkloadSettings.Type::label)
                        .collect(Collectors.joining(" ")))
                .isEqualTo(workloads);
    }

    @Test
    void ratesAreFasterWithMoreAndTimesWithLess() {
        assertThat(Metrics.higherIsFaster("datagram.packetsPerSecond")).isTrue();
        assertThat(Metrics.higherIsFaster("messageBus.responseP99Micros")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "messagesLost",
                "messagesDuplicated",
                "memberSpreadPermille",
                "latencyErrorMicros",
                "startSkewMicros",
                "warmupMillis",
                "messageBus.errors",
                "messageBus.backlogInPermille",
                "datagram.worstLossPpm"
            })
    void whatIsLostOrWaitsIsNotComparedAndWhatCanBeIsNamed(String metric) {
        assertThat(Metrics.notCompared(metric).orElseThrow())
                .startsWith("of " + metric + " neither more nor less is faster; those that can be compared are"
                        + " unitsPerSecond, ");
        assertThatThrownBy(() -> Metrics.higherIsFaster(metric)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void figuresOfOtherWorkloadsAreNotNamed() {
        assertThat(Metrics.notCompared("rpc.errors").orElseThrow())
                .contains("efficiencyPermille", "rpc.readP99Micros")
                .doesNotContain("messageBus.", "messagesPerSecond", "latencyP99Micros");
        assertThat(Metrics.notCompared("unitsPerSecond")).isEmpty();
    }
}
