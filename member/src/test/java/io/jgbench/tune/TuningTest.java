package io.jgbench.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.api.v1alpha1.TuningSettings;
import io.jgbench.coordination.protocol.TuningReport.TuningOutcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a tuner does whose input makes no sense on its host, not any more, or that cut it off before. */
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

        assertThat(report.outcome()).isEqualTo(TuningOutcome.APPLY_FAILED);
        assertThat(report.problems()).singleElement().asString().startsWith("this host has no interface ens9");
        assertThat(host.mtu("eth0")).isEqualTo("1500");
        assertThatThrownBy(() -> tuning("tuner").apply(SENSELESS)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatCannotBeRestoredIsNotCalledBadInput() throws Exception {
        host.tuner(BOOT).apply(host.plan(JUMBO));
        host.breakMtu("eth0");

        var report = tuning("tuner").apply(SENSELESS);

        assertThat(report.outcome()).isEqualTo(TuningOutcome.RESTORE_FAILED);
        assertThat(report.problems()).hasSize(2);
    }

    @Test
    void whatATunerThatLivesHasSetIsLeftToIt() throws Exception {
        host.tuner(BOOT).apply(host.plan(JUMBO));
        var other = new HostLock(host.state().folder(), "other");
        HostLock.Holder holder;
        try (var guard = other.guard(Duration.ofSeconds(5))) {
            holder = guard.enter("run-1");
        }

        // the collector would free the lock of one that nobody holds any more
        try (holder) {
            assertThatThrownBy(() -> tuning("tuner").apply(SENSELESS)).isInstanceOf(IllegalArgumentException.class);
        }

        assertThat(host.mtu("eth0")).isEqualTo("9000");
    }

    @Test
    void whatCutTheHostOffIsNotSetAgainForTheSameRun() throws Exception {
        var mtus = new ArrayList<String>();
        var server = new FakeServer(() -> {
            mtus.add(mtu());
            return mtu().equals("1500");
        });

        var first = tuning("first", Optional.of(server.reachability())).apply(jumbo("run-1"));
        int asked = mtus.size();
        var second = tuning("second", Optional.of(server.reachability())).apply(jumbo("run-1"));

        assertThat(first.outcome()).isEqualTo(TuningOutcome.APPLY_FAILED);
        assertThat(mtus).contains("9000").hasSize(asked);
        assertThat(second.outcome()).isEqualTo(TuningOutcome.APPLY_FAILED);
        assertThat(second.problems())
                .singleElement()
                .asString()
                .startsWith("nothing is set again that a tuner of this run has put back on this host before: "
                        + first.problems().getFirst())
                .endsWith("run jgbench tune --restore, which forgets it");
        assertThat(second.settings())
                .allSatisfy(setting -> assertThat(setting.set()).isEmpty());
    }

    @Test
    void linkThatDidNotComeBackIsNotTakenDownAgainForTheSameRun() throws Exception {
        var looks = new AtomicInteger();
        var tuner = host.tuner(BOOT, _ -> looks.incrementAndGet() == 1, Duration.ofMillis(50));
        var server = Optional.of(new FakeServer(() -> true).reachability());

        assertThat(tuning("first", tuner, server).apply(jumbo("run-1")).problems())
                .singleElement()
                .asString()
                .startsWith("eth0 lost its link when its settings were changed");
        assertThat(tuning("second", tuner, server).apply(jumbo("run-1")).problems())
                .singleElement()
                .asString()
                .startsWith("nothing is set again");
    }

    @Test
    void whatCutTheHostOffIsSetForAnotherRunWithOtherValuesAndWhereItIsForgotten() throws Exception {
        var cutOff = Optional.of(new FakeServer(() -> mtu().equals("1500")).reachability());
        tuning("first", cutOff).apply(jumbo("run-1"));
        var silent = new FakeServer(() -> false);
        var unanswered = Optional.of(silent.reachability());

        tuning("other", unanswered).apply(jumbo("run-2"));
        assertThat(silent.requestBytes).as("asked for the other run").isNotEmpty();

        silent.requestBytes.clear();
        tuning("less", unanswered)
                .apply(new TuningRequest(
                        "run-1",
                        FakeHost.settings(4000, null, null),
                        Optional.of("eth0"),
                        Optional.empty(),
                        Protection.NONE));
        assertThat(silent.requestBytes).as("asked for another value").isNotEmpty();

        silent.requestBytes.clear();
        tuning("restore", unanswered).restore("by-hand");
        tuning("again", unanswered).apply(jumbo("run-1"));
        assertThat(silent.requestBytes).as("asked where it was forgotten").isNotEmpty();
    }

    private static TuningRequest jumbo(String run) {
        return new TuningRequest(run, JUMBO, Optional.of("eth0"), Optional.empty(), Protection.NONE);
    }

    private String mtu() {
        try {
            return host.mtu("eth0");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Tuning tuning(String name) {
        return tuning(name, Optional.empty());
    }

    private Tuning tuning(String name, Optional<Reachability> reachability) {
        return tuning(name, host.tuner(BOOT), reachability);
    }

    private Tuning tuning(String name, HostTuner tuner, Optional<Reachability> reachability) {
        var out = new PrintWriter(Writer.nullWriter());
        return new Tuning(
                host.planner(),
                tuner,
                new ConfirmedApply(tuner, reachability, _ -> {}),
                new HostLock(host.state().folder(), name),
                Duration.ofSeconds(5),
                new StopSignal(),
                new TuningOutputs(Optional.empty(), Optional.empty(), out, out));
    }
}
