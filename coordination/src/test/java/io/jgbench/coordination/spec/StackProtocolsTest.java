package io.jgbench.coordination.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.spec.TransportSpec.Stack;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a stack certainly lacks, by the names of its protocols alone. */
class StackProtocolsTest {
    @Test
    void aStackWithoutDiscoveryAndMembershipIsToldBoth() {
        assertThat(StackProtocols.missing(stack("<UDP/><pbcast.NAKACK2/>")))
                .hasValue("stack mine must have a discovery protocol, by which members find each other, and a"
                        + " membership protocol, which forms their view, got: UDP, pbcast.NAKACK2; add TCPPING after"
                        + " the transport protocol, it gets the members' addresses from the run; add pbcast.GMS");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<TCP/><pbcast.GMS/>", "<org.jgroups.protocols.TCP/><org.jgroups.protocols.pbcast.GMS/>"})
    void aStackWithoutDiscoveryIsToldSo(String protocols) {
        assertThat(StackProtocols.missing(stack(protocols)))
                .hasValue("stack mine must have a discovery protocol, by which members find each other, got: TCP,"
                        + " pbcast.GMS; add TCPPING after the transport protocol, it gets the members' addresses from"
                        + " the run");
    }

    @Test
    void aStackWithoutMembershipIsToldSo() {
        assertThat(StackProtocols.missing(stack("<UDP/><PING/><UNICAST3/>")))
                .hasValue("stack mine must have a membership protocol, which forms their view, got: UDP, PING,"
                        + " UNICAST3; add pbcast.GMS");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<UDP/><PING/><pbcast.GMS/>",
                "<TCP/><kubernetes.KUBE_PING/><pbcast.GMS/>",
                "<TCP/><com.example.OUR_PING/><pbcast.GMS/>",
                "<TCP/><com.example.OURS/>",
                "<TCP/><INJECT_VIEW/>",
                "<include file=\"udp.xml\"/>",
                "<TCP/><include file=\"rest.xml\"/>",
                "<TCP><PING/><pbcast.GMS/></TCP><com.example.OURS/>",
                "",
                "<TCP",
            })
    void aStackThatMayHaveBothIsNotRefused(String protocols) {
        assertThat(StackProtocols.missing(stack(protocols))).isEmpty();
    }

    @Test
    void elementsBelowAProtocolAreNoProtocols() {
        assertThat(StackProtocols.missing(stack("<TCP><PING/><pbcast.GMS/></TCP>")))
                .isPresent();
    }

    private static Stack stack(String protocols) {
        return new Stack("mine", "<config xmlns=\"urn:org:jgroups\">" + protocols + "</config>");
    }
}
