package io.jgbench.transport.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.transport.NetworkUse;
import io.jgbench.transport.Stacks;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jgroups.protocols.FD_SOCK2;
import org.jgroups.protocols.SSL_KEY_EXCHANGE;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StackNetworkUseTest {
    /** What an MTU of 1,500 bytes leaves beside the headers of IPv4 and UDP. */
    private static final int WITHIN_THE_MTU = 1472;

    @ParameterizedTest
    @ValueSource(
            strings = {"bundler.max_size=\"1400\"", "max_bundle_size=\"1400\"", "bundler.max_size=\"${none:1400}\""})
    void stackWhoseBundlerKeepsDatagramsBelowTheMtuIsNotProbedWithFragments(String attribute) {
        var use = StackNetworkUse.of(new Stack("mine", "<config><UDP " + attribute + "/><PING/></config>"));

        assertThat(use.largestDatagramBytes().orElseThrow()).isEqualTo(1400).isLessThanOrEqualTo(WITHIN_THE_MTU);
    }

    @ParameterizedTest
    @CsvSource({
        "true, true",
        "TRUE, true",
        "${none:true}, true",
        "${none}, true",
        "false, false",
        "False, false",
        "no, false"
    })
    void multicastIsOnWhereJGroupsTakesItForOn(String value, boolean on) {
        var use = StackNetworkUse.of(new Stack("mine", "<config><UDP ip_mcast=\"" + value + "\"/><PING/></config>"));

        assertThat(use.multicastHops().isPresent()).isEqualTo(on);
    }

    @Test
    void failureDetectorListensAbovePortsOfTheTransport() {
        for (String name : List.of("udp", "tcp")) {
            assertThat(ports(new Stacks().named(name)))
                    .containsExactly(Map.entry("FD_SOCK2", List.of(7900, 7901, 7900)));
        }
        assertThat(ports(stack("<FD_SOCK2 offset=\"${none:50}\"/>")))
                .containsExactly(Map.entry("FD_SOCK2", List.of(7850, 7851, 7850)));
    }

    @Test
    void olderFailureDetectorHasAPortOnlyWhereTheStackNamesOne() {
        assertThat(ports(stack("<FD_SOCK/>"))).isEmpty();
        assertThat(ports(stack("<FD_SOCK start_port=\"9000\"/>")))
                .containsExactly(Map.entry("FD_SOCK", List.of(9000, 9001, 9000)));
    }

    @Test
    void portsByDefaultAreThoseOfTheJGroupsThatItIsBuiltWith() {
        assertThat(StackNetworkUse.DEFAULT_OFFSET).isEqualTo(new FD_SOCK2().getOffset());
        assertThat(StackNetworkUse.DEFAULT_KEY_SERVER_PORT).isEqualTo(new SSL_KEY_EXCHANGE().getPort());
    }

    @Test
    void onlyTheFounderServesKeys() {
        assertThat(ports(stack("<SSL_KEY_EXCHANGE port=\"2200\"/>")))
                .containsExactly(Map.entry("SSL_KEY_EXCHANGE", List.of(2200)));
    }

    @Test
    void portsOfAStackWhoseTransportIsNotProbedAreNotEither() {
        var use = StackNetworkUse.of(
                new Stack("mine", "<config><SHARED_LOOPBACK/><SHARED_LOOPBACK_PING/><FD_SOCK2/></config>"));

        assertThat(use).isEqualTo(NetworkUse.UNKNOWN);
    }

    private static Stack stack(String protocol) {
        return new Stack("mine", "<config><TCP/><TCPPING/>" + protocol + "</config>");
    }

    /** Of two members that share an address and one that has its own. */
    private static List<Map.Entry<String, List<Integer>>> ports(Stack stack) {
        var peers = List.of(
                new Peer(0, "m0", "10.0.0.1", 7800),
                new Peer(1, "m1", "10.0.0.1", 7801),
                new Peer(2, "m2", "10.0.0.2", 7800));
        return StackNetworkUse.of(stack).protocolPorts().stream()
                .map(port -> Map.entry(
                        port.protocol(),
                        IntStream.range(0, peers.size())
                                .mapToObj(member -> port.portOf(peers, member))
                                .flatMapToInt(OptionalInt::stream)
                                .boxed()
                                .toList()))
                .toList();
    }

    @Test
    void stackThatDoesNotSayHowLargeItsDatagramsGetIsTakenToFillThem() {
        assertThat(StackNetworkUse.of(new Stack("mine", "<config><UDP/><PING/></config>"))
                        .largestDatagramBytes())
                .hasValue(64_000);
        assertThat(StackNetworkUse.of(new Stacks().named("udp")).largestDatagramBytes())
                .hasValue(64_000);
        assertThat(StackNetworkUse.of(new Stacks().named("tcp")).largestDatagramBytes())
                .isEmpty();
    }
}
