package io.jgbench.local.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class NetworkPlanTest {

    private static final String ROUTE_HEADER = "Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT";

    @Test
    void devicesAreToldNothingOfIpv6WhereTheyHaveNone() {
        var small = new LinkSettings(OptionalLong.empty(), LinkSettings.DEFAULT_QUEUE, OptionalInt.of(576));

        assertThat(new NetworkPlan(2, small, true).portBatch())
                .contains("link set dev ctl0 addrgenmode none", "link set dev port0 up")
                .doesNotContain("link set dev port0 addrgenmode none");
        assertThat(new NetworkPlan(2, LinkSettings.UNLIMITED, false).switchBatch())
                .noneMatch(line -> line.contains("addrgenmode"));
    }

    @Test
    void blocksOfTheControlNetworkDoNotOverlap() {
        assertThat(new ControlNetwork(0).cidr()).isEqualTo("198.18.0.0/22");
        assertThat(new ControlNetwork(0).memberAddress(999)).isEqualTo("198.18.3.233");
        assertThat(new ControlNetwork(1).launcherAddress()).isEqualTo("198.18.4.1");
        assertThat(new ControlNetwork(ControlNetwork.BLOCKS - 1).cidr()).isEqualTo("198.19.252.0/22");
    }

    @Test
    void routeOfTheMachineIntoABlockIsSeenAndTheDefaultRouteIsNot() {
        // 198.18.4.0/24, as the kernel writes it: least significant byte first
        var routes = List.of(
                ROUTE_HEADER,
                "eth0 00000000 010200C0 0003 0 0 0 00000000 0 0 0",
                "tun0 000412C6 00000000 0001 0 0 0 00FFFFFF 0 0 0");

        assertThat(new ControlNetwork(1).isRouted(routes)).isTrue();
        assertThat(new ControlNetwork(0).isRouted(routes)).isFalse();
    }

    @Test
    void shapedLinkHasAQueueAtBothEnds() {
        var link = new LinkSettings(OptionalLong.of(100_000_000), Duration.ofMillis(50), OptionalInt.empty());
        var plan = new NetworkPlan(2, link, true);

        assertThat(plan.memberQueues())
                .containsExactly("qdisc add dev eth0 root handle 1: stab overhead 24 linklayer ethernet"
                        + " tbf rate 100000000bit burst 62500b limit 1538000b");
        assertThat(plan.portQueues())
                .hasSize(2)
                .contains("qdisc add dev port1 root handle 1: stab overhead 24 linklayer ethernet"
                        + " tbf rate 100000000bit burst 62500b limit 625000b");
    }

    @Test
    void queueThatIsShorterThanTheBurstBoundsWhatPassesBesideIt() {
        var link = new LinkSettings(OptionalLong.of(1_000_000_000), Duration.ofMillis(1), OptionalInt.empty());
        var plan = new NetworkPlan(2, link, true);

        assertThat(plan.memberQueues()).singleElement().asString().contains(" burst 125000b limit 1538000b");
        assertThat(plan.portQueues()).hasSize(2).allMatch(line -> line.endsWith(" burst 125000b limit 125000b"));
    }

    @Test
    void burstHoldsThreeFramesHoweverShortTheQueueIs() {
        var link = new LinkSettings(OptionalLong.of(10_000_000), Duration.ofMillis(1), OptionalInt.empty());
        var plan = new NetworkPlan(2, link, true);

        assertThat(plan.memberQueues()).singleElement().asString().contains(" burst 4614b ");
        assertThat(plan.portQueues()).hasSize(2).allMatch(line -> line.endsWith(" burst 4614b limit 3076b"));
    }

    /** What adds the interface adds nothing else, so that its failure tells that there is one of that name. */
    @Test
    void controlInterfaceIsAddedByItself() {
        var plan = new NetworkPlan(2, LinkSettings.UNLIMITED, true);

        assertThat(plan.controlLink(4711)).singleElement().asString().startsWith("link add ");
        assertThat(plan.controlBatch(4711, new ControlNetwork(1))).noneMatch(line -> line.startsWith("link add "));
    }

    @Test
    void depthOfAPortsQueueIsToldAsItIsSet() {
        var shaped = new LinkSettings(OptionalLong.of(100_000_000), Duration.ofMillis(50), OptionalInt.empty());

        assertThat(new NetworkPlan(2, shaped, true).portQueueBytes()).hasValue(625_000);
        assertThat(new NetworkPlan(2, LinkSettings.UNLIMITED, true).portQueueBytes())
                .isEmpty();
    }

    @Test
    void unlimitedLinkHasNoQueues() {
        var plan = new NetworkPlan(2, LinkSettings.UNLIMITED, true);

        assertThat(plan.memberQueues()).isEmpty();
        assertThat(plan.portQueues()).isEmpty();
    }

    @Test
    void missingToolIsNamedWithWhatToInstall() {
        var tools = new Tools(List.of("/nonexistent"));

        assertThatThrownBy(() -> NetworkTools.find(tools))
                .isInstanceOf(HostsUnavailableException.class)
                .satisfies(e -> assertThat(e.getMessage())
                        .contains("use --hosts processes")
                        .doesNotContain("\n"));
    }

    @Test
    void rootIsToldByItsCapabilities() {
        assertThat(NetworkTools.mayMakeNamespaces(List.of("Name:\tjava", "CapEff:\t000001ffffffffff")))
                .isTrue();
        assertThat(NetworkTools.mayMakeNamespaces(List.of("CapEff:\t0000000000000000")))
                .isFalse();
        assertThat(NetworkTools.mayMakeNamespaces(List.of("CapEff:\t00000000a80425fb")))
                .isFalse();
    }
}
