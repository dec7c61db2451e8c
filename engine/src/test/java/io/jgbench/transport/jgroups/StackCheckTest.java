package io.jgbench.transport.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.transport.Stacks;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a stack is refused for before anything is opened. */
class StackCheckTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "udp",
                "tcp",
                "tcp-nio",
                "tcp-kube",
                "tcp-dns",
                "udp-auth",
                "tcp-auth",
                "udp-encrypted",
                "tcp-encrypted",
                "jgroups-udp",
                "jgroups-tcp",
                "jgroups-tcp-nio",
                "jgroups-udp-new",
                "jgroups-tcp-new",
                "jgroups-fast",
                "jgroups-tcp-low-latency"
            })
    void bundledAndShippedStacksAreAccepted(String name) {
        assertThatCode(() -> check(new Stacks().named(name), 1_000_000)).doesNotThrowAnyException();
    }

    @Test
    void textThatIsNotXmlIsRefusedWithTheLine() {
        refused("<config>\n  <UDP\n</config>")
                .hasMessageContaining("stack mine, line 3")
                .hasMessageContaining("not XML");
        refused("<config>\n  <UDP/>\n").hasMessageContaining("line 3");
    }

    @Test
    void rootThatIsNotConfigIsRefused() {
        refused("<stack><UDP/></stack>").hasMessageContaining("expected the element config, found stack");
        refused("<config/>").hasMessageContaining("has no protocols");
    }

    @Test
    void protocolThatDoesNotExistIsNamedWithItsLine() {
        refused("<config>\n<UDP/>\n<PINGPONG/>\n</config>")
                .hasMessageContaining("stack mine, line 3")
                .hasMessageContaining("has no protocol PINGPONG");
    }

    @Test
    void unknownAttributeIsNamedWithTheNearestOne() {
        refused("<config>\n<UDP mcast_prt=\"1\"/>\n<PING/>\n</config>")
                .hasMessageContaining("line 2: UDP has no attribute mcast_prt; did you mean mcast_port?");
    }

    @Test
    void badValueIsNamedWithItsAttribute() {
        refused("<config>\n<UDP ip_ttl=\"many\"/>\n<PING/>\n</config>")
                .hasMessageContaining("line 2: UDP cannot have ip_ttl=\"many\"");
    }

    @Test
    void attributeThatHasAnotherNameThanItsFieldIsKnownWhenSomethingElseIsWrong() {
        refused("<config>\n<UDP mcast_addr=\"239.1.1.1\"/>\n<PING num_discovery_runs=\"many\"/>\n</config>")
                .hasMessageContaining("line 3: PING cannot have num_discovery_runs=\"many\"");
    }

    @Test
    void attributeOfAComponentThatDoesNotExistIsRefused() {
        refused("<config>\n<UDP bundler.colour=\"red\"/>\n<PING/>\n</config>").hasMessageContaining("colour");
    }

    @Test
    void externalEntitiesAreNotRead() {
        refused("<!DOCTYPE config [<!ENTITY x SYSTEM \"file:///etc/hostname\">]><config><UDP ip_ttl=\"&x;\"/></config>")
                .hasMessageContaining("stack mine");
    }

    @Test
    void includeIsLookedForOnTheClassPathOnly() {
        refused("<config>\n<include file=\"/etc/hosts\"/>\n</config>")
                .hasMessageContaining("line 2")
                .hasMessageContaining("/etc/hosts");
    }

    @Test
    void messageThatNeitherFitsNorIsFragmentedIsRefused() {
        Stack stack = new Stack(
                "mine",
                "<config><UDP bundler.max_size=\"64000\"/><PING/><pbcast.NAKACK2/><UNICAST3/><pbcast.STABLE/>"
                        + "<pbcast.GMS/></config>");

        assertThatThrownBy(() -> check(stack, 70_000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most 64000 bytes")
                .hasMessageContaining("got: 70000");
    }

    @Test
    void stackWhoseMembersCannotFindEachOtherIsRefused() {
        refused("<config><UDP/><pbcast.NAKACK2/></config>")
                .hasMessageContaining("stack mine must have a discovery protocol, by which members find each other,")
                .hasMessageContaining("a membership protocol, which forms their view, got: UDP, pbcast.NAKACK2; add")
                .hasMessageContaining("add pbcast.GMS");
        refused("<config><UDP/><PING/><pbcast.NAKACK2/></config>")
                .hasMessageContaining("must have a membership protocol");
        refused("<config><UDP/><pbcast.NAKACK2/><pbcast.GMS/></config>")
                .hasMessageContaining("must have a discovery protocol");
    }

    @Test
    void missingStackIsRefused() {
        TransportSpec spec = new TransportSpec("jgroups", Optional.empty(), Map.of(), 0);

        assertThatThrownBy(() -> new JGroupsTransport().check(spec, 1000)).hasMessageContaining("needs a stack");
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> refused(String xml) {
        return assertThatThrownBy(() -> check(new Stack("mine", xml), 1000))
                .isInstanceOf(IllegalArgumentException.class)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }

    private static void check(Stack stack, int messageSizeBytes) {
        new JGroupsTransport().check(new TransportSpec("jgroups", Optional.of(stack), Map.of(), 0), messageSizeBytes);
    }
}
