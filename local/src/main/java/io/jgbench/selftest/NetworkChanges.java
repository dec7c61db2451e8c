package io.jgbench.selftest;

import io.jgbench.local.host.NamespaceHosts;
import io.jgbench.selftest.Planting.Change;
import io.jgbench.selftest.Planting.Place;
import java.util.List;

/** Commands that change the network, of which several faults are made. */
final class NetworkChanges {
    /** A member's interface to the switch. */
    static final String LINK = NamespaceHosts.MEMBER_INTERFACE;

    /** All multicast groups. */
    static final String MULTICASTS = "224.0.0.0/4";

    private NetworkChanges() {}

    /** Changes of which some need a packet filter. */
    static Planting filter(Planting.Changes changes) {
        return new Planting.OnNetwork(List.of("iptables"), changes);
    }

    /** Changes of links, addresses and queues. */
    static Planting link(Planting.Changes changes) {
        return new Planting.OnNetwork(List.of(), changes);
    }

    /** A rule of a member's packet filter that drops what matches. */
    static Change dropped(int member, String chain, List<String> match) {
        return new Change(new Place.Member(member), rule("-A", chain, match), rule("-D", chain, match));
    }

    private static List<String> rule(String operation, String chain, List<String> match) {
        return words(List.of(List.of("iptables", "-w", operation, chain), match, List.of("-j", "DROP")));
    }

    /** One command of its parts. */
    static List<String> words(List<List<String>> parts) {
        return parts.stream().flatMap(List::stream).toList();
    }
}
