package io.jgbench.selftest;

import static io.jgbench.selftest.Answer.Who.ANYBODY;
import static io.jgbench.selftest.Answer.Who.PAIR;
import static io.jgbench.selftest.Answer.Who.VICTIM;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.ByteQuantity;
import io.jgbench.api.v1alpha1.StackSource;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.run.FailureReason;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.local.host.NamespaceHosts;
import io.jgbench.selftest.Answer.Failed;
import io.jgbench.selftest.Answer.Found;
import io.jgbench.selftest.Answer.Held;
import io.jgbench.selftest.Answer.NothingWrong;
import io.jgbench.selftest.Fault.Course;
import io.jgbench.selftest.Fault.When;
import io.jgbench.selftest.Planting.Change;
import io.jgbench.selftest.Planting.Place;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** All faults that can be planted, and the run without one. */
public final class Faults {
    private static final String RATE = "jgbench.selftest.rate";
    private static final String BUFFER = "jgbench.selftest.buffer";
    private static final String LINK = NamespaceHosts.MEMBER_INTERFACE;
    private static final String ANY_ADDRESS = "0.0.0.0/0";
    private static final String MULTICASTS = "224.0.0.0/4";
    private static final String BESIDE_THE_STACK = "packets of the workload Datagram do not go through the stack";
    private static final String TCP_HAS_NO_MULTICASTS = "no member sends multicasts over TCP";

    /** 100 Mbit/s, and a queue of a tenth of a second. */
    private static final List<String> SLOW = List.of("tbf", "rate", "100mbit", "burst", "128kb", "limit", "1250kb");

