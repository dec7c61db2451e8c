package io.jgbench.selftest;

import static io.jgbench.selftest.Answer.Who.VICTIM;
import static io.jgbench.selftest.NetworkChanges.dropped;
import static io.jgbench.selftest.NetworkChanges.filter;
import static io.jgbench.selftest.NetworkChanges.link;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.run.FailureReason;
import io.jgbench.local.host.NamespaceHosts;
import io.jgbench.selftest.Answer.Failed;
import io.jgbench.selftest.Answer.Found;
import io.jgbench.selftest.Answer.Held;
import io.jgbench.selftest.Fault.When;
import io.jgbench.selftest.Planting.Change;
import io.jgbench.selftest.Planting.Place;
import java.util.List;
import java.util.stream.Stream;

/** Packets that are lost or come twice all the time. */
final class LossFaults {
    private static final String ANY_ADDRESS = "0.0.0.0/0";

    private LossFaults() {}

    static List<Fault> all() {
        return List.of(loss(), lossOut(), unicastLoss(), duplicates());
    }

    private static Fault loss() {
        return Fault.of(
                "loss",
                "1 % of the packets to one member are dropped",
                new When.WholeRun(),
                filter((at, _) -> List.of(dropped(at.victim(), "INPUT", random(ANY_ADDRESS, "0.01")))),
                new Held(BottleneckType.LOSS, VICTIM),
                new Failed(FailureReason.PREFLIGHT_FAILED, VICTIM));
    }

    private static Fault lossOut() {
        return Fault.of(
                "loss-out",
                "3 % of the packets from one member are dropped on the way to each other one",
                new When.WholeRun(),
                filter((at, address) -> at.healthy().stream()
                        .map(to -> dropped(to, "INPUT", random(address.apply(at.victim()), "0.03")))
                        .toList()),
                new Held(BottleneckType.LOSS, VICTIM),
                new Failed(FailureReason.PREFLIGHT_FAILED, VICTIM));
    }

    /** Over a stack with multicasts: what members ask of each other is lost, and not the messages. */
    private static Fault unicastLoss() {
        return Fault.of(
                        "unicast-loss",
                        "10 % of the packets to one member alone are dropped, and no multicasts",
                        new When.Measured(),
                        filter((at, address) -> List.of(dropped(
                                at.victim(),
                                "INPUT",
                                NetworkChanges.words(List.of(
                                        List.of("-d", address.apply(at.victim())), random(ANY_ADDRESS, "0.1")))))),
                        new Held(BottleneckType.LOSS, VICTIM))
                .notOverTcp("all of its packets go to one member alone");
    }

    private static Fault duplicates() {
        return Fault.of(
                "duplicates",
                "the switch gives one member each packet twice",
                new When.WholeRun(),
                link((at, address) -> at.healthy().stream()
                        .flatMap(from -> duplicated(from, at.victim(), address.apply(at.victim())))
                        .toList()),
                new Found(Reason.PACKETS_DUPLICATED, VICTIM),
                // The kernel drops datagrams whose fragments come twice.
                new Held(BottleneckType.LOSS, VICTIM));
    }

    /**
     * A match of some of the packets to a member.
     *
     * @param from the address of the member that has sent them
     * @param probability how many of them, from 0 to 1
     */
    private static List<String> random(String from, String probability) {
        return List.of(
                "-i",
                NetworkChanges.LINK,
                "-s",
                from,
                "-m",
                "statistic",
                "--mode",
                "random",
                "--probability",
                probability);
    }

    /** Copies what one member sends, at the switch's port from it, to the port of another one. */
    private static Stream<Change> duplicated(int from, int to, String addressOfTo) {
        String port = NamespaceHosts.switchPort(from);
        var place = new Place.Switch();
        var ingress = new Change(
                place,
                List.of("tc", "qdisc", "add", "dev", port, "clsact"),
                List.of("tc", "qdisc", "del", "dev", port, "clsact"));
        return Stream.concat(
                Stream.of(ingress),
                Stream.of(addressOfTo + "/32", NetworkChanges.MULTICASTS)
                        .map(destination -> new Change(
                                place,
                                NetworkChanges.words(List.of(
                                        List.of("tc", "filter", "add", "dev", port, "ingress", "protocol", "ip"),
                                        List.of("u32", "match", "ip", "dst", destination),
                                        List.of("action", "mirred", "egress", "mirror"),
                                        List.of("dev", NamespaceHosts.switchPort(to)))),
                                // the filters go with the queue that they stand at
                                List.of("true"))));
    }
}
