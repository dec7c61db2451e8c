package io.jgbench.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.api.v1alpha1.FlowControlSettings;
import io.jgbench.api.v1alpha1.SysctlSetting;
import io.jgbench.coordination.protocol.TuningReport.Bond;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TuningPlannerTest {
    @TempDir
    private Path folder;

    private FakeHost host;

    @BeforeEach
    void makeHost() throws Exception {
        host = new FakeHost(folder);
    }

    @Test
    void interfaceIsThatOfTheDefaultRouteWithTheLowestMetric() {
        var plan = host.plan(FakeHost.settings(9000, null, null));

        assertThat(plan.networkInterface()).contains("eth0");
        assertThat(plan.bond()).isEmpty();
        assertThat(wished(plan)).containsExactly("eth0 mtu: 9000");
    }

    @Test
    void bondComesBeforeItsSlavesAndOnlyTheseHaveFlowControl() throws Exception {
        host.addInterface("ens1f0");
        host.addInterface("ens1f1");
        host.bond("eth0", "802.3ad 4", "ens1f0", "ens1f1");

        var plan = host.plan(FakeHost.settings(9000, "25Mi", new FlowControlSettings(true, null)));

        assertThat(plan.bond()).contains(new Bond("802.3ad", List.of("ens1f0", "ens1f1")));
        assertThat(wished(plan))
                .containsExactly(
                        "net.core.rmem_max: at least 26214400",
                        "eth0 mtu: 9000",
                        "ens1f0 mtu: 9000",
                        "ens1f1 mtu: 9000",
                        "ens1f0 flowControl: rx on",
                        "ens1f1 flowControl: rx on");
    }

    @Test
    void bondWithoutSlavesHasNone() throws Exception {
        host.bond("eth0", "active-backup 1");

        assertThat(host.plan(FakeHost.settings(9000, null, null)).bond())
                .contains(new Bond("active-backup", List.of()));
    }

    @Test
    void interfacesBelowThatOfTheHostsAddressAreProtectedToo() throws Exception {
        host.addInterface("lo");
        host.below("lo", "bond0");
        host.addInterface("bond0");
        host.below("bond0", "ens1f0");
        host.addInterface("ens1f0");

        assertThat(host.protecting().protectedInterfaces()).containsExactly("lo", "bond0", "ens1f0");
        assertThat(host.protecting("ens*").protectedInterfaces()).containsExactly("lo", "bond0");
        assertThat(host.protecting("lo").protectedInterfaces()).isEmpty();
    }

    @Test
    void interfaceTowardsTheServerIsProtectedTooAsATunnelDoesNotSayWhatItsPacketsPass() throws Exception {
        host.addInterface("lo");
        host.addInterface("eth1");
        host.below("eth0", "eth1");
        var eth0 = Optional.of("eth0");
        var server = Optional.of("10.96.0.1");

        assertThat(host.protecting(eth0, server).protectedInterfaces()).containsExactly("lo", "eth0", "eth1");
        assertThat(host.protecting(eth0, server).ownInterfaces()).containsExactly("lo", "eth0", "eth1");
        assertThat(host.protecting(eth0, server, "eth0").protectedInterfaces()).containsExactly("lo");
        assertThat(host.protecting(eth0, Optional.empty()).protectedInterfaces())
                .containsExactly("lo");
    }

    @Test
    void wayToTheServerIsTheRouteWithTheLongestPrefixAndTheLowestMetric() throws Exception {
        for (String name : List.of("lo", "eth1", "eth2", "eth3")) {
            host.addInterface(name);
        }
        host.routes("""
                eth0 00000000 010200C0 0003 0 0 100 00000000 0 0 0
                eth3 0000600A 010200C0 0003 0 0 300 0000FFFF 0 0 0
                eth1 0000600A 010200C0 0003 0 0 200 0000FFFF 0 0 0
                eth2 0000600A 010200C0 0003 0 0 200 0000FFFF 0 0 0
                eth3 0100600A 00000000 0201 0 0 0 FFFFFFFF 0 0 0
                """);
        host.ipv6Routes(route6("0", "00", "400", "00000003", "eth0")
                + route6("fd000000000000000000000000000000", "08", "100", "00000001", "eth3")
                + route6("fd000000000000000000000000000001", "80", "0", "80200001", "lo"));

        assertThat(towards("10.96.0.1")).containsExactly("eth1", "eth2");
        assertThat(towards("10.97.0.1")).containsExactly("eth0");
        assertThat(towards("fd00::1")).containsExactly("eth3");
        assertThat(towards("2001:db8::1")).containsExactly("eth0");
    }

    /** As the kernel has it, but for zeros in front. */
    private static String route6(String destination, String prefix, String metric, String flags, String out) {
        return "%s %s 0 00 0 %s 00000001 00000000 %s %s%n".formatted(destination, prefix, metric, flags, out);
    }

    private List<String> towards(String server) {
        return host.planner().interfaces().towards(server);
    }

    @Test
    void interfaceWithoutAnAddressIsProtectedAsThePortOfASwitchMayCarryTheHostsPackets() throws Exception {
        host.addInterface("lo");
        host.addPort("ens3");
        var port = Optional.of("ens3");

        assertThat(host.protecting(port, Optional.empty()).withoutAddress()).containsExactly("ens3");
        assertThat(host.protecting(port, Optional.empty(), "ens*").withoutAddress())
                .isEmpty();
        assertThat(host.protecting(port, Optional.empty(), "ens*").ownInterfaces())
                .containsExactly("lo", "ens3");
        assertThat(host.protecting().withoutAddress()).isEmpty();
    }

    @Test
    void interfacesAboveAreThoseThatTheKernelLowersAndDoesNotRaiseAgain() throws Exception {
        host.addInterface("v100");
        host.below("v100", "eth0");
        host.addInterface("v100.7");
        host.below("v100.7", "v100");
        host.bridge("br0");
        host.below("br0", "eth0");
        host.addInterface("br0.3");
        host.below("br0.3", "br0");
        host.addInterface("bond0");
        host.bond("bond0", "active-backup 1", "eth0");
        host.below("bond0", "eth0");

        assertThat(host.plan(FakeHost.settings(1400, null, null)).mtuEffects().above())
                .containsExactly("v100", "br0.3", "v100.7");
        assertThat(host.plan(FakeHost.settings(null, "25Mi", null)).mtuEffects().above())
                .isEmpty();
    }

    @Test
    void addressThatNoInterfaceHasCannotBeProtected() {
        assertThatThrownBy(() -> planProtecting("192.0.2.1"))
                .hasMessage("an address must be one of this host, got one that no interface has: 192.0.2.1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "localhost", "10.0.0.300"})
    void whatIsNoAddressCannotBeProtectedAsItWouldStandForAnotherInterface(String address) {
        assertThatThrownBy(() -> planProtecting(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("an address must be an IP address, got: " + address);
    }

    private void planProtecting(String address) {
        host.planner()
                .plan(new TuningRequest(
                        "run-1",
                        FakeHost.settings(9000, null, null),
                        Optional.empty(),
                        Optional.empty(),
                        new Protection(Optional.of(address), Optional.empty(), List.of())));
    }

    @Test
    void interfaceThatIsNotThereIsRefused() {
        var request = new TuningRequest(
                "run-1", FakeHost.settings(9000, null, null), Optional.of("ens9"), Optional.empty(), Protection.NONE);

        assertThatThrownBy(() -> host.planner().plan(request))
                .hasMessage("this host has no interface ens9; say which one with --interface"
                        + " (spec.placement.interface)");
    }

    @Test
    void interfaceWhoseNameLeadsElsewhereIsRefused() {
        for (String name : List.of("..", "a/b", "")) {
            var request = new TuningRequest(
                    "run-1", FakeHost.settings(9000, null, null), Optional.of(name), Optional.empty(), Protection.NONE);
            assertThatThrownBy(() -> host.planner().plan(request)).hasMessageContaining("must be a name of 1 to 15");
        }
    }

    @Test
    void parameterThatIsNotTheNetworksIsRefused() {
        for (String name : List.of("kernel.core_pattern", "net", "net..ipv4", "net.../../kernel.core_pattern")) {
            assertThatThrownBy(() -> host.plan(FakeHost.settings(null, null, null, new SysctlSetting(name, "1"))))
                    .hasMessageContaining("a kernel parameter must be one of the network")
                    .hasMessageContaining(name);
        }
    }

    @Test
    void parameterThatIsAskedForTwiceIsRefused() {
        var again = new SysctlSetting("net.core.rmem_max", "1");

        assertThatThrownBy(() -> host.plan(FakeHost.settings(null, "25Mi", null, again)))
                .hasMessage("net.core.rmem_max must be given once, got it twice: at least 26214400 and 1");
    }

    private static List<String> wished(TuningPlan plan) {
        return plan.items().stream()
                .filter(item -> item.desired().isPresent())
                .map(item -> item.key().name() + ": " + item.desired().get().text())
                .toList();
    }
}
