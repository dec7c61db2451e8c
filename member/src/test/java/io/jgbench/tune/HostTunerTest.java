package io.jgbench.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.api.v1alpha1.FlowControlSettings;
import io.jgbench.api.v1alpha1.SysctlSetting;
import io.jgbench.coordination.protocol.TuningReport.Setting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostTunerTest {
    private static final String BOOT = "this-boot";

    @TempDir
    private Path folder;

    private FakeHost host;
    private HostTuner tuner;

    @BeforeEach
    void makeHost() throws Exception {
        host = new FakeHost(folder);
        tuner = host.tuner(BOOT);
    }

    @Test
    void whatDiffersIsSetAndPutBack() throws Exception {
        var plan = host.plan(FakeHost.settings(
                9000, "25Mi", new FlowControlSettings(true, true), new SysctlSetting("net.core.wmem_max", "5")));

        var applied = tuner.apply(plan);

        assertThat(applied.problems()).isEmpty();
        assertThat(host.mtu("eth0")).isEqualTo("9000");
        assertThat(host.sysctl("net.core.rmem_max")).isEqualTo("26214400");
        assertThat(host.pauseFrames.get("eth0")).isEqualTo(new PauseFrames(true, true, true));
        assertThat(applied.settings())
                .contains(new Setting(
                        "eth0 flowControl",
                        Optional.of("rx off, tx off, autoneg on"),
                        Optional.of("rx on, tx on"),
                        Optional.of("rx on, tx on, autoneg on"),
                        Optional.empty(),
                        Optional.empty()));

        var restored = tuner.restore();

        assertThat(restored.complete()).isTrue();
        assertThat(restored.values())
                .containsEntry("eth0 mtu", "1500")
                .containsEntry("net.core.rmem_max", "212992")
                .containsEntry("net.core.wmem_max", "212992")
                .containsEntry("eth0 flowControl", "rx off, tx off, autoneg on");
        assertThat(host.mtu("eth0")).isEqualTo("1500");
        assertThat(host.state().file()).doesNotExist();
    }

    @Test
    void hostIsPutBackWhenItsLinkIsUpAgain() throws Exception {
        var plan = host.plan(FakeHost.settings(9000, "25Mi", new FlowControlSettings(true, true)));
        assertThat(tuner.apply(plan).problems()).isEmpty();
        var looks = new AtomicInteger();
        HostTuner restoring =
                host.tuner(BOOT, _ -> looks.incrementAndGet() == 1 || looks.get() > 5, Duration.ofMinutes(1));

        assertThat(restoring.restore().complete()).isTrue();

        assertThat(looks.get()).as("looks at the link").isGreaterThan(5);
    }

    @Test
    void interfaceThatKeepsTheHostReachableIsNotChangedAndNothingElseEither() throws Exception {
        host.addInterface("lo");
        host.below("lo", "eth0");

        var applied = tuner.apply(host.protecting());

        assertThat(applied.problems())
                .singleElement()
                .asString()
                .startsWith("eth0 mtu must be 9000, found 1500, and must not be set: the host's own address or"
                        + " its way to the API server is on eth0")
                .endsWith("policy.tuning.managementInterfaces");
        assertThat(host.mtu("eth0")).isEqualTo("1500");
        assertThat(host.sysctl("net.core.rmem_max")).isEqualTo("212992");
    }

    @Test
    void interfaceThatKeepsTheHostReachableMayHaveAlreadyWhatIsAskedOfIt() throws Exception {
        host.addInterface("lo");
        host.below("lo", "eth0");
        host.mtu("eth0", 9000);

        assertThat(tuner.apply(host.protecting()).problems()).isEmpty();
        assertThat(host.sysctl("net.core.rmem_max")).isEqualTo("26214400");
    }

    @Test
    void whatIsEnoughIsNotTouchedAndLeavesNoNote() throws Exception {
        host.sysctl("net.core.rmem_max", "30000000");

        var applied = tuner.apply(host.plan(FakeHost.settings(1500, "25Mi", null)));

        assertThat(applied.verified()).isTrue();
        assertThat(host.sysctl("net.core.rmem_max")).isEqualTo("30000000");
        assertThat(host.state().file()).doesNotExist();
    }

    @Test
    void verifyingChangesNothingAndSaysWhatToType() throws Exception {
        var compared = tuner.verify(host.plan(FakeHost.settings(9000, "25Mi", new FlowControlSettings(null, true))));

        assertThat(compared.problems())
                .containsExactly(
                        "net.core.rmem_max must be at least 26214400, found 212992; sysctl -w"
                                + " net.core.rmem_max=26214400 sets it, and so does a run with tuning.mode: Apply",
                        "eth0 mtu must be 9000, found 1500; ip link set dev eth0 mtu 9000 sets it,"
                                + " and so does a run with tuning.mode: Apply",
                        "eth0 flowControl must be tx on, found rx off, tx off, autoneg on; ethtool -A eth0 autoneg on"
                                + " rx off tx on sets it, and so does a run with tuning.mode: Apply");
        assertThat(host.mtu("eth0")).isEqualTo("1500");
    }

    @Test
    void nothingIsSetWhereSomethingCannotBe() throws Exception {
        host.pauseFrames.clear();

        var applied = tuner.apply(host.plan(FakeHost.settings(9000, null, new FlowControlSettings(true, true))));

        assertThat(applied.problems()).containsExactly("eth0 flowControl must be rx on, tx on, not supported");
        assertThat(host.mtu("eth0")).isEqualTo("1500");
        assertThat(host.state().file()).doesNotExist();
    }

    /** The kernel refuses a low bound above the high one. */
    @ParameterizedTest
    @CsvSource({"8388608, 0", "33554432, 1"})
    void parametersThatBoundEachOtherAreSetInWhicheverOrderTheyAreDeclared(String low, int refused) throws Exception {
        host.sysctl("net.ipv4.ipfrag_low_thresh", "3145728");
        host.sysctl("net.ipv4.ipfrag_high_thresh", "4194304");
        var plan = host.plan(FakeHost.settings(
                null,
                null,
                null,
                new SysctlSetting("net.ipv4.ipfrag_low_thresh", low),
                new SysctlSetting("net.ipv4.ipfrag_high_thresh", "16777216")));
        var high = new AtomicInteger(4_194_304);

        var problems = HostTuner.setAll(host.wrong(plan), reading -> {
            int asked = Integer.parseInt(reading.target().orElseThrow());
            boolean isHigh = reading.item().key().subject().endsWith("high_thresh");
            if (isHigh) {
                high.set(asked);
            }
            return isHigh || asked <= high.get() ? Optional.empty() : Optional.of("it is above the high one");
        });

        assertThat(problems).hasSize(refused);
        assertThat(high).hasValue(16_777_216);
    }

    /** To change it may cost its link. */
    @Test
    void interfaceIsLeftAloneWhereAParameterCannotBeSet() throws Exception {
        var plan = host.plan(FakeHost.settings(9000, "25M", null));
        List<SettingKey.Kind> asked = new ArrayList<>();

        var problems = HostTuner.setAll(host.wrong(plan), reading -> {
            asked.add(reading.item().key().kind());
            return Optional.of("it is read-only");
        });

        assertThat(host.wrong(plan)).hasSize(2);
        assertThat(asked).containsExactly(SettingKey.Kind.SYSCTL);
        assertThat(problems).hasSize(1);
    }

    /** It could be put back in part alone. */
    @Test
    void parameterWhoseValueIsTooLongToBeNotedIsNotSet() throws Exception {
        String ports = "1000,".repeat(1000);
        host.sysctl("net.ipv4.ip_local_reserved_ports", ports);

        var applied = tuner.apply(host.plan(
                FakeHost.settings(null, null, null, new SysctlSetting("net.ipv4.ip_local_reserved_ports", "7800"))));

        assertThat(applied.problems()).singleElement().asString().contains("longer than 4096 bytes");
        assertThat(host.sysctl("net.ipv4.ip_local_reserved_ports")).isEqualTo(ports);
    }

    @Test
    void parameterThatTheKernelDoesNotHaveIsNamed() {
        var applied = tuner.apply(
                host.plan(FakeHost.settings(null, null, null, new SysctlSetting("net.core.nonsense", "1"))));

        assertThat(applied.problems())
                .singleElement()
                .asString()
                .contains("net.core.nonsense must be 1, this host has");
    }

    @Test
    void whatATunerThatWasKilledSetBeforeKeepsItsFirstOriginal() throws Exception {
        tuner.apply(host.plan(FakeHost.settings(9000, null, null)));

        tuner.apply(host.plan(FakeHost.settings(4000, null, null)));
        tuner.restore();

        assertThat(host.mtu("eth0")).isEqualTo("1500");
    }

    @Test
    void valueThatTheDriverChangesOnWritingIsPutBackWhereItIsNotEnough() throws Exception {
        host.pauseFramesTaken = asked -> new PauseFrames(false, asked.tx(), asked.autonegotiated());

        var applied = tuner.apply(host.plan(FakeHost.settings(9000, null, new FlowControlSettings(true, true))));
        var restored = tuner.restore();

        assertThat(applied.problems())
                .singleElement()
                .asString()
                .startsWith("eth0 flowControl must be rx on, tx on, found rx off, tx on, autoneg on after it was set");
        assertThat(restored.leftAlone()).isEmpty();
        assertThat(host.pauseFrames.get("eth0")).isEqualTo(new PauseFrames(false, false, true));
        assertThat(host.mtu("eth0")).isEqualTo("1500");
    }

    @Test
    void flowControlThatAutonegotiationOverridesIsSetWithoutIt() throws Exception {
        host.pauseFrames.put("eth0", new PauseFrames(true, true, true));
        host.pauseFramesTaken = asked -> asked.autonegotiated() ? new PauseFrames(true, true, true) : asked;

        var applied = applyAndConfirm(host.plan(FakeHost.settings(null, null, new FlowControlSettings(false, false))));

        assertThat(applied.problems()).isEmpty();
        assertThat(host.pauseFrames.get("eth0")).isEqualTo(new PauseFrames(false, false, false));
        assertThat(tuner.restore().values()).containsEntry("eth0 flowControl", "rx on, tx on, autoneg on");
        assertThat(host.pauseFrames.get("eth0")).isEqualTo(new PauseFrames(true, true, true));
    }

    @Test
    void flowControlThatTheOtherEndDoesNotOfferIsNotForcedAndTheSwitchIsNamed() throws Exception {
        host.pauseFramesTaken = asked -> asked.autonegotiated() ? new PauseFrames(false, false, true) : asked;

        var applied = tuner.apply(host.plan(FakeHost.settings(null, null, new FlowControlSettings(true, true))));

        assertThat(applied.problems())
                .containsExactly("eth0 flowControl must be rx on, tx on, found rx off, tx off, autoneg on after it was"
                        + " set: it is negotiated with the other end of the link, which offers something else; set"
                        + " flow control of the switch's port, or turn its autonegotiation off on both ends");
    }

    @Test
    void flowControlThatTheOtherEndDoesNotOfferIsAskedForNoMoreOnceItIsRestored() throws Exception {
        host.pauseFramesTaken = asked -> asked.autonegotiated() ? new PauseFrames(false, false, true) : asked;
        tuner.apply(host.plan(FakeHost.settings(null, null, new FlowControlSettings(true, true))));
        assertThat(host.pauseFramesAsked.get("eth0")).isEqualTo(new PauseFrames(true, true, true));

        assertThat(tuner.restore().complete()).isTrue();

        assertThat(host.pauseFramesAsked.get("eth0"))
                .as("a driver tells what was negotiated, which is as before")
                .isEqualTo(new PauseFrames(false, false, true));
    }

    @Test
    void valueThatTheDriverChangesOnWritingIsPutBackWhereItIsEnough() throws Exception {
        host.pauseFramesTaken = asked -> new PauseFrames(asked.rx(), asked.tx(), asked.autonegotiated() && !asked.rx());

        var applied = applyAndConfirm(host.plan(FakeHost.settings(null, null, new FlowControlSettings(true, true))));
        var restored = tuner.restore();

        assertThat(applied.problems()).isEmpty();
        assertThat(restored.leftAlone()).isEmpty();
        assertThat(restored.values()).containsEntry("eth0 flowControl", "rx off, tx off, autoneg on");
        assertThat(host.pauseFrames.get("eth0")).isEqualTo(new PauseFrames(false, false, true));
    }

    @Test
    void valueThatTheDriverMakesOfTheOriginalIsPutBackByTheNextTuner() throws Exception {
        applyAndConfirm(host.plan(FakeHost.settings(null, null, new FlowControlSettings(true, true))));
        host.pauseFramesTaken = asked -> new PauseFrames(asked.rx(), true, false);
        assertThat(tuner.restore().complete()).isFalse();
        host.pauseFramesTaken = asked -> asked;

        var restored = tuner.restore();

        assertThat(restored.values()).containsEntry("eth0 flowControl", "rx off, tx off, autoneg on");
        assertThat(host.pauseFrames.get("eth0")).isEqualTo(new PauseFrames(false, false, true));
    }

    @Test
    void whatATunerThatWasKilledHasSetIsNotConfirmedByOneThatFindsAllAsAsked() throws Exception {
        var plan = host.plan(FakeHost.settings(9000, null, null));
        tuner.apply(plan);

        applyAndConfirm(plan);

        assertThat(host.state().read().orElseThrow().unconfirmed()).isTrue();
    }

    @Test
    void whatSomebodyElseChangedMeanwhileIsLeftAlone() throws Exception {
        applyAndConfirm(host.plan(FakeHost.settings(9000, "25Mi", null)));
        host.mtu("eth0", 4000);

        var restored = tuner.restore();

        assertThat(host.mtu("eth0")).isEqualTo("4000");
        assertThat(host.sysctl("net.core.rmem_max")).isEqualTo("212992");
        assertThat(restored.leftAlone().get("eth0 mtu"))
                .isEqualTo("eth0 mtu is 4000, which is neither what was found (1500) nor what was set (9000):"
                        + " another program has changed it since, so it is not restored");
        assertThat(host.state().file()).doesNotExist();
    }

    @Test
    void notesOfAnEarlierBootAreForgotten() throws Exception {
        host.tuner("an-earlier-boot").apply(host.plan(FakeHost.settings(9000, null, null)));

        var restored = tuner.restore();

        assertThat(restored.values()).isEmpty();
        assertThat(host.mtu("eth0")).isEqualTo("9000");
        assertThat(host.state().file()).doesNotExist();
    }

    @Test
    void interfacesAboveThatAreLoweredWithTheirsArePutBackToo() throws Exception {
        host.addInterface("v100");
        host.addInterface("v100.7");
        host.below("v100", "eth0");
        host.below("v100.7", "v100");
        for (String each : List.of("eth0", "v100", "v100.7")) {
            host.mtu(each, 9000);
        }

        var applied = applyAndConfirm(host.plan(FakeHost.settings(1500, null, null)));

        assertThat(applied.problems()).isEmpty();
        assertThat(host.mtu("v100.7")).isEqualTo("1500");
        assertThat(applied.settings())
                .contains(new Setting(
                        "v100 mtu",
                        Optional.of("9000"),
                        Optional.of("at most 1500"),
                        Optional.of("1500"),
                        Optional.empty(),
                        Optional.empty()));

        assertThat(tuner.restore().values())
                .containsEntry("eth0 mtu", "9000")
                .containsEntry("v100 mtu", "9000")
                .containsEntry("v100.7 mtu", "9000");
        assertThat(host.mtu("v100.7")).isEqualTo("9000");
    }

    @Test
    void interfaceAboveOneThatSomebodyElseChangedIsLeftAloneWhereItCannotBeRaised() throws Exception {
        host.addInterface("eth0.100");
        host.below("eth0.100", "eth0");
        host.mtu("eth0", 9000);
        host.mtu("eth0.100", 9000);
        applyAndConfirm(host.plan(FakeHost.settings(1500, null, null)));
        host.mtu("eth0", 4000);

        var restored = tuner.restore();

        assertThat(restored.complete()).isTrue();
        assertThat(restored.leftAlone()).containsOnlyKeys("eth0 mtu", "eth0.100 mtu");
        assertThat(restored.leftAlone().get("eth0.100 mtu"))
                .isEqualTo("eth0.100 mtu is 1500 and cannot be put back to 9000: its driver refuses: more than eth0"
                        + " has; eth0 mtu is 4000, which another program has set and which is not restored either");
        assertThat(host.mtu("eth0.100")).isEqualTo("1500");
        assertThat(host.state().file()).doesNotExist();
    }

    @Test
    void interfaceAboveOneThatSomebodyElseChangedIsPutBackWhereItCanBe() throws Exception {
        host.addInterface("eth0.100");
        host.below("eth0.100", "eth0");
        host.mtu("eth0", 9000);
        host.mtu("eth0.100", 4000);
        applyAndConfirm(host.plan(FakeHost.settings(1500, null, null)));
        host.mtu("eth0", 4000);

        var restored = tuner.restore();

        assertThat(restored.leftAlone()).containsOnlyKeys("eth0 mtu");
        assertThat(host.mtu("eth0.100")).isEqualTo("4000");
    }

    @Test
    void interfaceAboveIsNotNotedWhereTheMtuIsRaised() throws Exception {
        host.addInterface("v100");
        host.below("v100", "eth0");

        applyAndConfirm(host.plan(FakeHost.settings(9000, null, null)));

        assertThat(host.state().read().orElseThrow().changes())
                .extracting(change -> change.key().name())
                .containsExactly("eth0 mtu");
    }

    @Test
    void mtuThatIpv6TakesIsPutBackWithTheInterfaces() throws Exception {
        host.addInterface("v.100");
        host.below("v.100", "eth0");
        host.mtu("eth0", 4000);
        host.mtu("v.100", 4000);
        host.ipv6Mtu("eth0", 1280);
        host.ipv6Mtu("v.100", 1400);

        var applied = applyAndConfirm(host.plan(FakeHost.settings(1500, null, null)));

        assertThat(applied.problems()).isEmpty();
        assertThat(host.ipv6Mtu("eth0")).isEqualTo("1500");
        assertThat(tuner.restore().values())
                .containsEntry("eth0 ipv6 mtu", "1280")
                .containsEntry("v.100 ipv6 mtu", "1400");
        assertThat(host.mtu("eth0")).isEqualTo("4000");
        assertThat(host.ipv6Mtu("eth0")).isEqualTo("1280");
        assertThat(host.ipv6Mtu("v.100")).isEqualTo("1400");
    }

    @Test
    void ipv6ThatTakesTheMtuOfItsInterfaceIsNotNoted() throws Exception {
        host.ipv6Mtu("eth0", 1500);

        applyAndConfirm(host.plan(FakeHost.settings(9000, null, null)));

        assertThat(host.state().read().orElseThrow().changes())
                .extracting(change -> change.key().name())
                .containsExactly("eth0 mtu");
    }

    @Test
    void ipvlanIsPutBackThatTheKernelRaises() throws Exception {
        host.ipvlan("ipvl0", "eth0");
        host.mtu("ipvl0", 1400);

        var applied = applyAndConfirm(host.plan(FakeHost.settings(9000, null, null)));

        assertThat(applied.problems()).isEmpty();
        assertThat(host.mtu("ipvl0")).isEqualTo("9000");
        assertThat(tuner.restore().values()).containsEntry("ipvl0 mtu", "1400");
        assertThat(host.mtu("ipvl0")).isEqualTo("1400");
    }

    @Test
    void mtuOfABridgeIsNotSetAsItWouldFollowItsPortsNoMore() throws Exception {
        host.bridge("br0");
        host.routes("br0 00000000 010200C0 0003 0 0 100 00000000 0 0 0\n");

        assertThat(tuner.apply(host.plan(FakeHost.settings(9000, null, null))).problems())
                .containsExactly("br0 mtu must be 9000, found 1500, and is not set: br0 is a bridge, which follows the"
                        + " MTU of its ports until its own is set, and never again; set that of its ports");
        assertThat(host.mtu("br0")).isEqualTo("1500");
        assertThat(tuner.apply(host.plan(FakeHost.settings(1500, null, null))).problems())
                .isEmpty();
    }

    @Test
    void mtuIsNotLoweredBelowWhatIpv6NeedsWhereItsAddressesWouldGo() throws Exception {
        host.ipv6Address("eth0");

        assertThat(tuner.apply(host.plan(FakeHost.settings(1279, null, null))).problems())
                .containsExactly("eth0 mtu must be 1279, found 1500, and is not set: below 1280 bytes the kernel"
                        + " removes the IPv6 addresses of eth0, which the old MTU does not bring back; ask for at"
                        + " least 1280");
        assertThat(tuner.apply(host.plan(FakeHost.settings(1280, null, null))).problems())
                .isEmpty();
    }

    @Test
    void interfaceWithoutAnAddressIsNotChanged() throws Exception {
        host.addInterface("lo");
        host.addPort("eth0");

        assertThat(tuner.apply(host.protecting()).problems())
                .singleElement()
                .asString()
                .startsWith("eth0 mtu must be 9000, found 1500, and must not be set: eth0 has no address of its own")
                .endsWith("policy.tuning.managementInterfaces");
        assertThat(tuner.apply(host.protecting("eth0")).problems()).isEmpty();
    }

    @Test
    void interfaceIsNotLoweredWhereThatLowersAProtectedOneAboveIt() throws Exception {
        host.addInterface("lo");
        host.below("lo", "eth0");
        host.mtu("lo", 9216);
        host.mtu("eth0", 9216);

        assertThat(tuner.apply(host.protecting("eth*")).problems())
                .singleElement()
                .asString()
                .startsWith("lo mtu must be at most 9000, found 9216, and must not be set: ");
        assertThat(host.mtu("eth0")).isEqualTo("9216");
    }

    @Test
    void tunerOfTheSameRunBeginsAnewAfterAReboot() throws Exception {
        var plan = host.plan(FakeHost.settings(9000, null, null));
        new ConfirmedApply(host.tuner("an-earlier-boot"), Optional.empty(), _ -> {}).apply(plan);
        host.mtu("eth0", 1500);

        tuner.restoreUnlessOf(plan.runId());
        applyAndConfirm(plan);
        var restored = tuner.restore();

        assertThat(restored.values()).containsEntry("eth0 mtu", "1500");
        assertThat(host.mtu("eth0")).isEqualTo("1500");
    }

    @Test
    void originalThatCannotBePutBackStaysNoted() throws Exception {
        host.tuner(BOOT).apply(host.plan(FakeHost.settings(9000, "25Mi", null)));
        Path mtu = folder.resolve("net/eth0/mtu");
        Files.delete(mtu);
        Files.createDirectory(mtu);

        var restored = tuner.restore();

        assertThat(restored.complete()).isFalse();
        assertThat(restored.problems().get("eth0 mtu"))
                .startsWith("eth0 mtu cannot be put back to 1500: ")
                .endsWith("the host's administrator can, with ip link set dev eth0 mtu 1500");
        assertThat(host.state().read().orElseThrow().changes())
                .extracting(change -> change.key().name())
                .containsExactly("eth0 mtu");
    }

    @Test
    void parameterThatChangesTheHostForAllIsNotSetAndNothingElseEither() throws Exception {
        host.sysctl("net.ipv4.ip_forward", "0");

        var applied = tuner.apply(
                host.plan(FakeHost.settings(9000, null, null, new SysctlSetting("net.ipv4.ip_forward", "1"))));

        assertThat(applied.problems())
                .singleElement()
                .asString()
                .startsWith("net.ipv4.ip_forward must be 1, found 0, and is not set: ");
        assertThat(host.sysctl("net.ipv4.ip_forward")).isEqualTo("0");
        assertThat(host.mtu("eth0")).isEqualTo("1500");
    }

    @Test
    void interfaceThatHasGoneIsForgotten() throws Exception {
        tuner.apply(host.plan(FakeHost.settings(9000, null, null)));
        Files.delete(folder.resolve("net/eth0/mtu"));

        var restored = tuner.restore();

        assertThat(restored.complete()).isTrue();
        assertThat(restored.leftAlone().get("eth0 mtu")).contains("is not put back to 1500: this host has no ");
        assertThat(host.state().file()).doesNotExist();
    }

    @Test
    void notesThatCannotBeReadAreAnErrorThatSaysWhatToDo() throws Exception {
        Files.writeString(host.state().file(), "{");

        assertThatThrownBy(() -> tuner.restore())
                .hasMessageContaining("the originals of this host cannot be read from")
                .hasMessageContaining("put the host's settings right and remove it");
    }

    @Test
    void nothingIsSetWhereTheOriginalsCannotBeNoted() throws Exception {
        Files.delete(folder.resolve("state"));

        var applied = tuner.apply(host.plan(FakeHost.settings(9000, null, null)));

        assertThat(applied.problems())
                .singleElement()
                .asString()
                .startsWith("nothing was set, as the host's originals");
        assertThat(host.mtu("eth0")).isEqualTo("1500");
    }

    private ApplyResult applyAndConfirm(TuningPlan plan) throws Exception {
        return new ConfirmedApply(tuner, Optional.empty(), _ -> {}).apply(plan);
    }
}
