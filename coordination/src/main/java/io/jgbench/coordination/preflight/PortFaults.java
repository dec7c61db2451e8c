package io.jgbench.coordination.preflight;

import io.jgbench.coordination.preflight.PreflightFault.Kind;
import io.jgbench.coordination.preflight.PreflightJudge.PathFault;
import io.jgbench.coordination.protocol.PortReport;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Finds what is wrong with a path at the ports beside the transport's. A port is judged only where the receiver had it
 * open: another program may have it, and a member of an earlier version opens none.
 */
final class PortFaults {
    private PortFaults() {}

    /** Nothing arrives at a port, or no connection to it can be made. */
    static Optional<PathFault> unreachable(PreflightPath path) {
        return first(
                path, (sender, receiver) -> refused(path, sender, receiver).or(() -> silent(path, sender, receiver)));
    }

    /** Small packets arrive at a port, and none of those that are as large as the workload's. */
    static Optional<PathFault> largeBlocked(PreflightPath path) {
        return first(path, (sender, receiver) -> large(path, sender, receiver));
    }

    private static Optional<PathFault> first(
            PreflightPath path, BiFunction<PortReport, PortReport, Optional<PathFault>> fault) {
        List<PortReport> open =
                path.receiver().ports().stream().filter(PortReport::open).toList();
        return path.sender().ports().stream()
                .flatMap(sender -> open.stream()
                        .filter(receiver -> receiver.user().equals(sender.user()))
                        .flatMap(receiver -> fault.apply(sender, receiver).stream()))
                .findFirst();
    }

    private static Optional<PathFault> refused(PreflightPath path, PortReport sender, PortReport receiver) {
        return sender.connectFailure(path.to())
                .map(why -> new PathFault(
                        Kind.UNREACHABLE,
                        path,
                        "no TCP connection can be made to " + name(receiver) + " (" + why + ")",
                        sender.user()));
    }

    private static Optional<PathFault> silent(PreflightPath path, PortReport sender, PortReport receiver) {
        int sent = sender.sentTo(path.to());
        return sent >= PreflightLimits.LEAST_ATTEMPTS && receiver.receivedFrom(path.from()) == 0
                ? Optional.of(new PathFault(
                        Kind.UNREACHABLE,
                        path,
                        "none of " + sent + " small UDP packets to " + name(receiver) + " arrived",
                        sender.user()))
                : Optional.empty();
    }

    private static Optional<PathFault> large(PreflightPath path, PortReport sender, PortReport receiver) {
        int sent = sender.sentFullTo(path.to());
        boolean isBlocked = sent >= PreflightLimits.LEAST_ATTEMPTS
                && receiver.receivedFrom(path.from()) > 0
                && receiver.receivedFullFrom(path.from()) == 0
                && receiver.receiveDrops() == 0;
        if (!isBlocked) {
            return Optional.empty();
        }
        boolean isInFragments = sender.fullBytes() > path.sender().mtuBytes().orElse(Integer.MAX_VALUE);
        return Optional.of(new PathFault(
                isInFragments ? Kind.FRAGMENTS_BLOCKED : Kind.MTU_TOO_SMALL,
                path,
                "none of " + sent + " packets of " + String.format(Locale.ROOT, "%,d", sender.fullBytes()) + " bytes"
                        + (isInFragments ? " that are sent in fragments" : "") + " to " + name(receiver)
                        + " arrived, small ones do"
                        + (isInFragments ? path.thrownAway(sent) : ""),
                sender.user()));
    }

    private static String name(PortReport port) {
        return "port " + port.number() + " of " + port.user();
    }
}
