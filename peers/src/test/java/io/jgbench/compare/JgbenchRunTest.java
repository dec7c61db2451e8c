package io.jgbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.flowwindow.RunWindow;
import io.jgbench.local.LocalWindow;
import io.jgbench.local.host.ProcessHosts;
import io.jgbench.transport.Stacks;
import java.util.List;
import org.junit.jupiter.api.Test;

class JgbenchRunTest {

    @Test
    void otherProgramGetsTheWindowThatMembersOfJgbenchGet() {
        try (var hosts = ProcessHosts.open(4)) {
            var window = RunWindow.of(new Stacks().named("udp"), List.of(), new LocalWindow().facts(hosts, 4))
                    .orElseThrow();

            assertThat(new JgbenchRun(List.of("-Xmx64m")).optionsOfOther("udp", hosts))
                    .containsExactly("-Xmx64m", "-Djgbench.udp.credits=" + window.bytes());
        }
    }

    @Test
    void windowThatTheUserNamesIsThatOfBoth() {
        try (var hosts = ProcessHosts.open(4)) {
            assertThat(new JgbenchRun(List.of("-Djgbench.udp.credits=300K")).optionsOfOther("udp", hosts))
                    .last()
                    .isEqualTo("-Djgbench.udp.credits=300000");
        }
    }

    @Test
    void programsWithAnotherStackAreLeftAlone() {
        try (var hosts = ProcessHosts.open(4)) {
            var run = new JgbenchRun(List.of("-Xmx64m"));

            assertThat(run.optionsOfOther("tcp", hosts)).containsExactly("-Xmx64m");
            assertThat(run.optionsOfOther("jgroups-udp", hosts)).containsExactly("-Xmx64m");
        }
    }
}
