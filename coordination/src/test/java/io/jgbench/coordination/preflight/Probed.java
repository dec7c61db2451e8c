package io.jgbench.coordination.preflight;

import io.jgbench.coordination.protocol.PortReport;
import io.jgbench.coordination.protocol.PreflightReport;
import io.jgbench.coordination.protocol.PreflightReport.Nic;
import io.jgbench.coordination.protocol.PreflightReport.Received;
import io.jgbench.coordination.protocol.PreflightReport.Scope;
import io.jgbench.coordination.protocol.PreflightReport.Sent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** What the members of a network that is as it should be report, but for what a test changes. */
public final class Probed {
    private static final int MTU = 1500;

    private final int members;
    private final Scope scope;
    private final Sent[][] sent;
    private final Received[][] received;
    private final int[] mtus;
    private final long[] drops;
    private final long[] thrownAway;
    private final List<List<PortReport>> ports = new ArrayList<>();

    /** A network in which nothing is wrong. */
    public Probed(int members, boolean datagrams, boolean connections, boolean multicast) {
        this.members = members;
        this.scope = new Scope(datagrams, connections, multicast);
        this.sent = new Sent[members][members];
        this.received = new Received[members][members];
        this.mtus = new int[members];
        Arrays.fill(mtus, MTU);
        this.drops = new long[members];
        this.thrownAway = new long[members];
        for (int from = 0; from < members; from++) {
            ports.add(new ArrayList<>());
            for (int to = 0; to < members; to++) {
                sent[from][to] = new Sent(
                        to,
                        1,
                        List.of(20),
                        MTU,
                        1,
                        datagrams ? 2 * MTU : 0,
                        datagrams ? 1 : 0,
                        OptionalLong.of(120_000),
                        connections ? OptionalLong.of(90_000) : OptionalLong.empty(),
                        Optional.empty());
                received[to][from] = new Received(
                        from, 1, List.of(20, 0, 0, 0, 0), 0, 0, MTU, datagrams ? 1 : 0, multicast ? 10 : 0, MTU);
            }
        }
    }

    /** Members over UDP with multicast. */
    public static Probed udp(int members) {
        return new Probed(members, true, false, true);
    }

    /** Members over TCP. */
    public static Probed tcp(int members) {
        return new Probed(members, false, true, false);
    }

    /** Changes what one member sent to another. */
    public Probed sent(int from, int to, UnaryOperator<Sent> change) {
        sent[from][to] = change.apply(sent[from][to]);
        return this;
    }

    /** Changes what one member received of another. */
    public Probed received(int from, int to, UnaryOperator<Received> change) {
        received[to][from] = change.apply(received[to][from]);
        return this;
    }

    /** Nothing of this path arrives. */
    public Probed silent(int from, int to) {
        sent(
                from,
                to,
                _ -> new Sent(
                        to, 12, List.of(), 0, 0, 0, 0, OptionalLong.empty(), OptionalLong.empty(), Optional.empty()));
        return received(from, to, _ -> new Received(from, 0, List.of(), 0, 0, 0, 0, 0, 0));
    }

    /** Bursts of 20 packets of this path arrive as given. */
    public Probed bursts(int from, int to, int... arrived) {
        List<Integer> counts = IntStream.of(arrived).boxed().toList();
        sent(
                from,
                to,
                was -> new Sent(
                        to,
                        was.pings(),
                        counts.stream().map(_ -> 20).toList(),
                        was.fullBytes(),
                        was.fullPackets(),
                        was.fragmentedBytes(),
                        was.fragmentedPackets(),
                        was.roundTripNanos(),
                        was.connectNanos(),
                        was.connectFailure()));
        return received(
                from,
                to,
                was -> new Received(
                        from,
                        was.pings(),
                        counts,
                        0,
                        0,
                        was.largestBytes(),
                        was.fragmentedPackets(),
                        was.multicasts(),
                        was.largestMulticastBytes()));
    }

    /** Larger packets than this do not get through. */
    public Probed carries(int from, int to, int bytes) {
        sent(
                from,
                to,
                was -> new Sent(
                        to,
                        was.pings(),
                        was.bursts(),
                        was.fullBytes(),
                        6,
                        was.fragmentedBytes(),
                        0,
                        was.roundTripNanos(),
                        was.connectNanos(),
                        was.connectFailure()));
        return received(
                from,
                to,
                was -> new Received(
                        from,
                        was.pings(),
                        was.bursts(),
                        0,
                        0,
                        bytes,
                        0,
                        was.multicasts(),
                        was.largestMulticastBytes()));
    }

    /** Nothing gets through that is sent in fragments. */
    public Probed withoutFragments(int from, int to) {
        sent(
                from,
                to,
                was -> new Sent(
                        to,
                        was.pings(),
                        was.bursts(),
                        was.fullBytes(),
                        was.fullPackets(),
                        was.fragmentedBytes(),
                        6,
                        was.roundTripNanos(),
                        was.connectNanos(),
                        was.connectFailure()));
        return received(
                from,
                to,
                was -> new Received(
                        from,
                        was.pings(),
                        was.bursts(),
                        0,
                        0,
                        was.largestBytes(),
                        0,
                        was.multicasts(),
                        was.largestMulticastBytes()));
    }

    /** A member has another MTU. */
    public Probed mtu(int member, int bytes) {
        mtus[member] = bytes;
        return this;
    }

    /** A member's own buffers had no room. */
    public Probed drops(int member, long packets) {
        drops[member] = packets;
        return this;
    }

    /** A member's host threw fragments away. */
    public Probed throwsAway(int member, long fragments) {
        thrownAway[member] = fragments;
        return this;
    }

    /** What a member tells of a port beside the transport's. */
    public Probed port(int member, PortReport port) {
        ports.get(member).add(port);
        return this;
    }

    /** The reports. */
    public List<PreflightReport> reports() {
        List<PreflightReport> reports = new ArrayList<>();
        for (int member = 0; member < members; member++) {
            int self = member;
            var others = IntStream.range(0, members).filter(other -> other != self);
            List<Integer> indices = others.boxed().toList();
            reports.add(new PreflightReport(
                    member,
                    scope,
                    Optional.of(new Nic("eth0", mtus[member], false)),
                    OptionalLong.of(drops[member]),
                    thrownAway[member],
                    scope.multicast() ? 10 : 0,
                    scope.multicast() ? 1 : 0,
                    scope.multicast() ? MTU : 0,
                    indices.stream().map(other -> sent[self][other]).toList(),
                    indices.stream().map(other -> received[self][other]).toList(),
                    ports.get(member)));
        }
        return reports;
    }

    /** The members' names, by index. */
    public List<String> names() {
        return IntStream.range(0, members).mapToObj(index -> "m" + index).toList();
    }

    /** What is made of it. */
    public Preflight judged() {
        return PreflightJudge.judge(names(), reports());
    }
}
