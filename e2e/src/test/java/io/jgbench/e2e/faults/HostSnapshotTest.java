package io.jgbench.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class HostSnapshotTest {
    private static final String HOST = """
            net/core/somaxconn:4096
            net/ipv4/tcp_rmem:4096	131072	6291456
            net/eth0/mtu:9000
            net/eth0/flags:0x1003
            """;

    @Test
    void hostThatIsAsBeforeHasNoDifferences() {
        assertThat(differences(HOST, HOST)).isEmpty();
    }

    @Test
    void valueThatChangedIsNamedWithBoth() {
        assertThat(differences(HOST, HOST.replace("mtu:9000", "mtu:8000")))
                .containsExactly("net/eth0/mtu: 9000 → 8000");
    }

    @Test
    void interfaceThatIsGoneIsADifference() {
        assertThat(differences(HOST, HOST.replace("net/eth0/mtu:9000\n", "")))
                .containsExactly("net/eth0/mtu: 9000 → absent");
    }

    @Test
    void valueOfSeveralLinesIsComparedWhole() {
        String before = HOST + "net/ipv6/list:a\nnet/ipv6/list:b\n";

        assertThat(differences(before, HOST + "net/ipv6/list:a\n")).containsExactly("net/ipv6/list: a\nb → a");
    }

    @Test
    void linksOfPodsAndCountersAreNoSettings() {
        String pods = "net/ipv4/conf/veth12ab/forwarding:1\nnet/veth12ab/mtu:9000\n";

        assertThat(differences(
                        HOST + "net/netfilter/nf_conntrack_count:7\n",
                        HOST + "net/netfilter/nf_conntrack_count:9\n" + pods))
                .isEmpty();
    }

    @Test
    void restartedNodeIsComparedInWhatARunMayHaveChanged() {
        String restarted = HOST.replace("131072", "87380") + "net/ipv4/conf/all/route_localnet:0\n";

        assertThat(differencesOfRestarted(HOST, restarted)).isEmpty();
        assertThat(differencesOfRestarted(
                        HOST,
                        restarted.replace("somaxconn:4096", "somaxconn:3210").replace("mtu:9000", "mtu:9004")))
                .containsExactly("net/core/somaxconn: 4096 → 3210", "net/eth0/mtu: 9000 → 9004");
    }

    @Test
    void linkOfARestartedNodeThatIsDownIsADifference() {
        assertThat(differencesOfRestarted(HOST, HOST.replace("flags:0x1003", "flags:0x1002")))
                .containsExactly("net/eth0/flags: 0x1003 → 0x1002");
    }

    private static List<String> differencesOfRestarted(String before, String after) {
        return HostSnapshot.parse(before)
                .ofRestartedNode()
                .differences(HostSnapshot.parse(after).ofRestartedNode());
    }

    private static List<String> differences(String before, String after) {
        return HostSnapshot.parse(before).differences(HostSnapshot.parse(after));
    }
}
