package io.jgbench.coordination.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.TestReport;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.RunSpecBuilder;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.workload.datagram.DatagramSpec;
import io.jgbench.coordination.workload.datagram.DatagramSpecBuilder;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec;
import io.jgbench.coordination.workload.messagebus.MessageBusSpecSendingBuilder;
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
        DigestSeries series = series(datagram(), sampled(0, 50), sampled(1, 40));

        assertThat(series.unitsPerSecond().subList(2, 18)).allMatch(rate -> Math.abs(rate - 400) <= 10);
    }

    @Test
    void listenerThatNobodyPublishesToIsAPublisherAlone() {
        DatagramSpec all = DatagramSpecBuilder.builder(datagram()).listeners(3).build();

        DigestSeries series = DigestSeries.of(run(all, 3), List.of(sampled(0, 50), sampled(1, 40), sampled(2, 40)))
                .orElseThrow();

        assertThat(series.unitsPerSecond().subList(2, 18)).allMatch(rate -> Math.abs(rate - 800) <= 10);
    }

    @Test
    void whatASenderOfABusSentIsNotAddedToWhatItsReceiverGot() {
        DigestSeries series = series(bus(), sampled(0, 50), sampled(1, 50));

        assertThat(series.unitsPerSecond().subList(2, 18)).allMatch(rate -> Math.abs(rate - 500) <= 10);
    }

    @Test
    void onlyMembersThatWorkReachesHaveToBeSampled() {
        assertThat(DigestSeries.of(run(datagram()), List.of(unsampled(0), sampled(1, 40))))
                .isPresent();
        assertThat(DigestSeries.of(run(datagram()), List.of(sampled(0, 50), unsampled(1))))
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

    private static DatagramSpec datagram() {
        return DatagramSpecBuilder.builder()
                .publishers(1)
                .listeners(1)
                .packetBytes(1000)
                .processBytes(4)
                .rxBufferPackets(1428)
                .txBufferPackets(16)
                .rxTimeout(Duration.ofSeconds(1))
                .duration(Duration.ofSeconds(2))
                .warmup(Warmup.of(0))
                .provider(DatagramSpec.Provider.AUTO)
                .logInterval(Duration.ofSeconds(1))
                .build();
    }

    private static MessageBusSpec bus() {
        return new MessageBusSpec(
                MessageBusSpecSendingBuilder.builder()
                        .senders(Optional.of(1))
                        .receivers(Optional.of(1))
                        .threads(1)
                        .smallestBytes(1000)
                        .largestBytes(1000)
                        .latencyFrequency(100)
                        .receipts(true)
                        .blockSpin(Duration.ZERO)
                        .build(),
                new MessageBusSpec.Processing(0, 0, Optional.empty(), false),
                Duration.ofSeconds(2),
                Warmup.of(0),
                Duration.ofSeconds(1),
                false);
    }
}