    private static final List<Fault> ALL = List.of(
            new Fault(
                    "clean",
                    "nothing is planted, and members warm up until they are steady: nothing may warn",
                    new When.WholeRun(),
                    new Planting.Nothing(),
                    List.of(new NothingWrong()),
                    Map.of(),
                    Course.WARM),
            fault(
                    "loss",
                    "1 % of the packets to one member are dropped",
                    new When.WholeRun(),
                    filter((at, _) -> List.of(dropped(at.victim(), "INPUT", random(ANY_ADDRESS, "0.01")))),
                    new Held(BottleneckType.LOSS, VICTIM)),
            fault(
                    "loss-out",
                    "3 % of the packets from one member are dropped on the way to each other one",
                    new When.WholeRun(),
                    filter((at, address) -> at.healthy().stream()
                            .map(to -> dropped(to, "INPUT", random(address.apply(at.victim()), "0.03")))
                            .toList()),
                    new Held(BottleneckType.LOSS, VICTIM)),
            fault(
                    "slow-link",
                    "the link of one member carries 100 Mbit/s in each direction",
                    new When.WholeRun(),
                    link((at, _) -> List.of(
                            shaped(new Place.Member(at.victim()), LINK),
                            shaped(new Place.Switch(), NamespaceHosts.switchPort(at.victim())))),
                    new Held(BottleneckType.WIRE, VICTIM),
                    // The queue before a slow link drops, and nobody can look into a switch.
                    new Held(BottleneckType.LOSS, VICTIM)),
            fault(
                    "slow-link-in",
                    "the link to one member carries 100 Mbit/s, that from it is not limited",
                    new When.WholeRun(),
                    link((at, _) -> List.of(shaped(new Place.Switch(), NamespaceHosts.switchPort(at.victim())))),
                    new Held(BottleneckType.WIRE, VICTIM),
                    new Held(BottleneckType.LOSS, VICTIM)),
            fault(
                    "slow-link-out",
                    "the link from one member carries 100 Mbit/s, that to it is not limited",
                    new When.WholeRun(),
                    link((at, _) -> List.of(shaped(new Place.Member(at.victim()), LINK))),
                    new Held(BottleneckType.WIRE, VICTIM)),
            fault(
                    "slow-receiver",
                    "the process of one member is stopped for 3/4 of the time, 300 ms at a time",
                    new When.Measured(),
                    new Planting.Stops(Duration.ofMillis(300), Duration.ofMillis(100), 1),
                    new Held(BottleneckType.RECEIVER, VICTIM)),
            fault(
                    "slow-receivers",
                    "the processes of two members are stopped for 3/4 of the time each",
                    new When.Measured(),
                    new Planting.Stops(Duration.ofMillis(300), Duration.ofMillis(100), 2),
                    new Held(BottleneckType.RECEIVER, PAIR)),
            new Fault(
                    "slow-sender",
                    "one member hands 1 MB/s to its stack at the most",
                    new When.WholeRun(),
                    new Planting.OtherStack(
                            stack -> StackSource.inlined(withRateLimit(stack.xml())), List.of("-D" + RATE + "=100000")),
                    List.of(new Held(BottleneckType.SENDER, VICTIM)),
                    Map.of(
                            "rpc",
                            "who sends slowly answers slowly, and others wait for its answers as for a slow receiver's",
                            "datagram",
                            BESIDE_THE_STACK),
                    Course.SHORT),
            fault(
                    "busy-host",
                    "three programs beside the run use as much CPU time as they get",
                    new When.Measured(),
                    new Planting.BusyLoops(3),
                    new Found(Reason.HOST_BUSY, ANYBODY)),
            fault(
                    "cpu-quota",
                    "a control group gives one member a tenth of a CPU",
                    new When.Measured(),
                    new Planting.CpuQuota(10),
                    new Held(BottleneckType.HOST_CPU, VICTIM)),
            new Fault(
                    "small-heap",
                    "one member has a heap of 40 MB",
                    new When.WholeRun(),
                    new Planting.InOneJvm(List.of("-Xms40m", "-Xmx40m", "-Xmn8m")),
                    List.of(new Held(BottleneckType.COLLECTOR, VICTIM), new Failed(FailureReason.OUT_OF_HEAP, VICTIM)),
                    Map.of("datagram", "packets are made and looked at outside of the heap"),
                    Course.SHORT),
            new Fault(
                    "small-buffer",
                    "the sockets of one member have receive buffers of 40,000 bytes",
                    new When.WholeRun(),
                    new Planting.OtherStack(
                            stack -> StackSource.inlined(withReceiveBuffer(stack.xml())),
                            List.of("-D" + BUFFER + "=40000")),
                    List.of(
                            new Held(BottleneckType.LOSS, VICTIM),
                            new Held(BottleneckType.RECEIVER, VICTIM),
                            new Found(Reason.RECEIVE_DROPS, VICTIM)),
                    overTcpOr(
                            "a TCP socket whose buffer is full makes its sender wait, and nothing is lost",
                            "datagram",
                            BESIDE_THE_STACK),
                    Course.SHORT),
            new Fault(
                    "small-window",
                    "flow control lets a sender have 76,000 bytes under way (tcp: 80,000)",
                    new When.WholeRun(),
                    new Planting.OtherStack(Faults::withSmallWindow, List.of()),
                    List.of(
                            new Held(BottleneckType.FLOW_CONTROL_WINDOW, ANYBODY),
                            new Found(Reason.WINDOW_BOUND, ANYBODY)),
                    Map.of(
                            "rpc",
                            "callers wait for answers, and what is under way fits into the smallest window",
                            "datagram",
                            BESIDE_THE_STACK),
                    Course.SHORT),
            new Fault(
                    "mtu",
                    "the interface of one member has an MTU of 1,300 bytes, those of the others 1,500",
                    new When.WholeRun(),
                    link((at, _) ->
                            List.of(new Change(new Place.Member(at.victim()), linkMtu("1300"), linkMtu("1500")))),
                    foundBefore(VICTIM),
                    Map.of(),
                    Course.SHORT),
            new Fault(
                    "fragments-blocked",
                    "one member's host drops IP fragments",
                    new When.WholeRun(),
                    filter((at, _) -> List.of(
                            new Change(new Place.Member(at.victim()), fragmentsDropped("-A"), fragmentsDropped("-D")))),
                    foundBefore(VICTIM),
                    overTcp("TCP sends no datagrams, and its packets are not cut"),
                    Course.SHORT),
            partition(
                    "partition",
                    "one member is cut off from the others for one to four seconds",
                    new When.Middle(Duration.ofSeconds(1), Duration.ofSeconds(4)),
                    Course.SHORT),
            partition(
                    "partition-in-long-run",
                    "one member is cut off from the others for four of twelve seconds",
                    new When.Middle(Duration.ofSeconds(4), Duration.ofSeconds(4)),
                    new Course(Duration.ofSeconds(12), Course.SHORT.stallTimeout(), false)),
            new Fault(
                    "shallow-link",
                    "the queue before one member holds less than a datagram of 64 KB, so that none arrives whole"
                            + " however often it is sent again",
                    new When.Measured(),
                    link((at, _) -> List.of(shaped(
                            new Place.Switch(),
                            NamespaceHosts.switchPort(at.victim()),
                            List.of("tbf", "rate", "100mbit", "burst", "2kb", "limit", "8kb")))),
                    List.of(new Failed(FailureReason.STALLED, ANYBODY)),
                    overTcpOr(
                            "TCP sends what the queue holds, if slowly",
                            "rpc",
                            "requests and answers of 1,000 bytes are sent again one by one, and fit",
                            "messageBus",
                            "what is sent again to one member alone fits after some time",
                            "datagram",
                            "packets of 1,000 bytes fit, and nothing is sent again"),
                    new Course(Duration.ofSeconds(60), Duration.ofSeconds(10), false)),
            fault(
                    "duplicates",
                    "the switch gives one member each packet twice",
                    new When.WholeRun(),
                    link((at, address) -> at.healthy().stream()
                            .flatMap(from -> duplicated(from, at.victim(), address.apply(at.victim())))
                            .toList()),
                    new Found(Reason.PACKETS_DUPLICATED, VICTIM),
                    // The kernel drops datagrams whose fragments come twice.
                    new Held(BottleneckType.LOSS, VICTIM)),
            new Fault(
                    "unicast-blocked",
                    "two members do not get each other's unicasts",
                    new When.WholeRun(),
                    filter((at, address) -> List.of(
                            between(at.other(), at.victim(), address.apply(at.victim()), address),
                            between(at.victim(), at.other(), address.apply(at.other()), address))),
                    foundBefore(PAIR),
                    Map.of(),
                    Course.SHORT),
            new Fault(
                    "multicast-blocked",
                    "two members do not get each other's multicasts",
                    new When.WholeRun(),
                    filter((at, address) -> List.of(
                            between(at.other(), at.victim(), MULTICASTS, address),
                            between(at.victim(), at.other(), MULTICASTS, address))),
                    foundBefore(PAIR),
                    overTcp(TCP_HAS_NO_MULTICASTS),
                    Course.SHORT),
            new Fault(
                    "duplicate-address",
                    "one member's host has the address of another one as well",
                    new When.WholeRun(),
                    link((at, address) -> List.of(new Change(
                            new Place.Member(at.other()),
                            List.of("ip", "addr", "add", address.apply(at.victim()) + "/16", "dev", LINK),
                            List.of("ip", "addr", "del", address.apply(at.victim()) + "/16", "dev", LINK)))),
                    // who gets what was for this address depends on whom the others have asked first
                    foundBefore(VICTIM),
                    Map.of(),
                    Course.SHORT),
            fault(
                    "clock-ahead",
                    "one member's monotonic clock is 1,000 s ahead from its start on, which is to harm nothing",
                    new When.WholeRun(),
                    new Planting.ClockAhead(Duration.ofSeconds(1000)),
                    new NothingWrong()));

