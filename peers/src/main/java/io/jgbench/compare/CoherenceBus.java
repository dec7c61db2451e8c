package io.jgbench.compare;

import io.jgbench.coordination.spec.Warmup;
import io.jgbench.local.host.Host;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Coherence's {@code MessageBusTest}, one process a host, used as its users do: one listens, the other one streams to
 * it, and what it prints is read.
 *
 * @param java the {@code java} command with its options
 * @param jar Coherence's jar
 */
record CoherenceBus(List<String> java, Path jar) {
    private static final String MAIN_CLASS = "com.oracle.coherence.common.net.exabus.util.MessageBusTest";
    private static final int PORT = 8000;
    private static final Duration START = Duration.ofSeconds(90);
    private static final Duration REPORT_INTERVAL = Duration.ofSeconds(1);
    private static final Pattern NOW = Pattern.compile("now: .*throughput\\(out (\\d+)msg/s");

    /**
     * Streams until it has been measured when it is warm.
     *
     * @param time how long it is measured
     * @param warmup until when it is not
     * @return messages per second that the sender sent
     * @throws IOException if a process ends, or prints no figures
     */
    SteadyReports.Rate messagesPerSecond(
            Host server, Host client, int messageSizeBytes, Duration time, Warmup.Steady warmup)
            throws IOException, InterruptedException {
        var reports = new SteadyReports(warmup, time, () -> {});
        try (var listener = start(server, List.of("-bind", endPoint(server)))) {
            reports.ofProcess(listener.pid());
            if (listener.awaitLine(line -> line.startsWith("OPEN event"), START).isEmpty()) {
                throw new IOException("Coherence's MessageBusTest did not open its end point; " + listener.lastLine());
            }
            var arguments = List.of(
                    "-bind",
                    endPoint(client),
                    "-peer",
                    endPoint(server),
                    "-msgSize",
                    String.valueOf(messageSizeBytes),
                    "-warmup",
                    seconds(REPORT_INTERVAL),
                    "-reportInterval",
                    seconds(REPORT_INTERVAL));
            try (var sender = start(client, arguments)) {
                reports.ofProcess(sender.pid());
                return measured(sender, reports);
            }
        }
    }

    private static SteadyReports.Rate measured(ConsoleProcess sender, SteadyReports reports)
            throws IOException, InterruptedException {
        while (true) {
            Optional<String> line =
                    sender.awaitLine(printed -> NOW.matcher(printed).find(), START);
            Matcher figures = NOW.matcher(line.orElse(""));
            if (!figures.find()) {
                throw new IOException("Coherence's MessageBusTest printed no figures; " + sender.lastLine());
            }
            reports.add(REPORT_INTERVAL.toNanos(), Double.parseDouble(figures.group(1)) * REPORT_INTERVAL.toSeconds());
            Optional<SteadyReports.Rate> rate = reports.rate();
            if (rate.isPresent()) {
                return rate.get();
            }
        }
    }

    private ConsoleProcess start(Host host, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(java);
        command.addAll(List.of("-cp", jar.toString(), MAIN_CLASS));
        command.addAll(arguments);
        return ConsoleProcess.start("MessageBusTest at " + host.name(), host.command(command));
    }

    private static String endPoint(Host host) {
        return "tmb://" + host.address() + ":" + PORT;
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%ds", time.toSeconds());
    }
}
