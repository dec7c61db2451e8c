package io.jgbench.compare;

import io.jgbench.local.host.Host;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The program {@code sockperf}: ping-pong over one TCP connection. */
final class SockPerf {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String PORT = "11111";
    private static final Pattern MEDIAN = Pattern.compile("percentile 50\\.0+ =\\s*([\\d.]+)");

    private SockPerf() {}

    /**
     * Plays for a time.
     *
     * @return the median time there and back, in nanoseconds
     * @throws IOException if the program is not there, or prints no result
     */
    static double medianRoundTripNanos(Host server, Host client, int messageSizeBytes, Duration time)
            throws IOException, InterruptedException {
        var size = String.valueOf(messageSizeBytes);
        var listen = List.of("sockperf", "server", "--tcp", "-i", server.address(), "-p", PORT, "-m", size);
        try (var listener = ConsoleProcess.start("sockperf", server.command(listen))) {
            listener.awaitLine(line -> line.contains("block on socket"), PATIENCE);
            var play = List.of(
                    "sockperf",
                    "ping-pong",
                    "--tcp",
                    "--full-rtt",
                    "-i",
                    server.address(),
                    "-p",
                    PORT,
                    "-m",
                    size,
                    "-t",
                    String.valueOf(time.toSeconds()));
            try (var player = ConsoleProcess.start("sockperf", client.command(play))) {
                Optional<String> line =
                        player.awaitLine(printed -> MEDIAN.matcher(printed).find(), time.plus(PATIENCE));
                Matcher median = MEDIAN.matcher(line.orElse(""));
                if (!median.find()) {
                    throw new IOException("sockperf printed no result; " + player.lastLine());
                }
                return Double.parseDouble(median.group(1)) * 1000;
            }
        }
    }
}
