package io.jgbench.coordination.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.bottleneck.Bottleneck;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Three members, of which the first one's host tells a slower line rate than the run file declares of the others. */
class DeclaredLineRateTest {
    private static final Duration RUN = Duration.ofSeconds(10);
    private static final long GIGABIT = 1_000_000_000;
    private static final long MESSAGES = 100_000;

    /** With a number of messages all go at the pace of the slower link; with a duration each goes at its own. */
    @Test
    void itIsAnotherOneThanTheSlowerHostsSoThatADurationHasNoLimit() {
        assertThat(run(RunLength.of(MESSAGES)).figures().wireLimit()).isPresent();
        assertThat(run(RunLength.of(RUN)).figures().wireLimit()).isEmpty();
        assertThat(run(RunLength.of(RUN)).declaring(GIGABIT).figures().wireLimit())
                .isPresent();
    }

    @Test
    void linkThatCarriesMoreThanTheSlowerHostsCouldIsNotFull() {
        // 1.2 Gbit/s
        var second = member(1).carried(1_500_000_000, 1100 * MESSAGES);

        assertThat(run(RunLength.of(MESSAGES), second).result().bottleneck().map(Bottleneck::type))
                .hasValueSatisfying(type -> assertThat(type).isNotEqualTo(BottleneckType.WIRE));
        assertThat(run(RunLength.of(MESSAGES), second)
                        .declaring(GIGABIT)
                        .result()
                        .bottleneck()
                        .map(Bottleneck::type))
                .hasValue(BottleneckType.WIRE);
    }

    @Test
    void trafficOfOthersIsAShareOfTheDeclaredRate() {
        // 0.25 Gbit/s more than what the 200,000 messages of the others can have taken
        var second = member(1).carried(580_000_000, 1100 * MESSAGES);

        assertThat(otherTraffic(run(RunLength.of(MESSAGES), second))).isEmpty();
        assertThat(otherTraffic(run(RunLength.of(MESSAGES), second).declaring(GIGABIT)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.WARNING));
    }

    private static List<Finding> otherTraffic(TestRun run) {
        return run.result().verdict().findings().stream()
                .filter(finding -> finding.reason() == Finding.Reason.OTHER_TRAFFIC)
                .toList();
    }

    private static TestRun run(RunLength length) {
        return run(length, member(1));
    }

    private static TestRun run(RunLength length, TestReport second) {
        List<MemberReport> reports = Stream.of(
                        member(0).host(HostFact.LINE_RATE_BITS_PER_SECOND, String.valueOf(GIGABIT)), second, member(2))
                .map(TestReport::report)
                .toList();
        var workload = new MulticastSpec(3, length, 1000, Warmup.of(0), 1, Duration.ofSeconds(1), Duration.ZERO, 100);
        return TestRun.of(workload, reports).link(Link.ethernet(GIGABIT, 1500)).declaring(10 * GIGABIT);
    }

    private static TestReport member(int index) {
        return TestReport.whole(index, 3, MESSAGES)
                .in(RUN)
                .host(HostFact.BOOT, "host-" + index)
                .host(HostFact.NETWORK_NAMESPACE, "net:[" + index + "]");
    }
}
