package io.jgbench.coordination.preflight;

import io.jgbench.coordination.preflight.PreflightFault.Kind;
import io.jgbench.coordination.protocol.PreflightReport;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Finds the pairs of members whose network is not as a transport needs it. What a receiver counted decides, as a member
 * that is starved of CPU answers late and yet receives all that its buffers hold; what these had no room for is not
 * charged to the network.
 */
public final class PreflightJudge {
    private PreflightJudge() {}

    /**
     * What is wrong with one path.
     *
     * @param portUser who uses the port; empty: the transport
     */
    record PathFault(Kind kind, PreflightPath path, String detail, String portUser) {}

    /** A path and what is wrong with it. */
    record JudgedPath(PreflightPath path, List<PathFault> faults) {
        List<Kind> kinds() {
            return faults.stream().map(PathFault::kind).toList();
        }
    }

    /**
     * Judges what the members reported.
     *
     * @param names the members' names, by index
     * @param reports the reports, of all members or of some
     */
    public static Preflight judge(List<String> names, List<PreflightReport> reports) {
        List<JudgedPath> paths = PreflightPath.all(reports).stream()
                .map(path -> new JudgedPath(path, faults(path)))
                .toList();
        Map<Kind, List<PathFault>> byKind = new EnumMap<>(Kind.class);
        paths.stream()
                .flatMap(judged -> judged.faults().stream())
                .forEach(fault -> byKind.computeIfAbsent(fault.kind(), _ -> new ArrayList<>())
                        .add(fault));
        List<PreflightFault> faults = byKind.entrySet().stream()
                .map(entry -> new PreflightFault(entry.getKey(), sentences(names, reports.size(), entry.getValue())))
                .toList();
        return new Preflight(faults, Optional.of(PreflightMatrix.of(names, paths)));
    }