    private Faults() {}

    /** All, the run without a fault first. */
    public static List<Fault> all() {
        return ALL;
    }

    /** The one of this name. */
    public static Optional<Fault> named(String name) {
        return ALL.stream().filter(fault -> fault.name().equals(name)).findFirst();
    }

    private static Fault fault(String name, String what, When when, Planting planting, Answer... right) {
        return new Fault(name, what, when, planting, List.of(right), Map.of(), Course.SHORT);
    }

    /** What is wrong with the network before the members join is found then, and nothing else is right. */
    private static List<Answer> foundBefore(Answer.Who who) {
        return List.of(new Failed(FailureReason.PREFLIGHT_FAILED, who));
    }

    /** Members that lose sight of one fail the run, or go on when it is back. */
    private static Fault partition(String name, String what, When.Middle when, Course course) {
        return new Fault(
                name,
                what,
                when,
                filter((at, _) -> List.of(
                        dropped(at.victim(), "INPUT", List.of("-i", LINK)),
                        dropped(at.victim(), "OUTPUT", List.of("-o", LINK)))),
                List.of(
                        new Held(BottleneckType.LOSS, VICTIM),
                        new Found(Reason.STALLED, VICTIM),
                        new Found(Reason.VIEW_CHANGED, VICTIM),
                        new Failed(FailureReason.VIEW_INCOMPLETE, VICTIM),
                        new Failed(FailureReason.MEMBER_LOST, VICTIM)),
                Map.of(),
                course);
    }

