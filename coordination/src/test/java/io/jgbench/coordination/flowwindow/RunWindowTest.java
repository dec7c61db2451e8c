package io.jgbench.coordination.flowwindow;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.spec.FlowWindow;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.RunSpecBuilder;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunWindowTest {
    private static final String XML = "<config><MFC max_credits=\"${jgbench.udp.credits:125K}\"/></config>";
    private static final Stack OVER_TCP =
            new Stack("tcp", "<config><MFC max_credits=\"${jgbench.tcp.credits:2M}\"/></config>");
    private static final WindowFacts FACTS =
            new WindowFacts(4, OptionalLong.of(4_194_304), OptionalLong.empty(), OptionalLong.empty());

    private static final FlowWindow PINNED = FlowWindow.fixed(500_000, "as stack.window has it");

    @Test
    void ruleChoosesWhereTheUserHasNamedNone() {
        RunSpec spec = spec(new Stack("udp", XML));

        assertThat(RunWindow.isOpen(spec)).isTrue();
        assertThat(window(spec)).isEqualTo(WindowRule.choose(FACTS));
        assertThat(RunWindow.isOpen(RunWindow.settled(spec, FACTS))).isFalse();
    }

    @Test
    void windowOfTheRunFileWinsOverTheRule() {
        RunSpec spec = spec(new Stack("udp", XML, Optional.of(PINNED)));

        assertThat(RunWindow.isOpen(spec)).isFalse();
        assertThat(window(spec)).isEqualTo(PINNED.withRoom(OptionalLong.of(1_048_576)));
    }

    @ParameterizedTest
    @CsvSource({"4M, 4000000", "125K, 125000", "1.5m, 1500000", "2MB, 2000000", "500000, 500000", "1KiB, 1000"})
    void optionOfTheJvmWinsOverAllAndIsReadAsJGroupsReadsIt(String option, long bytes) {
        RunSpec spec = spec(
                new Stack("udp", XML, Optional.of(PINNED)),
                "-Djgbench.udp.credits=1",
                "-Djgbench.udp.credits=" + option);

        assertThat(RunWindow.isOpen(spec)).isFalse();
        assertThat(window(spec).bytes()).isEqualTo(bytes);
        assertThat(window(spec).reason()).isEqualTo("as -Djgbench.udp.credits=" + option + " in jvm.options has it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "many", "0", "-1"})
    void optionThatIsNoSizeIsLeftToJGroups(String option) {
        RunSpec spec = spec(new Stack("udp", XML), "-Djgbench.udp.credits=" + option);

        assertThat(RunWindow.isOpen(spec)).isFalse();
        assertThat(RunWindow.settled(spec, FACTS)).isEqualTo(spec);
    }

    @Test
    void stacksThatLeaveNoWindowOpenAreTakenAsTheyAre() {
        for (Stack stack :
                List.of(new Stack("jgroups-udp", XML), new Stack("udp", "<config/>"), new Stack("tcp", XML))) {
            assertThat(RunWindow.isOpen(spec(stack))).isFalse();
            assertThat(RunWindow.settled(spec(stack), FACTS)).isEqualTo(spec(stack));
        }
        RunSpec raw = spec(Optional.empty());
        assertThat(RunWindow.isOpen(raw)).isFalse();
        assertThat(RunWindow.settled(raw, FACTS)).isEqualTo(raw);
    }

    @Test
    void optionOverTcpThatFragmentsDoNotFitIsTooSmall() {
        List<String> options = List.of("-Djgbench.tcp.credits=2M", "-Djgbench.tcp.credits=75999");

        assertThat(RunWindow.tooSmallOption(OVER_TCP, options))
                .hasValue(new RunWindow.TooSmallOption(
                        "jgbench.tcp.credits", 76_000, "-Djgbench.tcp.credits=75999", "-Djgbench.tcp.credits=2M"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"76K", "2M", "many", "0"})
    void optionOverTcpThatFragmentsFitOrThatIsNoSizeIsTaken(String window) {
        assertThat(RunWindow.tooSmallOption(OVER_TCP, List.of("-Djgbench.tcp.credits=" + window)))
                .isEmpty();
    }

    @Test
    void optionThatTheStackDoesNotReadIsLeftAlone() {
        List<String> options = List.of("-Djgbench.tcp.credits=1K");

        assertThat(RunWindow.tooSmallOption(new Stack("udp", XML), options)).isEmpty();
        assertThat(RunWindow.tooSmallOption(new Stack("jgroups-tcp", "<config/>"), options))
                .isEmpty();
    }

    private static FlowWindow window(RunSpec spec) {
        return RunWindow.settled(spec, FACTS).transport().window().orElseThrow();
    }

    private static RunSpec spec(Stack stack, String... jvmOptions) {
        return spec(Optional.of(stack), jvmOptions);
    }

    private static RunSpec spec(Optional<Stack> stack, String... jvmOptions) {
        return RunSpecBuilder.builder()
                .name("window")
                .members(4)
                .workload(new MulticastSpec(
                        1, RunLength.of(10), 1000, Warmup.of(0), 1, Duration.ofSeconds(1), Duration.ZERO, 128))
                .transport(new TransportSpec("jgroups", stack, Map.of(), 0))
                .repetitions(1)
                .startTimeout(Duration.ofSeconds(1))
                .maxSkew(Duration.ofMillis(10))
                .jvmOptions(List.of(jvmOptions))
                .activeDeadline(Duration.ofMinutes(1))
                .build();
    }
}
