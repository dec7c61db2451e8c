package io.jgbench.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.flowwindow.RunWindow;
import io.jgbench.coordination.flowwindow.WindowFacts;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.RunSpecBuilder;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import io.jgbench.local.host.ProcessHosts;
import io.jgbench.transport.Stacks;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LocalWindowTest {
    @Test
    void windowOfProcessesFollowsFromTheKernelsReceiveBuffer() throws IOException {
        var rmemMax = OptionalLong.of(4_194_304);
        try (var hosts = ProcessHosts.open(4)) {
            assertThat(new LocalWindow(rmemMax).facts(hosts, 4))
                    .isEqualTo(
                            new WindowFacts(4, OptionalLong.of(4_194_304), OptionalLong.empty(), OptionalLong.empty()));
            assertThat(window(new LocalWindow(rmemMax).settled(spec("udp"), hosts)))
                    .hasValue(1_048_576);
        }
    }

    @Test
    void whereTheKernelTellsNoLimitTheStackKeepsItsOwn() throws IOException {
        try (var hosts = ProcessHosts.open(4)) {
            assertThat(window(new LocalWindow(OptionalLong.empty()).settled(spec("udp"), hosts)))
                    .hasValue(125_000);
        }
    }

    @Test
    void bundledUdpAndItsVariantsAreTheOnlyStacksThatLeaveTheirWindowOpen() {
        assertThat(Stacks.BUNDLED.stream().filter(stack -> RunWindow.isOpen(spec(stack))))
                .containsExactly("udp", "udp-auth", "udp-encrypted");
        assertThat(RunWindow.isOpen(spec("jgroups-udp"))).isFalse();
    }

    private static OptionalLong window(RunSpec spec) {
        return spec.transport()
                .window()
                .map(window -> OptionalLong.of(window.bytes()))
                .orElse(OptionalLong.empty());
    }

    private static RunSpec spec(String stack) {
        return RunSpecBuilder.builder()
                .name("window")
                .members(4)
                .workload(new MulticastSpec(
                        1, RunLength.of(10), 1000, Warmup.of(0), 1, Duration.ofSeconds(1), Duration.ZERO, 128))
                .transport(new TransportSpec("jgroups", Optional.of(new Stacks().named(stack)), Map.of(), 0))
                .repetitions(1)
                .startTimeout(Duration.ofSeconds(1))
                .maxSkew(Duration.ofMillis(10))
                .jvmOptions(List.of("-Xmx64m"))
                .activeDeadline(Duration.ofMinutes(1))
                .build();
    }
}
