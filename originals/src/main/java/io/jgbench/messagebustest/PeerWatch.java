package io.jgbench.messagebustest;

import io.jgbench.coordination.EpochClock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Finds peers that do not connect, have left or do not respond. Reports them, and ends a test that cannot continue. */
final class PeerWatch {
    private final List<BusNode> nodes;
    private final boolean polite;
    private final PeerTimeouts patience;
    private final EpochClock clock;
    private final Consumer<String> events;
    private final long beganNanos;
    private boolean absenceTold;
    private boolean silenceTold;
    private boolean hadSome;

    /**
     * Begins to wait.
     *
     * @param polite whether peers come by themselves
     * @param events takes a line for each thing that is to be known
     */
    PeerWatch(List<BusNode> nodes, boolean polite, PeerTimeouts patience, EpochClock clock, Consumer<String> events) {
        this.nodes = nodes;
        this.polite = polite;
        this.patience = patience;
        this.clock = clock;
        this.events = events;
        this.beganNanos = clock.epochNanos();
    }

    /**
     * Asked again and again.
     *
     * @throws MessageBusTestException if the test cannot continue, with the names of the peers
     */
    void check() throws MessageBusTestException {
        for (BusNode node : nodes) {
            if (node.failure().isPresent()) {
                throw new MessageBusTestException(node.failure().get());
            }
        }
        checkSilent();
        if (!polite && nodes.stream().anyMatch(BusNode::hasPeers)) {
            checkAbsent();
        } else {
            awaitCallers();
        }
    }

    private void awaitCallers() {
        hadSome |= nodes.stream().anyMatch(node -> node.connections() > 0);
        if (polite && !hadSome && !absenceTold && waitedFor(patience.missed())) {
            absenceTold = true;
            events.accept("nobody has connected yet; this one is polite, and does not begin");
        }
    }

    private void checkAbsent() throws MessageBusTestException {
        List<String> absent = peers(BusNode::absentPeers);
        boolean none = nodes.stream().allMatch(BusNode::isAlone);
        hadSome |= !none;
        if (none && hadSome && nodes.stream().allMatch(node -> node.connections() == 0)) {
            throw new MessageBusTestException("no peer is left: " + names(absent) + " disconnected");
        }
        if (!absent.isEmpty() && !hadSome && waitedFor(patience.comes())) {
            throw new MessageBusTestException(names(absent) + " did not answer within " + text(patience.comes())
                    + "; start the peers first, or with -polite");
        }
        if (!absent.isEmpty() && !absenceTold && waitedFor(patience.missed())) {
            absenceTold = true;
            events.accept(names(absent) + " does not answer yet");
        }
    }

    private void checkSilent() throws MessageBusTestException {
        List<String> silent = peers(node -> node.silentPeers(patience.missed()));
        if (silent.isEmpty()) {
            silenceTold = false;
            return;
        }
        if (!silenceTold) {
            silenceTold = true;
            events.accept(names(silent) + " is connected and has not answered for " + text(patience.missed()));
        }
        List<String> dead = peers(node -> node.silentPeers(patience.answers()));
        if (!dead.isEmpty()) {
            throw new MessageBusTestException(names(dead) + " is connected and has not answered for "
                    + text(patience.answers())
                    + ": its host may be down, or the network to it; look there, and start the test again");
        }
    }

    private boolean waitedFor(Duration time) {
        return clock.epochNanos() - beganNanos > time.toNanos();
    }

    private List<String> peers(Function<BusNode, List<String>> some) {
        return nodes.stream().map(some).flatMap(Collection::stream).distinct().toList();
    }

    private static String names(List<String> peers) {
        return String.join(", ", peers);
    }

    private static String text(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }
}
