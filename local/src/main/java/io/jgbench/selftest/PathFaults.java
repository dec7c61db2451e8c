package io.jgbench.selftest;

import static io.jgbench.selftest.Answer.Who.PAIR;
import static io.jgbench.selftest.Answer.Who.VICTIM;
import static io.jgbench.selftest.NetworkChanges.LINK;
import static io.jgbench.selftest.NetworkChanges.dropped;
import static io.jgbench.selftest.NetworkChanges.filter;
import static io.jgbench.selftest.NetworkChanges.link;

import io.jgbench.coordination.run.FailureReason;
import io.jgbench.selftest.Answer.Failed;
import io.jgbench.selftest.Fault.When;
import io.jgbench.selftest.Planting.Change;
import io.jgbench.selftest.Planting.Place;
import java.util.List;
import java.util.function.IntFunction;

/**
 * What is wrong with the network before the members join. The pre-flight has to find it then, and nothing else is
 * right.
 */
final class PathFaults {
    private PathFaults() {}

    static List<Fault> all() {
        return List.of(mtu(), fragmentsBlocked(), unicastBlocked(), multicastBlocked(), duplicateAddress());
    }

    private static Fault mtu() {
        return foundBefore(
                "mtu",
                "the interface of one member has an MTU of 1,300 bytes, those of the others 1,500",
                link((at, _) -> List.of(new Change(new Place.Member(at.victim()), linkMtu("1300"), linkMtu("1500")))),
                VICTIM);
    }

    private static Fault fragmentsBlocked() {
        return foundBefore(
                        "fragments-blocked",
                        "one member's host drops IP fragments",
                        filter((at, _) -> List.of(new Change(
                                new Place.Member(at.victim()), fragmentsDropped("-A"), fragmentsDropped("-D")))),
                        VICTIM)
                .notOverTcp("TCP sends no datagrams, and its packets are not cut");
    }

    private static Fault unicastBlocked() {
        return foundBefore(
                "unicast-blocked",
                "two members do not get each other's unicasts",
                filter((at, address) -> List.of(
                        between(at.other(), at.victim(), address.apply(at.victim()), address),
                        between(at.victim(), at.other(), address.apply(at.other()), address))),
                PAIR);
    }

    private static Fault multicastBlocked() {
        return foundBefore(
                        "multicast-blocked",
                        "two members do not get each other's multicasts",
                        filter((at, address) -> List.of(
                                between(at.other(), at.victim(), NetworkChanges.MULTICASTS, address),
                                between(at.victim(), at.other(), NetworkChanges.MULTICASTS, address))),
                        PAIR)
                .notOverTcp("no member sends multicasts over TCP");
    }

    /** Who gets what was for this address depends on whom the others have asked first. */
    private static Fault duplicateAddress() {
        return foundBefore(
                "duplicate-address",
                "one member's host has the address of another one as well",
                link((at, address) -> List.of(new Change(
                        new Place.Member(at.other()),
                        List.of("ip", "addr", "add", address.apply(at.victim()) + "/16", "dev", LINK),
                        List.of("ip", "addr", "del", address.apply(at.victim()) + "/16", "dev", LINK)))),
                VICTIM);
    }

    private static Fault foundBefore(String name, String what, Planting planting, Answer.Who who) {
        return Fault.of(name, what, new When.WholeRun(), planting, new Failed(FailureReason.PREFLIGHT_FAILED, who));
    }

    private static List<String> linkMtu(String bytes) {
        return List.of("ip", "link", "set", "dev", LINK, "mtu", bytes);
    }

    /** Before the kernel puts them together. */
    private static List<String> fragmentsDropped(String operation) {
        return List.of("iptables", "-w", "-t", "mangle", operation, "PREROUTING", "-i", LINK, "-f", "-j", "DROP");
    }

    /** What one member sends to this address is dropped at another one. */
    private static Change between(int from, int to, String destination, IntFunction<String> address) {
        return dropped(to, "INPUT", List.of("-s", address.apply(from), "-d", destination));
    }
}
