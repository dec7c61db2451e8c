package io.jgbench.transport.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.spec.StackProtocols;
import java.util.Map;
import org.jgroups.conf.ProtocolConfiguration;
import org.jgroups.protocols.Discovery;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.stack.ProtocolStack;
import org.junit.jupiter.api.Test;

/** Whether the protocols that are known by name alone are what JGroups has under these names. */
class KnownProtocolsTest {
    @Test
    void eachDiscoveryProtocolOfTheListDiscovers() throws Exception {
        for (String name : StackProtocols.DISCOVERY) {
            assertThat(Discovery.class.isAssignableFrom(type(name))).as(name).isTrue();
        }
    }

    @Test
    void theMembershipProtocolIsTheOneOfJGroups() throws Exception {
        assertThat(GMS.class.isAssignableFrom(type(StackProtocols.MEMBERSHIP))).isTrue();
    }

    @Test
    void noOtherProtocolOfTheListDiscoversOrFormsViews() throws Exception {
        for (String name : StackProtocols.OTHERS) {
            assertThat(Discovery.class.isAssignableFrom(type(name)) || GMS.class.isAssignableFrom(type(name)))
                    .as(name)
                    .isFalse();
        }
    }

    private static Class<?> type(String name) throws Exception {
        return new ProtocolConfiguration(name, Map.of()).loadProtocolClass(ProtocolStack.class);
    }
}
