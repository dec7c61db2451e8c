package io.jgbench.coordination.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.TestReport;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.RunSpecBuilder;
import io.jgbench.coordination.spec.TestWorkloads;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.WorkloadSpec;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DigestSeriesTest {
    private static final Duration INTERVAL = Duration.ofMillis(100);
    private static final int INTERVALS = 20;

    @Test
    void whatAPublisherSentIsNotAddedToWhatItsListenerGot() {
        DigestSeries series = series(TestWorkloads.datagram(1, 1), sampled(0, 50), sampled(1, 40));

        assertThat(series.unitsPerSecond().subList(2, 18)).allMatch(rate -> Math.abs(rate - 400) <= 10);
    }

    @Test
    void listenerThatNobodyPublishesToIsAPublisherAlone() {
        DigestSeries series = DigestSeries.of(
                        run(TestWorkloads.datagram(1, 3), 3), List.of(sampled(0, 50), sampled(1, 40), sampled(2, 40)))
                .orElseThrow();

        assertThat(series.unitsPerSecond().subList(2, 18)).allMatch(rate -> Math.abs(rate - 800) <= 10);
    }

    @Test
    void whatASenderOfABusSentIsNotAddedToWhatItsReceiverGot() {
        DigestSeries series = series(TestWorkloads.bus(Optional.of(1), Optional.of(1)), sampled(0, 50), sampled(1, 50));

        assertThat(series.unitsPerSecond().subList(2, 18)).allMatch(rate -> Math.abs(rate - 500) <= 10);
    }

    @Test
    void onlyMembersThatWorkReachesHaveToBeSampled() {
        assertThat(DigestSeries.of(run(TestWorkloads.datagram(1, 1)), List.of(unsampled(0), sampled(1, 40))))
                .isPresent();
        assertThat(DigestSeries.of(run(TestWorkloads.datagram(1, 1)), List.of(sampled(0, 50), unsampled(1))))
                .isEmpty();
    }

    private static DigestSeries series(WorkloadSpec workload, MemberReport... reports) {
        return DigestSeries.of(run(workload), List.of(reports)).orElseThrow();
    }

    private static MemberReport sampled(int index, long unitsInAnInterval) {
        long[] units = new long[INTERVALS];
        Arrays.fill(units, unitsInAnInterval);
        return TestReport.whole(index, 2, 10_000)
                .in(INTERVAL.multipliedBy(INTERVALS))
                .arrivals(INTERVAL, units)
                .report();
    }

    private static MemberReport unsampled(int index) {
        return TestReport.whole(index, 2, 10_000)
                .in(INTERVAL.multipliedBy(INTERVALS))
                .report();
    }

    private static RunSpec run(WorkloadSpec workload) {
        return run(workload, 2);
    }

    private static RunSpec run(WorkloadSpec workload, int members) {
        return RunSpecBuilder.builder()
                .name("a")
                .members(members)
                .workload(workload)
                .transport(new TransportSpec("udp", Optional.empty(), Map.of(), 0))
                .repetitions(1)
                .startTimeout(Duration.ofMinutes(1))
                .maxSkew(Duration.ofMillis(10))
                .jvmOptions(List.of())
                .activeDeadline(Duration.ofMinutes(1))
                .build();
    }
}
