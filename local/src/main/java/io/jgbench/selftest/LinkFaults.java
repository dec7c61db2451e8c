package io.jgbench.selftest;

import static io.jgbench.selftest.Answer.Who.PAIR;
import static io.jgbench.selftest.Answer.Who.VICTIM;
import static io.jgbench.selftest.NetworkChanges.LINK;
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

/** Links that carry less than those of the others, or have shorter queues. */
final class LinkFaults {
    /** 50 Mbit/s, and a queue of a fifth of a second. */
    private static final List<String> SLOW = List.of("tbf", "rate", "50mbit", "burst", "128kb", "limit", "1250kb");

    private static final String UNFILLED = "members on two cores make fewer requests than fill such a link";

    private LinkFaults() {}

    static List<Fault> all() {
        return List.of(slowLink(), slowLinkIn(), slowLinkOut(), slowLinks(), shallowLink(), shortQueue());
    }

    private static Fault slowLink() {
        return Fault.of(
                        "slow-link",
                        "the link of one member carries 50 Mbit/s in each direction",
                        new When.WholeRun(),
                        link((at, _) -> List.of(shapedOut(at.victim(), SLOW), shapedIn(at.victim(), SLOW))),
                        new Held(BottleneckType.WIRE, VICTIM),
                        // The queue before a slow link drops, and nobody can look into a switch.
                        new Held(BottleneckType.LOSS, VICTIM))
                .notWith("rpc", UNFILLED);
    }

    private static Fault slowLinkIn() {
        return Fault.of(
                        "slow-link-in",
                        "the link to one member carries 50 Mbit/s, that from it is not limited",
                        new When.WholeRun(),
                        link((at, _) -> List.of(shapedIn(at.victim(), SLOW))),
                        new Held(BottleneckType.WIRE, VICTIM),
                        new Held(BottleneckType.LOSS, VICTIM))
                .notWith("rpc", UNFILLED);
    }

    private static Fault slowLinkOut() {
        return Fault.of(
                        "slow-link-out",
                        "the link from one member carries 50 Mbit/s, that to it is not limited",
                        new When.WholeRun(),
                        link((at, _) -> List.of(shapedOut(at.victim(), SLOW))),
                        new Held(BottleneckType.WIRE, VICTIM))
                .notWith("rpc", UNFILLED);
    }

    private static Fault slowLinks() {
        return Fault.of(
                        "slow-links",
                        "the links of two members carry 50 Mbit/s in each direction",
                        new When.WholeRun(),
                        link((at, _) -> Stream.of(at.victim(), at.other())
                                .flatMap(member -> Stream.of(shapedOut(member, SLOW), shapedIn(member, SLOW)))
                                .toList()),
                        new Held(BottleneckType.WIRE, PAIR),
                        new Held(BottleneckType.LOSS, PAIR))
                .notWith("rpc", UNFILLED);
    }

    private static Fault shallowLink() {
        return Fault.of(
                        "shallow-link",
                        "the queue before one member holds less than a datagram of 64 KB, so that none arrives whole"
                                + " however often it is sent again",
                        new When.Measured(),
                        link((at, _) -> List.of(shapedIn(
                                at.victim(), List.of("tbf", "rate", "100mbit", "burst", "2kb", "limit", "8kb")))),
                        new Failed(FailureReason.STALLED, VICTIM))
                .notOverTcp("TCP sends what the queue holds, if slowly")
                .notWith("rpc", "requests and answers of 1,000 bytes are sent again one by one, and fit")
                .notWith("messageBus", "what is sent again to one member alone fits after some time")
                .notWith("datagram", "packets of 1,000 bytes fit, and nothing is sent again")
                .going(new Course(Duration.ofSeconds(60), Duration.ofSeconds(10), false));
    }

    /** A datagram of 64 KB and a half fit; two at a time do not. */
    private static Fault shortQueue() {
        return Fault.of(
                        "short-queue",
                        "the queue of one member's own interface holds 100 KB, before a link of 200 Mbit/s",
                        new When.WholeRun(),
                        link((at, _) -> List.of(shapedOut(
                                at.victim(), List.of("tbf", "rate", "200mbit", "burst", "16kb", "limit", "100kb")))),
                        new Found(Reason.SEND_DROPS, VICTIM),
                        new Held(BottleneckType.LOSS, VICTIM),
                        new Held(BottleneckType.WIRE, VICTIM))
                .notOverTcp("TCP is told that the queue is full, and waits for it")
                .notWith("datagram", "the rate that is asked for is less than that link carries");
    }

    private static Change shapedOut(int member, List<String> queue) {
        return shaped(new Place.Member(member), LINK, queue);
    }

    private static Change shapedIn(int member, List<String> queue) {
        return shaped(new Place.Switch(), NamespaceHosts.switchPort(member), queue);
    }

    private static Change shaped(Place where, String device, List<String> queue) {
        return new Change(
                where,
                NetworkChanges.words(List.of(List.of("tc", "qdisc", "add", "dev", device, "root"), queue)),
                List.of("tc", "qdisc", "del", "dev", device, "root"));
    }
}
