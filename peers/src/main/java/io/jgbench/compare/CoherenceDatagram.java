package io.jgbench.compare;

import io.jgbench.coordination.spec.Warmup;
import io.jgbench.local.host.Host;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Coherence's {@code DatagramTest}, one process a host: one listens, the other one publishes, and what the listener
 * prints is read.
 *
 * @param java the {@code java} command with its options
 * @param jar Coherence's jar
 */
record CoherenceDatagram(List<String> java, Path jar) {
    private static final String MAIN_CLASS = "com.tangosol.net.DatagramTest";
    private static final int PORT = 9999;
    private static final Duration START = Duration.ofSeconds(30);
    private static final Duration SILENCE = Duration.ofSeconds(30);
    private static final long REPORTS_PER_SECOND = 2;

    /** Some half of a second of what it does as fast as it can. */
    private static final long UNLIMITED_REPORT_PACKETS = 50_000;

    /**
     * Publishes until it has been measured when it is warm.
     *
     * @param warmup until when it is not measured
     * @param begun called when it is measured from then on
     * @return packets per second that the listener received
     * @throws IOException if a process ends, or reports nothing
     */
    SteadyReports.Rate packetsPerSecond(
            Host server, Host client, DatagramLoad load, Warmup.Steady warmup, SteadyReports.Begun begun)
            throws IOException, InterruptedException {
        var reports = new SteadyReports(warmup, load.time(), begun);
        var listen = command(server, load, List.of("-reportInterval", String.valueOf(reportPackets(load))));
        try (var listener = ConsoleProcess.start("DatagramTest listener", listen)) {
            reports.ofProcess(listener.pid());
            if (listener.awaitLine(line -> line.contains("log on:"), START).isEmpty()) {
                throw new IOException("Coherence's listener did not start: " + listener.lastLine());
            }
            List<String> publish = new ArrayList<>();
            load.mebibytesPerSecond().ifPresent(rate -> publish.addAll(List.of("-txRate", String.valueOf(rate))));
            publish.add(endPoint(server));
            try (var publisher = ConsoleProcess.start("DatagramTest publisher", command(client, load, publish))) {
                reports.ofProcess(publisher.pid());
                return measured(listener, reports, new DatagramTestReports(reports::add));
            }
        }
    }

    /** One each half of a second, as far as the rate is known. */
    private static long reportPackets(DatagramLoad load) {
        return load.bytesPerSecond()
                .map(rate -> Math.max(1, rate / load.packetBytes() / REPORTS_PER_SECOND))
                .orElse(UNLIMITED_REPORT_PACKETS);
    }

    private static SteadyReports.Rate measured(
            ConsoleProcess listener, SteadyReports reports, DatagramTestReports lines)
            throws IOException, InterruptedException {
        while (true) {
            Optional<String> line = listener.awaitLine(_ -> true, SILENCE);
            if (line.isEmpty()) {
                throw new IOException("Coherence's listener reported nothing for " + SILENCE.toSeconds() + " s: "
                        + listener.lastLine());
            }
            lines.printed(line.get());
            Optional<SteadyReports.Rate> rate = reports.rate();
            if (rate.isPresent()) {
                return rate.get();
            }
        }
    }

    private List<String> command(Host host, DatagramLoad load, List<String> arguments) {
        List<String> command = new ArrayList<>(java);
        command.addAll(List.of("-cp", jar.toString(), MAIN_CLASS));
        command.addAll(List.of("-local", endPoint(host)));
        command.addAll(List.of("-packetSize", String.valueOf(load.packetBytes())));
        command.addAll(List.of("-rxBufferSize", String.valueOf(load.receiveBufferPackets())));
        command.addAll(List.of("-txBufferSize", String.valueOf(load.sendBufferPackets())));
        command.addAll(arguments);
        return host.command(command);
    }

    private static String endPoint(Host host) {
        return host.address() + ":" + PORT;
    }
}
