package io.jgbench.messagebustest;

import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec.Processing;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec.Sending;
import io.jgbench.coordination.workload.messagebus.MessageBusSpecSendingBuilder;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a member of a message bus test does.
 *
 * @param binds where it listens; an end point of its own each
 * @param peers whom it sends to
 * @param spec what it sends and how it processes what it receives
 * @param transmits whether it sends messages of its own
 * @param polite whether it waits until its peers connect
 * @param prompt whether the user is asked before each message
 * @param tabular whether figures are printed as a table
 * @param verbose whether details are printed
 * @param reportInterval time between two reports
 * @param warmupMessages messages that are not counted
 * @param warmup time that is not counted
 * @param duration how long it runs; empty for until it is ended
 * @param notes lines that say which options have no effect
 */
@RecordBuilder
public record MessageBusTestOptions(
        List<EndPoint> binds,
        List<EndPoint> peers,
        MessageBusSpec spec,
        boolean transmits,
        boolean polite,
        boolean prompt,
        boolean tabular,
        boolean verbose,
        Duration reportInterval,
        long warmupMessages,
        Duration warmup,
        Optional<Duration> duration,
        List<String> notes) {
    private static final Duration LEAST_REPORT_INTERVAL = Duration.ofMillis(10);

    private static final Duration FOR_EVER = Duration.ofDays(365);
    private static final String DEFAULT_SIZE = "4096";

    /**
     * Reads a command line.
     *
     * @throws IllegalArgumentException if something is wrong with it, with one sentence
     */
    public static MessageBusTestOptions parse(List<String> arguments) {
        var given = new CommandLineOptions(arguments);
        List<EndPoint> binds = endPoints(given, "-bind");
        List<EndPoint> peers = endPoints(given, "-peer");
        if (binds.isEmpty()) {
            throw new IllegalArgumentException(
                    "-bind is missing; it says where to listen, such as -bind tmb://host:8000");
        }
        checkAddresses(binds);
        boolean relay = given.flag("-relay");
        if (relay
                && given.value("-txThreads")
                        .filter(threads -> !threads.equals("0"))
                        .isPresent()) {
            throw new IllegalArgumentException("-relay and -txThreads cannot both be specified");
        }
        boolean idle = given.value("-txThreads").filter("0"::equals).isPresent();
        List<String> notes = new ArrayList<>();
        var spec = new MessageBusSpec(
                sending(given, transmitters(binds, peers)),
                processing(given, binds.size()),
                FOR_EVER,
                Warmup.NONE,
                FOR_EVER,
                relay);
        comesToNothing(given, notes);
        isNotReached(binds, peers, notes);
        Optional<String> warmup = given.value("-warmup");
        boolean warmupCounts = warmup.filter(text -> text.matches("\\d+")).isPresent();
        return MessageBusTestOptionsBuilder.builder()
                .binds(binds)
                .peers(peers)
                .spec(spec)
                .transmits(!relay && !idle)
                .polite(given.flag("-polite"))
                .prompt(given.flag("-prompt"))
                .tabular(given.flag("-tabular"))
                .verbose(given.flag("-verbose"))
                .reportInterval(reportInterval(given))
                .warmupMessages(warmupCounts ? Long.parseLong(warmup.get()) : 0)
                .warmup(warmupCounts ? Duration.ZERO : BusUnits.time("-warmup", warmup.orElse("0"), "s"))
                .duration(given.value("-duration").map(text -> BusUnits.time("-duration", text, "s")))
                .notes(notes)
                .build();
    }

    /** Between two reports it is looked whether peers have gone. */
    private static Duration reportInterval(CommandLineOptions given) {
        String text = given.value("-reportInterval").orElse("5");
        Duration interval = BusUnits.time("-reportInterval", text, "s");
        if (interval.compareTo(LEAST_REPORT_INTERVAL) < 0) {
            throw new IllegalArgumentException("-reportInterval must be at least 10ms, got: " + text);
        }
        return interval;
    }

    private static List<EndPoint> endPoints(CommandLineOptions given, String option) {
        return given.values(option).stream()
                .flatMap(text -> EndPoint.parse(option, text).stream())
                .toList();
    }

    private static void checkAddresses(List<EndPoint> binds) {
        for (EndPoint bind : binds) {
            if (bind.isWildcard()) {
                throw BusUnits.bad("-bind", "an address of this host, by which others know it", bind.toString());
            }
        }
    }

    /** End points that have somebody to send to; one does not send to itself. */
    private static int transmitters(List<EndPoint> binds, List<EndPoint> peers) {
        return (int) binds.stream()
                .filter(bind -> peers.stream().anyMatch(peer -> !peer.equals(bind)))
                .count();
    }

    /** The options give the rate of the whole process. */
    private static long share(long bytesPerSecond, int endPoints) {
        return Math.max(1, Math.round((double) bytesPerSecond / Math.max(1, endPoints)));
    }

    private static Sending sending(CommandLineOptions given, int transmitters) {
        String[] range = given.value("-msgSize").orElse(DEFAULT_SIZE).split("\\.\\.", 2);
        int one = size(range[0]);
        int other = range.length == 1 ? one : size(range[1]);
        Optional<Long> maxBacklog = given.value("-txMaxBacklog").map(text -> BusUnits.bytes("-txMaxBacklog", text));
        boolean receipts = !given.flag("-noReceipts");
        if (maxBacklog.isPresent() && !receipts) {
            throw new IllegalArgumentException("-txMaxBacklog requires receipts; leave out -noReceipts");
        }
        boolean block = given.flag("-block");
        String spin = given.value("-block")
                .filter(text -> block && !text.equals("true"))
                .orElse("0");
        return MessageBusSpecSendingBuilder.builder()
                .threads(Math.max(1, Math.abs(threads(given, "-txThreads", 1, MessageBusSpec.MAX_TX_THREADS))))
                .smallestBytes(Math.min(one, other))
                .largestBytes(Math.max(one, other))
                .cached(given.flag("-cached"))
                .bytesPerSecond(given.value("-txRate")
                        .map(text -> share(BusUnits.bytesPerSecond("-txRate", text), transmitters)))
                .maxBacklogBytes(maxBacklog)
                .flushFrequency(given.value("-flushFreq")
                        .map(text -> BusUnits.number("-flushFreq", text, 0, 1_000_000))
                        .orElse(0))
                .latencyFrequency(given.value("-latencyFreq")
                        .map(text -> BusUnits.number("-latencyFreq", text, 0, Integer.MAX_VALUE))
                        .orElse(100))
                .receipts(receipts)
                .polite(false)
                .block(block)
                .blockSpin(BusUnits.time("-block", spin, "us"))
                .build();
    }

    private static int size(String text) {
        long bytes = BusUnits.bytes("-msgSize", text);
        if (bytes > WorkloadSpec.MAX_MESSAGE_SIZE_BYTES) {
            throw BusUnits.bad("-msgSize", "at most " + WorkloadSpec.MAX_MESSAGE_SIZE_BYTES + " bytes", text);
        }
        return (int) Math.max(bytes, MessageBusSpec.HEADER_BYTES);
    }

    private static Processing processing(CommandLineOptions given, int endPoints) {
        var rate = given.value("-rxRate").map(text -> share(BusUnits.bytesPerSecond("-rxRate", text), endPoints));
        boolean poll = given.flag("-poll");
        int unsaid = rate.isPresent() || poll ? 1 : 0;
        int threads = Math.max(0, threads(given, "-rxThreads", unsaid, MessageBusSpec.MAX_RX_THREADS));
        if (threads == 0 && (rate.isPresent() || poll)) {
            throw new IllegalArgumentException(
                    "-rxRate and -poll are not available with reentrant processing (-rxThreads <= 0)");
        }
        long chunk = given.value("-chunkSize")
                .map(text -> BusUnits.bytes("-chunkSize", text))
                .orElse(0L);
        return new Processing(threads, (int) Math.min(chunk, WorkloadSpec.MAX_MESSAGE_SIZE_BYTES), rate, poll);
    }

    private static int threads(CommandLineOptions given, String option, int unsaid, int most) {
        return given.value(option)
                .map(text -> BusUnits.number(option, text, -most, most))
                .orElse(unsaid);
    }

    private static void isNotReached(List<EndPoint> binds, List<EndPoint> peers, List<String> notes) {
        boolean hasDistantPeers = peers.stream().anyMatch(peer -> !peer.isLoopback());
        for (EndPoint bind : binds) {
            if (bind.isLoopbackUnsaid() || (bind.isLoopback() && hasDistantPeers)) {
                notes.add("-bind " + bind + " is the loopback interface: other hosts do not reach it, and take all that"
                        + " bind it for one; give an address of this host");
            }
        }
    }

    private static void comesToNothing(CommandLineOptions given, List<String> notes) {
        for (String option : List.of("-manager", "-depotFactory")) {
            if (given.value(option).isPresent()) {
                notes.add(option + " has no effect: buffers are not managed by Coherence here, and are made once");
            }
        }
        if (given.flag("-ignoreFlowControl")) {
            notes.add("-ignoreFlowControl has no effect: a connection buffers at most a megabyte, and senders wait for"
                    + " room; -txMaxBacklog limits it further");
        }
        int size = given.value("-msgSize")
                .map(text -> text.contains("..")
                        ? MessageBusSpec.HEADER_BYTES
                        : (int) Math.min(Integer.MAX_VALUE, BusUnits.bytes("-msgSize", text)))
                .orElse(MessageBusSpec.HEADER_BYTES);
        if (size < MessageBusSpec.HEADER_BYTES) {
            notes.add("increasing minimum message size to " + MessageBusSpec.HEADER_BYTES
                    + " bytes to satisfy test requirements");
        }
    }
}