    /** One for each port, as the pairs of one may not be those of the other; the transport's first. */
    private static String sentences(List<String> names, int members, List<PathFault> faults) {
        return faults.stream()
                .collect(Collectors.groupingBy(PathFault::portUser, TreeMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(ofPort -> FaultSentence.of(names, members, ofPort))
                .collect(Collectors.joining(" "));
    }

    /** One fault of those that keep a path from being used, and duplicates beside it. */
    private static List<PathFault> faults(PreflightPath path) {
        List<PathFault> faults = new ArrayList<>();
        unreachable(path)
                .or(() -> PortFaults.unreachable(path))
                .or(() -> multicastBlocked(path))
                .or(() -> mtuTooSmall(path))
                .or(() -> fragmentsBlocked(path))
                .or(() -> PortFaults.largeBlocked(path))
                .or(() -> interfacesDiffer(path))
                .or(() -> packetsLost(path))
                .ifPresent(faults::add);
        int duplicates = path.received().duplicates();
        if (duplicates >= PreflightLimits.LEAST_DUPLICATES) {
            faults.add(new PathFault(
                    Kind.PACKETS_DUPLICATED,
                    path,
                    path.sentPackets() + " packets came with " + duplicates + " copies",
                    ""));
        }
        return faults;
    }

    private static Optional<PathFault> unreachable(PreflightPath path) {
        var failure = path.sent().connectFailure();
        if (failure.isPresent()) {
            return fault(
                    Kind.UNREACHABLE,
                    path,
                    "no TCP connection can be made to the transport's port (" + failure.get() + ")");
        }
        boolean isSilent = path.sent().pings() >= PreflightLimits.LEAST_ATTEMPTS
                && path.received().pings() == 0;
        return isSilent && path.sender().scope().datagrams()
                ? fault(
                        Kind.UNREACHABLE,
                        path,
                        "none of " + path.sent().pings() + " small UDP packets to the transport's port arrived")
                : Optional.empty();
    }

    private static Optional<PathFault> multicastBlocked(PreflightPath path) {
        int sent = path.sender().multicasts();
        return sent >= PreflightLimits.LEAST_ATTEMPTS && path.received().multicasts() == 0
                ? fault(
                        Kind.MULTICAST_BLOCKED,
                        path,
                        "none of " + sent + " packets to the multicast group arrived"
                                + (path.received().pings() > 0 ? ", packets to the member alone do" : ""))
                : Optional.empty();
    }

    private static Optional<PathFault> mtuTooSmall(PreflightPath path) {
        int full = path.sent().fullBytes();
        int largest = path.received().largestBytes();
        boolean isTried = path.sent().fullPackets() >= PreflightLimits.LEAST_ATTEMPTS && largest > 0;
        if (isTried && largest < full && path.receiver().receiveDrops().orElse(0) == 0) {
            return fault(
                    Kind.MTU_TOO_SMALL,
                    path,
                    "none of " + path.sent().fullPackets() + " packets of " + grouped(full)
                            + " bytes that must not be fragmented arrived, the largest that did has "
                            + grouped(largest) + " bytes" + ends(path));
        }
        int fullMulticast = path.sender().fullMulticastBytes();
        int largestMulticast = path.received().largestMulticastBytes();
        boolean isTriedWithGroup =
                path.sender().fullMulticasts() >= PreflightLimits.LEAST_ATTEMPTS && largestMulticast > 0;
        return isTriedWithGroup
                        && largestMulticast < fullMulticast
                        && path.receiver().receiveDrops().orElse(0) == 0
                ? fault(
                        Kind.MTU_TOO_SMALL,
                        path,
                        "none of " + path.sender().fullMulticasts() + " packets of " + grouped(fullMulticast)
                                + " bytes to the multicast group that must not be fragmented arrived, small ones do"
                                + ends(path))
                : Optional.empty();
    }

    private static Optional<PathFault> fragmentsBlocked(PreflightPath path) {
        var sent = path.sent();
        return sent.fragmentedPackets() >= PreflightLimits.LEAST_ATTEMPTS
                        && path.received().fragmentedPackets() == 0
                        && path.receiver().receiveDrops().orElse(0) == 0
                ? fault(
                        Kind.FRAGMENTS_BLOCKED,
                        path,
                        "none of " + sent.fragmentedPackets() + " packets of " + grouped(sent.fragmentedBytes())
                                + " bytes that are sent in fragments arrived, those of " + grouped(sent.fullBytes())
                                + " bytes do" + path.thrownAway(sent.fragmentedPackets()))
                : Optional.empty();
    }

    /** Where a transport does not say how it uses the network, only the ports of the workload are judged. */
    private static boolean isProbed(PreflightPath path) {
        var scope = path.sender().scope();
        return scope.datagrams() || scope.connections();
    }

    private static Optional<PathFault> interfacesDiffer(PreflightPath path) {
        var from = path.sender().mtuBytes();
        var to = path.receiver().mtuBytes();
        return isProbed(path) && from.isPresent() && to.isPresent() && from.getAsInt() != to.getAsInt()
                ? fault(
                        Kind.INTERFACES_DIFFER,
                        path,
                        "the MTU is " + grouped(from.getAsInt()) + " bytes at the one and " + grouped(to.getAsInt())
                                + " at the other")
                : Optional.empty();
    }

    private static Optional<PathFault> packetsLost(PreflightPath path) {
        long lost = path.lostOnTheWay();
        boolean isLossy = isProbed(path)
                && path.lossyBursts() >= PreflightLimits.LOSSY_BURSTS
                && lost * 1000 >= (long) path.burstPackets() * PreflightLimits.LOSSY_PERMILLE;
        return isLossy
                ? fault(
                        Kind.PACKETS_LOST,
                        path,
                        lost + " of " + path.burstPackets() + " small packets are missing, of " + path.lossyBursts()
                                + " of " + path.sent().bursts().size() + " bursts")
                : Optional.empty();
    }

    private static String ends(PreflightPath path) {
        var from = path.sender().networkInterface();
        var to = path.receiver().networkInterface();
        return from.isPresent() && to.isPresent()
                ? "; the MTU is " + grouped(from.get().mtuBytes()) + " at the sender's "
                        + from.get().name() + " and " + grouped(to.get().mtuBytes()) + " at the receiver's "
                        + to.get().name()
                : "";
    }

    private static String grouped(int number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static Optional<PathFault> fault(Kind kind, PreflightPath path, String detail) {
        return Optional.of(new PathFault(kind, path, detail, ""));
    }
}
