package io.jgbench.transport.jgroups;

import io.jgbench.coordination.protocol.GroupKey;
import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.spec.FlowWindow;
import io.jgbench.transport.TransportContext.MulticastGroup;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jgroups.annotations.Property;
import org.jgroups.conf.PropertyHelper;
import org.jgroups.conf.ProtocolConfiguration;
import org.jgroups.protocols.FlowControl;
import org.jgroups.protocols.MPING;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.TP;
import org.jgroups.protocols.UDP;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.stack.Protocol;
import org.jgroups.util.Util;

/**
 * What a run decides for a stack, whatever its XML says: where it binds and where it finds the others. The values are
 * set as attributes before the protocols are made. There they take precedence over the XML and over JGroups' system
 * properties. So any stack can be used as it is, and two members can live in one JVM.
 *
 * @param diagnostics whether JGroups' diagnostics socket is on
 * @param self this member, empty to leave the addresses to the stack
 * @param peers all members
 * @param multicast the run's multicast group, empty to leave it to the stack
 * @param window the flow-control window of multicasts and of unicasts, empty to leave both to the stack
 * @param groupKey the key of protocols that bring none of their own, see {@link KeyedProtocols}
 */
record StackPlan(
        boolean diagnostics,
        Optional<Peer> self,
        List<Peer> peers,
        Optional<MulticastGroup> multicast,
        Optional<FlowWindow> window,
        Optional<GroupKey> groupKey) {

    private static final int FOUNDER_JOIN_TIMEOUT_MILLIS = 100;

    /** Leaves the addresses to the stack, and has no key. */
    static StackPlan unplanned(boolean diagnostics) {
        return new StackPlan(
                diagnostics, Optional.empty(), List.of(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** For looking at a stack only: nothing is resolved but the loopback address. */
    static StackPlan loopback() {
        Peer self = new Peer(0, "self", "127.0.0.1", 7800);
        return new StackPlan(
                false,
                Optional.of(self),
                List.of(self),
                Optional.empty(),
                Optional.empty(),
                Optional.of(GroupKey.random()));
    }

    /** Sets what the plan decides on a protocol of the given class. */
    void apply(ProtocolConfiguration protocol, Class<? extends Protocol> type) {
        if (TP.class.isAssignableFrom(type)) {
            set(protocol, "diag.enabled", diagnostics);
        }
        if (GMS.class.isAssignableFrom(type)) {
            // A banner on standard output, which is not the stack's to write to.
            set(protocol, "print_local_addr", false);
        }
        if (FlowControl.class.isAssignableFrom(type)) {
            window.ifPresent(it -> set(protocol, "max_credits", it.bytes()));
        }
        if (KeyedProtocols.isKeyed(type)) {
            groupKey.ifPresent(key -> set(protocol, KeyedProtocols.KEY, key.base64()));
        }
        self.ifPresent(peer -> bind(protocol, type, peer));
    }

    private void bind(ProtocolConfiguration protocol, Class<? extends Protocol> type, Peer self) {
        if (hasProperty(type, "bind_addr")) {
            set(protocol, "bind_addr", self.host());
        }
        if (TP.class.isAssignableFrom(type)) {
            set(protocol, "bind_port", self.port());
            // A port that is taken is an error: at another one the peers would not find this member.
            set(protocol, "port_range", 0);
        }
        if (GMS.class.isAssignableFrom(type) && self.index() == 0) {
            // The first member founds the cluster before the others are asked to join: there is nobody to wait for.
            set(protocol, "join_timeout", FOUNDER_JOIN_TIMEOUT_MILLIS);
        }
        if (UDP.class.isAssignableFrom(type) || MPING.class.isAssignableFrom(type)) {
            multicast.ifPresent(group -> {
                set(protocol, "mcast_addr", group.address());
                set(protocol, "mcast_port", group.port());
            });
        }
        if (TCPPING.class.isAssignableFrom(type)) {
            protocol.getProperties().remove("initial_hosts_file");
            set(
                    protocol,
                    "initial_hosts",
                    peers.stream()
                            .map(peer -> peer.host() + "[" + peer.port() + "]")
                            .collect(Collectors.joining(",")));
            set(protocol, "port_range", 0);
        }
    }

    private static void set(ProtocolConfiguration protocol, String attribute, Object value) {
        protocol.getProperties().put(attribute, String.valueOf(value));
    }

    private static boolean hasProperty(Class<?> type, String name) {
        for (var field : Util.getAllDeclaredFieldsWithAnnotations(type, Property.class)) {
            if (PropertyHelper.getPropertyName(field, Map.of()).equals(name)) {
                return true;
            }
        }
        return false;
    }
}
