package io.jgbench.compare;

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
    private static final Pattern NOW = Pattern.compile("now: .*throughput\\(out (\\d+)msg/s.*errors (\\d+)");

    /**
     * Streams for a time.
     *
     * @param time how long it is measured, and how long it is warmed up before
     * @return messages per second that the sender sent
     * @throws IOException if a process ends, or prints no figures
     */
    double messagesPerSecond(Host server, Host client, int messageSizeBytes, Duration time)
            throws IOException, InterruptedException {
        try (var listener = start(server, List.of("-bind", endPoint(server)))) {
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
                    seconds(time),
                    "-reportInterval",
                    seconds(time));
            try (var sender = start(client, arguments)) {
                Optional<String> line =
                        sender.awaitLine(printed -> NOW.matcher(printed).find(), START.plus(time.multipliedBy(2)));
                Matcher figures = NOW.matcher(line.orElse(""));
                if (!figures.find()) {
                    throw new IOException("Coherence's MessageBusTest printed no figures; " + sender.lastLine());
                }
                return Double.parseDouble(figures.group(1));
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
