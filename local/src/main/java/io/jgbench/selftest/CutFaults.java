package io.jgbench.selftest;

import static io.jgbench.selftest.Answer.Who.PAIR;
import static io.jgbench.selftest.Answer.Who.VICTIM;
import static io.jgbench.selftest.NetworkChanges.LINK;
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
import io.jgbench.selftest.Fault.Course;
import io.jgbench.selftest.Fault.When;
import io.jgbench.selftest.Planting.Change;
import io.jgbench.selftest.Planting.Place;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * One member receives nothing from others, or its packets reach nobody, for some seconds in the middle of a run. The
 * others then fail the run, or continue when it is back.
 */
final class CutFaults {
    private static final When ONE_TO_FOUR_SECONDS = new When.Middle(Duration.ofSeconds(1), Duration.ofSeconds(4));

    /** An address that no interface of these hosts has: locally administered, and of none of their makers. */
    private static final String NOBODYS_ADDRESS = "02:00:5e:00:53:01";

    private CutFaults() {}

    static List<Fault> all() {
        return List.of(partition(), partitionInLongRun(), linkDown(), deaf(), mute(), largeBlocked(), wrongNeighbour());
    }

    private static Fault partition() {
        return cut(
                "partition",
                "one member is cut off from the others for one to four seconds",
                ONE_TO_FOUR_SECONDS,
                inAndOut());
    }

    private static Fault partitionInLongRun() {
        return cut(
                        "partition-in-long-run",
                        "one member is cut off from the others for four of twelve seconds",
                        new When.Middle(Duration.ofSeconds(4), Duration.ofSeconds(4)),
                        inAndOut())
                .going(new Course(Duration.ofSeconds(12), Course.SHORT.stallTimeout(), false));
    }

    /** As a cable that is pulled out: at the switch, so that the member's host keeps its routes. */
    private static Fault linkDown() {
        return cut(
                "link-down",
                "the switch's port to one member is down for one to two seconds",
                new When.Middle(Duration.ofSeconds(1), Duration.ofSeconds(2)),
                link((at, _) -> List.of(new Change(new Place.Switch(), port(at, "down"), port(at, "up")))),
                new Found(Reason.LINK_LOST, VICTIM));
    }

    private static Fault deaf() {
        return cut(
                "deaf",
                "one member gets nothing from the others for one to four seconds, and they get what it sends",
                ONE_TO_FOUR_SECONDS,
                filter((at, _) -> List.of(in(at))));
    }

    private static Fault mute() {
        return cut(
                "mute",
                "the others get nothing from one member for one to four seconds, and it gets what they send",
                ONE_TO_FOUR_SECONDS,
                filter((at, _) -> List.of(out(at))));
    }

    private static Fault largeBlocked() {
        return cut(
                "large-blocked",
                "one member's host drops packets of 1,000 bytes and more for one to four seconds, smaller ones pass",
                ONE_TO_FOUR_SECONDS,
                filter((at, _) -> List.of(
                        dropped(at.victim(), "INPUT", List.of("-i", LINK, "-m", "length", "--length", "1000:65535")))),
                new Found(Reason.MEMBER_NOT_STEADY, VICTIM));
    }

    /** Only the other one of the two waits, for what the member would answer. */
    private static Fault wrongNeighbour() {
        return cut(
                "wrong-neighbour",
                "one member's host has a wrong hardware address of another one for one to four seconds, so that its"
                        + " unicasts to that one reach nobody",
                ONE_TO_FOUR_SECONDS,
                link((at, address) -> {
                    List<String> entry = List.of(address.apply(at.other()), "dev", LINK);
                    return List.of(new Change(
                            new Place.Member(at.victim()),
                            NetworkChanges.words(List.of(
                                    List.of("ip", "neigh", "replace"),
                                    entry,
                                    List.of("lladdr", NOBODYS_ADDRESS, "nud", "permanent"))),
                            NetworkChanges.words(List.of(List.of("ip", "neigh", "del"), entry))));
                }),
                new Held(BottleneckType.LOSS, PAIR),
                new Found(Reason.MEMBER_NOT_STEADY, PAIR),
                new Found(Reason.STALLED, PAIR));
    }

    private static Planting inAndOut() {
        return filter((at, _) -> List.of(in(at), out(at)));
    }

    private static Change in(FaultTargets at) {
        return dropped(at.victim(), "INPUT", List.of("-i", LINK));
    }

    private static Change out(FaultTargets at) {
        return dropped(at.victim(), "OUTPUT", List.of("-o", LINK));
    }

    private static List<String> port(FaultTargets at, String state) {
        return List.of("ip", "link", "set", "dev", NamespaceHosts.switchPort(at.victim()), state);
    }

    /** Those that are right of this one alone come on top. */
    private static Fault cut(String name, String what, When when, Planting planting, Answer... others) {
        Stream<Answer> usual = Stream.of(
                new Held(BottleneckType.LOSS, VICTIM),
                new Found(Reason.STALLED, VICTIM),
                new Found(Reason.VIEW_CHANGED, VICTIM),
                new Failed(FailureReason.VIEW_INCOMPLETE, VICTIM),
                new Failed(FailureReason.MEMBER_LOST, VICTIM));
        return Fault.of(
                name,
                what,
                when,
                planting,
                Stream.concat(usual, Stream.of(others)).toArray(Answer[]::new));
    }
}
