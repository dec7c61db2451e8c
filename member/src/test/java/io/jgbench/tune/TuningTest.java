package io.jgbench.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.api.v1alpha1.TuningSettings;
import io.jgbench.coordination.protocol.TuningReport.Outcome;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a tuner does whose input makes no sense on its host, or not any more. */
class TuningTest {
    private static final String BOOT = "this-boot";
    private static final TuningSettings JUMBO = FakeHost.settings(9000, null, null);
    private static final TuningRequest SENSELESS =
            new TuningRequest("run-1", JUMBO, Optional.of("ens9"), Optional.empty(), Protection.NONE);

    @TempDir
    private Path folder;

    private FakeHost host;

    @BeforeEach
    void makeHost() throws Exception {
        host = new FakeHost(folder);
    }

    @Test
    void inputIsBadWhereNothingWasChanged() {
        assertThatThrownBy(() -> tuning("tuner").apply(SENSELESS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("this host has no interface ens9");
    }

    @Test
    void whatAKilledTunerHasSetIsRestoredBeforeTheInputIsCalledBad() throws Exception {
        host.tuner(BOOT).apply(host.plan(JUMBO));

        var report = tuning("tuner").apply(SENSELESS);

        assertThat(report.outcome()).isEqualTo(Outcome.APPLY_FAILED);
        assertThat(report.problems()).singleElement().asString().startsWith("this host has no interface ens9");
        assertThat(host.mtu("eth0")).isEqualTo("1500");
        assertThatThrownBy(() -> tuning("tuner").apply(SENSELESS)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatCannotBeRestoredIsNotCalledBadInput() throws Exception {
        host.tuner(BOOT).apply(host.plan(JUMBO));
        host.breakMtu("eth0");

        var report = tuning("tuner").apply(SENSELESS);

        assertThat(report.outcome()).isEqualTo(Outcome.RESTORE_FAILED);
        assertThat(report.problems()).hasSize(2);
    }

    @Test
    void whatATunerThatLivesHasSetIsLeftToIt() throws Exception {
        host.tuner(BOOT).apply(host.plan(JUMBO));
        var other = new HostLock(host.state().folder(), "other");
        try (var guard = other.guard(Duration.ofSeconds(5))) {
            guard.enter("run-1");
        }

        assertThatThrownBy(() -> tuning("tuner").apply(SENSELESS)).isInstanceOf(IllegalArgumentException.class);

        assertThat(host.mtu("eth0")).isEqualTo("9000");
    }

    private Tuning tuning(String name) {
        var out = new PrintWriter(Writer.nullWriter());
        HostTuner tuner = host.tuner(BOOT);
        return new Tuning(
                host.planner(),
                tuner,
                new ConfirmedApply(tuner, Optional.empty(), _ -> {}),
                new HostLock(host.state().folder(), name),
                Duration.ofSeconds(5),
                new StopSignal(),
                new TuningOutputs(Optional.empty(), Optional.empty(), out, out));
    }
}