    private static Planting filter(Planting.Changes changes) {
        return new Planting.OnNetwork(List.of("iptables"), changes);
    }

    private static Planting link(Planting.Changes changes) {
        return new Planting.OnNetwork(List.of(), changes);
    }

    /** A rule of a member's packet filter that drops what matches. */
    private static Change dropped(int member, String chain, List<String> match) {
        return new Change(new Place.Member(member), rule("-A", chain, match), rule("-D", chain, match));
    }

    /** What one member sends to this address is dropped at another one. */
    private static Change between(int from, int to, String destination, IntFunction<String> address) {
        return dropped(to, "INPUT", List.of("-s", address.apply(from), "-d", destination));
    }

    /** Before the kernel puts them together. */
    private static List<String> fragmentsDropped(String operation) {
        return List.of("iptables", "-w", "-t", "mangle", operation, "PREROUTING", "-i", LINK, "-f", "-j", "DROP");
    }

    private static List<String> rule(String operation, String chain, List<String> match) {
        return words(List.of(List.of("iptables", "-w", operation, chain), match, List.of("-j", "DROP")));
    }

    /**
     * A match of some of the packets to a member.
     *
     * @param from the address of the member that has sent them
     * @param probability how many of them, from 0 to 1
     */
    private static List<String> random(String from, String probability) {
        return List.of("-i", LINK, "-s", from, "-m", "statistic", "--mode", "random", "--probability", probability);
    }

    private static Change shaped(Place where, String device) {
        return shaped(where, device, SLOW);
    }

    private static Change shaped(Place where, String device, List<String> queue) {
        return new Change(
                where,
                words(List.of(List.of("tc", "qdisc", "add", "dev", device, "root"), queue)),
                List.of("tc", "qdisc", "del", "dev", device, "root"));
    }

    private static List<String> linkMtu(String bytes) {
        return List.of("ip", "link", "set", "dev", LINK, "mtu", bytes);
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
                Stream.of(addressOfTo + "/32", MULTICASTS)
                        .map(destination -> new Change(
                                place,
                                words(List.of(
                                        List.of("tc", "filter", "add", "dev", port, "ingress", "protocol", "ip"),
                                        List.of("u32", "match", "ip", "dst", destination),
                                        List.of("action", "mirred", "egress", "mirror"),
                                        List.of("dev", NamespaceHosts.switchPort(to)))),
                                // the filters go with the queue that they stand at
                                List.of("true"))));
    }

    private static StackSource withSmallWindow(TransportSpec.Stack stack) {
        return stack.leavesWindowOpen()
                ? new StackSource(stack.name(), null, null, ByteQuantity.of(76_000))
                : StackSource.inlined(stack.xml().replaceAll("max_credits=\"[^\"]*\"", "max_credits=\"80000\""));
    }

    private static String withRateLimit(String xml) {
        return before(xml, "</config>", "<RATE_LIMITER max_bytes=\"${" + RATE + ":1000000000}\" time_period=\"100\"/>");
    }

    private static String withReceiveBuffer(String xml) {
        String size = "${" + BUFFER + ":5M}";
        return before(xml, "bind_addr=", "ucast_recv_buf_size=\"" + size + "\" mcast_recv_buf_size=\"" + size + "\" ");
    }

    private static String before(String xml, String place, String inserted) {
        int at = xml.indexOf(place);
        if (at < 0) {
            throw new IllegalArgumentException("the bundled stack must have \"" + place + "\", got: " + xml);
        }
        return xml.substring(0, at) + inserted + xml.substring(at);
    }

    private static Map<String, String> overTcp(String why) {
        return overTcpOr(why);
    }

    /** The same with workloads, each followed by its reason. */
    private static Map<String, String> overTcpOr(String why, String... workloads) {
        Map<String, String> reasons = new HashMap<>(Map.of("tcp", why, "tcp-nio", why));
        for (int i = 0; i < workloads.length; i += 2) {
            reasons.put(workloads[i], workloads[i + 1]);
        }
        return reasons;
    }

    private static List<String> words(List<List<String>> parts) {
        return parts.stream().flatMap(List::stream).toList();
    }
}
