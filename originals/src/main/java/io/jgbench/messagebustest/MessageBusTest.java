package io.jgbench.messagebustest;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.coordination.EpochClock;
import io.jgbench.messagebustest.BusLines.Backlog;
import io.jgbench.transport.TransportException;
import io.jgbench.workload.messagebus.BusTotals;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * One process of a message bus test that is started by hand: it listens, sends to its peers and prints what went by,
 * until it is ended.
 */
public final class MessageBusTest implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(10);

    private final MessageBusTestOptions options;

    @GuardedBy("this")
    private final PrintWriter out;

    @GuardedBy("this")
    private final PrintWriter err;

    private final EpochClock clock;
    private final PeerTimeouts patience;
    private final List<BusNode> nodes = new ArrayList<>();
    private boolean hasReported;

    /**
     * One that is not open.
     *
     * @param keys where the user presses keys
     * @param out for figures
     * @param err for what happens
     */
    public MessageBusTest(
            MessageBusTestOptions options, BufferedReader keys, PrintWriter out, PrintWriter err, EpochClock clock) {
        this(options, keys, out, err, clock, PeerTimeouts.BY_HAND);
    }

    /** For tests. */
    MessageBusTest(
            MessageBusTestOptions options,
            BufferedReader keys,
            PrintWriter out,
            PrintWriter err,
            EpochClock clock,
            PeerTimeouts patience) {
        this.options = options;
        this.out = out;
        this.err = err;
        this.clock = clock;
        this.patience = patience;
        for (EndPoint bind : options.binds()) {
            nodes.add(new BusNode(
                    bind,
                    options,
                    this::event,
                    options.prompt() ? Optional.of(place -> prompt(place, keys)) : Optional.empty(),
                    clock));
        }
    }

    private synchronized void event(String line) {
        err.println(line);
        err.flush();
    }

    private synchronized void line(String line) {
        out.println(line);
        out.flush();
    }

    private void prompt(int place, BufferedReader keys) {
        line("Press ENTER to send a message to connection " + place);
        try {
            keys.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Opens all end points. */
    public void open() throws TransportException {
        options.notes().forEach(this::event);
        for (BusNode node : nodes) {
            node.open();
        }
    }

    /**
     * Prints what goes by until the time is over, if there is one.
     *
     * @throws MessageBusTestException if it cannot go on: a peer does not come or does not answer, or the last one is
     *     gone; or if the time was over before anything was measured
     */
    public void run() throws MessageBusTestException, InterruptedException {
        long began = clock.epochNanos();
        long end = options.duration().map(time -> began + time.toNanos()).orElse(Long.MAX_VALUE);
        if (options.tabular()) {
            line(BusLines.TABLE_HEADER);
        }
        var peers = new PeerWatch(nodes, options.polite(), patience, clock, this::event);
        while (clock.epochNanos() < end) {
            BusTotals base = awaitWarm(end, peers);
            if (base != null) {
                report(base, end, peers);
            }
        }
        if (!hasReported) {
            throw new MessageBusTestException("nothing was measured until the end of -duration: " + missing());
        }
    }

    private String missing() {
        if (connections() > 0) {
            return messages() > options.warmupMessages()
                    ? "the warm-up was not over; make -duration longer than -warmup"
                    : "only " + messages() + " of more than " + options.warmupMessages()
                            + " messages of the warm-up were sent or received";
        }
        List<String> absent = nodes.stream()
                .flatMap(node -> node.absentPeers().stream())
                .distinct()
                .toList();
        return options.polite() || absent.isEmpty()
                ? "nobody has connected"
                : String.join(", ", absent) + " did not answer";
    }

    /** Returns the totals from which figures count, or null if the time was over before. */
    private BusTotals awaitWarm(long end, PeerWatch peers) throws MessageBusTestException, InterruptedException {
        long warmSince = 0;
        while (clock.epochNanos() < end) {
            pause(POLL.toNanos());
            peers.check();
            long now = clock.epochNanos();
            boolean moving = connections() > 0 && messages() > options.warmupMessages();
            if (!moving) {
                warmSince = 0;
            } else if (warmSince == 0) {
                warmSince = now;
            }
            if (moving && now - warmSince >= options.warmup().toNanos()) {
                return totals();
            }
        }
        return null;
    }

    /** Returns when the time is over or nobody is connected any more. */
    private void report(BusTotals base, long end, PeerWatch peers)
            throws MessageBusTestException, InterruptedException {
        var reports = new Reports(base);
        while (reports.lastEpochNanos() < end) {
            boolean connected;
            try {
                connected = awaitWhileConnected(Math.min(end, reports.nextEpochNanos()), peers);
            } catch (MessageBusTestException e) {
                reports.reportWhatIsLeft();
                throw e;
            }
            if (!connected) {
                reports.reportWhatIsLeft();
                return;
            }
            reports.report(totals());
        }
    }

    /** Waits until an instant on the process's clock; false where the last other one has gone before. */
    private boolean awaitWhileConnected(long epochNanos, PeerWatch peers)
            throws MessageBusTestException, InterruptedException {
        for (long left = epochNanos - clock.epochNanos(); left > 0; left = epochNanos - clock.epochNanos()) {
            pause(Math.min(left, POLL.toNanos()));
            peers.check();
            if (connections() == 0) {
                return false;
            }
        }
        return true;
    }

    /** What was printed since the warm-up, and what the next report counts from. */
    private final class Reports {
        private final BusTotals base;
        private BusTotals before;
        private double outBacklog;
        private double inBacklog;
        private int count;

        Reports(BusTotals base) {
            this.base = base;
            this.before = base;
        }

        /** Until when figures are printed. */
        long lastEpochNanos() {
            return before.epochNanos();
        }

        /**
         * When the next report is due. Those that came due while the process or its terminal stood still are one: each
         * of them alone would tell of microseconds.
         */
        long nextEpochNanos() {
            long interval = options.reportInterval().toNanos();
            long past = (before.epochNanos() - base.epochNanos()) / interval;
            return base.epochNanos() + (past + 1) * interval;
        }

        /** The last part of an interval, which ends with the last connection; nothing where nothing went by in it. */
        void reportWhatIsLeft() {
            BusTotals now = totals();
            if (now.in().messages() > before.in().messages()
                    || now.out().messages() > before.out().messages()) {
                report(now);
            }
        }

        void report(BusTotals now) {
            hasReported = true;
            count++;
            outBacklog += now.outBacklogBytes();
            inBacklog += now.inBacklogBytes();
            BusLines lately = lines(before, now, new Backlog(now.outBacklogBytes(), now.inBacklogBytes()));
            if (options.tabular()) {
                line(lately.row());
            } else {
                print("now:  ", lately);
                print("life: ", lines(base, now, new Backlog(outBacklog / count, inBacklog / count)));
                details();
                line("");
            }
            before = now;
        }
    }

    private void print(String name, BusLines lines) {
        line(name + lines.line());
        if (options.verbose()) {
            line(lines.percentiles());
        }
    }

    private void details() {
        if (options.verbose()) {
            nodes.forEach(node -> node.absentPeers().forEach(peer -> line("peer: " + peer + " is not connected")));
            line("jvm:  " + Runtime.version() + " " + System.getProperty("java.vm.name"));
        }
    }

    private BusLines lines(BusTotals before, BusTotals now, Backlog backlog) {
        int transmitters = (int) nodes.stream().filter(BusNode::transmits).count()
                * options.spec().sending().threads();
        return new BusLines(
                before,
                now,
                transmitters,
                nodes.size(),
                connections(),
                backlog,
                options.spec().sending().receipts());
    }

    /** Messages that went by so far, those of the direction in which there are more. */
    private long messages() {
        return Math.max(
                nodes.stream().mapToLong(BusNode::receivedMessages).sum(),
                nodes.stream().mapToLong(BusNode::sentMessages).sum());
    }

    private BusTotals totals() {
        return nodes.stream().map(BusNode::totals).reduce(BusTotals::plus).orElseThrow();
    }

    private int connections() {
        return nodes.stream().mapToInt(BusNode::connections).sum();
    }

    private void pause(long nanos) throws InterruptedException {
        LockSupport.parkNanos(this, nanos);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    @Override
    public void close() {
        nodes.forEach(BusNode::close);
    }
}
