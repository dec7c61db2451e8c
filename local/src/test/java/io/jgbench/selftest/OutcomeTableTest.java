package io.jgbench.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.bottleneck.Bottleneck;
import io.jgbench.coordination.result.Finding.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutcomeTableTest {
    @Test
    void rowCountsRoundsAndEvidenceIsGivenOfWhatWasWrong() {
        var outcomes = List.of(
                held(1, 2, BottleneckType.LOSS, "member-2", "it is loss"),
                held(2, 0, BottleneckType.LOSS, "member-0", "it is loss"),
                held(3, 1, BottleneckType.WIRE, "member-1", "it is the wire"),
                PlantedOutcome.judged(
                        run("loss", 4, 3), new FirstCause.Found(Reason.HOST_BUSY.found("others took 1.2 CPUs")), 1),
                PlantedOutcome.notPlanted(run("mtu", 1, 1), "there is no ip on the PATH"));

        assertThat(String.join("\n", OutcomeTable.lines(outcomes))).isEqualTo("""
                        PLANTED  STACK   RIGHT               NAMED FIRST
                        loss       udp  2 of 3  Loss x 2, Wire, HostBusy
                        mtu        udp       -               not planted

                        loss over udp at member-1, round 3: wrong: it is the wire

                        loss over udp at member-3, round 4: disturbed: others took 1.2 CPUs

                        mtu over udp at member-1, round 1: not planted: there is no ip on the PATH

                        2 of 3 right, 1 disturbed by programs beside the run, 1 not planted""");
    }

    @Test
    void cleanRunsAreSummedUpWithTheirWarnings() {
        var limit = new FirstCause.Held(
                new Bottleneck(BottleneckType.HOST_CPU, Optional.of("member-0 and 3 more"), false, "it is the CPUs"));
        var warning = new FirstCause.Found(Reason.NOT_STEADY.found("it rose"));
        var outcomes = List.of(
                PlantedOutcome.judged(run("clean", 1, 0), limit, 0),
                PlantedOutcome.judged(run("clean", 1, 0, SelfTestWorkload.RPC), warning, 2));

        assertThat(OutcomeTable.lines(outcomes)).endsWith("1 of 2 right; 2 clean runs, 2 warnings");
        assertThat(OutcomeTable.lines(outcomes)).anyMatch(line -> line.contains("udp, rpc"));
    }

    private static PlantedOutcome held(int round, int victim, BottleneckType type, String member, String message) {
        return PlantedOutcome.judged(
                run("loss", round, victim),
                new FirstCause.Held(new Bottleneck(type, Optional.of(member), true, message)),
                1);
    }

    private static PlantedRun run(String fault, int round, int victim) {
        return run(fault, round, victim, SelfTestWorkload.MULTICAST);
    }

    private static PlantedRun run(String fault, int round, int victim, SelfTestWorkload workload) {
        return new PlantedRun(
                round,
                "udp",
                workload,
                Faults.named(fault).orElseThrow(),
                new FaultTargets(victim, (victim + 1) % 4, 4),
                Duration.ZERO);
    }
}
