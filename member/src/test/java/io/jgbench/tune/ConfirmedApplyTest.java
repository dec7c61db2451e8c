package io.jgbench.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.FlowControlSettings;
import io.jgbench.api.v1alpha1.SysctlSetting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfirmedApplyTest {
    private static final String BOOT = "this-boot";

    @TempDir
    private Path folder;

    private FakeHost host;
    private HostTuner tuner;
    private final List<String> notes = new ArrayList<>();

    @BeforeEach
    void makeHost() throws Exception {
        host = new FakeHost(folder);
        tuner = host.tuner(BOOT);
    }

    @Test
    void settingsWithWhichTheHostIsReachedStay() throws Exception {
        var server = new FakeServer(() -> true);

        var applied = confirmed(server).apply(host.plan(FakeHost.settings(9000, "25Mi", null)));

        assertThat(applied.verified()).isTrue();
        assertThat(host.mtu("eth0")).isEqualTo("9000");
        assertThat(server.requestBytes)
                .as("several packets of the larger MTU, before and after")
                .containsExactly(36_000, 36_000);
        assertThat(notes).containsExactly("10.96.0.1:443 answers with the new settings, too");
        assertThat(host.state().read().orElseThrow().unconfirmed()).isFalse();
    }

    @Test
    void mtuThatIsLoweredIsNotedAsConnectionsOfBeforeSendLargerPackets() throws Exception {
        var plan = host.plan(FakeHost.settings(1400, null, null));

        confirmed(new FakeServer(() -> true)).apply(plan);

        assertThat(notes)
                .contains("eth0 mtu is 1400 instead of 1500: existing TCP connections may still send larger packets,"
                        + " which are lost until they reconnect; a kubelet does so after 45 s");
    }

    @Test
    void settingsThatCutTheHostOffArePutBackAtOnceAndNamed() throws Exception {
        var server = new FakeServer(() -> isMtu("1500"));
        var plan = host.plan(FakeHost.settings(9000, "25Mi", new FlowControlSettings(true, true)));

        var applied = confirmed(server).apply(plan);

        assertThat(applied.problems())
                .containsExactly("10.96.0.1:443 did not answer within 10 s after these were set: net.core.rmem_max to"
                        + " 26214400 (found 212992), eth0 mtu to 9000 (found 1500), eth0 flowControl to rx on, tx on,"
                        + " autoneg on (found rx off, tx off, autoneg on); it had answered before; the last attempt:"
                        + " no route; the host was put back as it was; all that is between must carry packets of that"
                        + " MTU, look at the switch's ports");
        assertThat(applied.putBack().complete()).isTrue();
        assertThat(host.mtu("eth0")).isEqualTo("1500");
        assertThat(host.sysctl("net.core.rmem_max")).isEqualTo("212992");
        assertThat(host.pauseFrames.get("eth0")).isEqualTo(new PauseFrames(false, false, true));
        assertThat(applied.settings()).anySatisfy(setting -> {
            assertThat(setting.name()).isEqualTo("eth0 mtu");
            assertThat(setting.set()).contains("9000");
            assertThat(setting.restored()).contains("1500");
        });
        assertThat(host.state().file()).doesNotExist();
    }

    @Test
    void hostOfWhichASettingHasGoneMeanwhileIsNotCalledPutBack() throws Exception {
        var asked = new AtomicInteger();
        var server = new FakeServer(() -> {
            if (asked.incrementAndGet() > 1) {
                host.pauseFrames.clear();
                return false;
            }
            return true;
        });

        var applied =
                confirmed(server).apply(host.plan(FakeHost.settings(9000, null, new FlowControlSettings(true, true))));

        assertThat(applied.problems())
                .hasSize(2)
                .anySatisfy(problem -> assertThat(problem)
                        .contains("the host could not be put back as it was, see the other problems"))
                .anySatisfy(problem -> assertThat(problem).startsWith("eth0 flowControl is not put back to rx off, "));
        assertThat(host.mtu("eth0")).isEqualTo("1500");
    }

    @Test
    void tunerThatIsToldToEndWhileItWaitsForTheAnswerPutsTheHostBack() throws Exception {
        var asked = new AtomicInteger();
        var stopping = new FakeServer[1];
        stopping[0] = new FakeServer(() -> {
            if (asked.incrementAndGet() == 1) {
                return true;
            }
            stopping[0].stop.done();
            request(stopping[0].stop);
            return false;
        });

        var applied = confirmed(stopping[0]).apply(host.plan(FakeHost.settings(9000, null, null)));

        assertThat(applied.problems())
                .singleElement()
                .asString()
                .startsWith(
                        "10.96.0.1:443 did not answer when the tuner was told to end after these were set: eth0 mtu");
        assertThat(asked).hasValue(2);
        assertThat(host.mtu("eth0")).isEqualTo("1500");
    }

    @Test
    void interfaceWithTheHostsAddressIsNotChangedWhereNobodyAnswersBefore() throws Exception {
        var server = new FakeServer(() -> false);

        var applied = confirmed(server).apply(host.plan(FakeHost.settings(9000, "25Mi", null)));

        assertThat(applied.problems())
                .containsExactly("nothing was set: eth0 mtu to 9000 (found 1500) can cut this host off, as its own"
                        + " address is on that interface or its traffic passes it; 10.96.0.1:443 did not answer within"
                        + " 30 s before the change (no route), so a failure would go unnoticed; name a server that"
                        + " answers with --confirm, or another interface (spec.placement.interface)");
        assertThat(host.mtu("eth0")).isEqualTo("1500");
        assertThat(host.sysctl("net.core.rmem_max")).isEqualTo("212992");
        assertThat(host.state().file()).doesNotExist();
    }

    @Test
    void whatDoesNotCutTheHostOffIsSetWithoutBeingJudgedWhereNobodyAnswersBefore() throws Exception {
        var server = new FakeServer(() -> false);

        var applied = confirmed(server)
                .apply(host.plan(
                        FakeHost.settings(null, "25Mi", null, new SysctlSetting("net.core.wmem_max", "300000"))));

        assertThat(applied.verified()).isTrue();
        assertThat(host.sysctl("net.core.wmem_max")).isEqualTo("300000");
        assertThat(notes)
                .containsExactly("10.96.0.1:443 does not answer (no route), tried for 30 s before anything is set:"
                        + " whether the host can be reached afterwards is not judged");
        assertThat(host.state().read().orElseThrow().unconfirmed()).isFalse();
    }

    @Test
    void serverThatIsTooBusyAtFirstIsWaitedForAsNothingIsCutOffBefore() throws Exception {
        var asked = new AtomicInteger();
        // each failure takes 3 s: it answers after 18 s
        var server = new FakeServer(() -> asked.incrementAndGet() > 6);

        var applied = confirmed(server).apply(host.plan(FakeHost.settings(9000, "25Mi", null)));

        assertThat(applied.verified()).isTrue();
        assertThat(host.mtu("eth0")).isEqualTo("9000");
    }

    @Test
    void answerThatTookLongBeforeMayTakeAsLongAfterwards() throws Exception {
        var asked = new AtomicInteger();
        // 18 s before the change, and 15 s after it
        var server = new FakeServer(() -> asked.incrementAndGet() == 7 || asked.get() > 12);

        var applied = confirmed(server).apply(host.plan(FakeHost.settings(9000, "25Mi", null)));

        assertThat(applied.verified()).isTrue();
        assertThat(host.mtu("eth0")).isEqualTo("9000");
        assertThat(asked).hasValue(13);
    }

    @Test
    void timeThatIsLongerThanAskedForIsExplained() throws Exception {
        var asked = new AtomicInteger();
        // it answers after 18 s, and never again
        var server = new FakeServer(() -> asked.incrementAndGet() == 7);

        var applied = confirmed(server).apply(host.plan(FakeHost.settings(9000, null, null)));

        assertThat(applied.problems())
                .singleElement()
                .asString()
                .startsWith("10.96.0.1:443 did not answer within 18 s, as long as its answer took before, after these"
                        + " were set: eth0 mtu to 9000 (found 1500); it had answered before; ");
    }

    @Test
    void nobodyIsAskedWhereNothingIsToBeChanged() throws Exception {
        var server = new FakeServer(() -> false);

        var applied = confirmed(server).apply(host.plan(FakeHost.settings(1500, null, null)));

        assertThat(applied.verified()).isTrue();
        assertThat(server.requestBytes).isEmpty();
    }

    @Test
    void settingsOfATunerThatWasKilledBeforeTheAnswerDoNotStayForItsOwnRunEither() throws Exception {
        tuner.apply(host.plan(FakeHost.settings(9000, null, null)));

        var restored = tuner.restoreUnlessOf("run-1");

        assertThat(restored.values()).containsEntry("eth0 mtu", "1500");
        assertThat(host.mtu("eth0")).isEqualTo("1500");
    }

    @Test
    void confirmedSettingsOfATunerThatWasKilledStayForItsOwnRun() throws Exception {
        confirmed(new FakeServer(() -> true)).apply(host.plan(FakeHost.settings(9000, null, null)));

        assertThat(tuner.restoreUnlessOf("run-1")).isEqualTo(RestoreResult.NOTHING);
        assertThat(host.mtu("eth0")).isEqualTo("9000");
    }

    private ConfirmedApply confirmed(FakeServer server) {
        return new ConfirmedApply(tuner, Optional.of(server.reachability()), notes::add);
    }

    private boolean isMtu(String bytes) {
        try {
            return host.mtu("eth0").equals(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void request(StopSignal stop) {
        try {
            stop.requestAndAwait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
