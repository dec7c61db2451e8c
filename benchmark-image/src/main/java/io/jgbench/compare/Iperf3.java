package io.jgbench.compare;

import io.jgbench.local.host.Host;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The program {@code iperf3}: what one TCP stream carries. */
final class Iperf3 {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Pattern RECEIVED = Pattern.compile("([\\d.]+) Mbits/sec .*receiver");

    private Iperf3() {}

    /**
     * Sends for a time.
     *
     * @param time how long it is measured; one second before that is left out
     * @return bytes per second that the receiver got
     * @throws IOException if the program is not there, or prints no result
     */
    static double bytesPerSecond(Host server, Host client, int writeBytes, Duration time)
            throws IOException, InterruptedException {
        var listen = List.of("iperf3", "-s", "-1", "-B", server.address(), "--forceflush");
        try (var listener = ConsoleProcess.start("iperf3", server.command(listen))) {
            listener.awaitLine(line -> line.contains("listening"), PATIENCE);
            var send = List.of(
                    "iperf3",
                    "-c",
                    server.address(),
                    "-f",
                    "m",
                    "-O",
                    "1",
                    "-l",
                    String.valueOf(writeBytes),
                    "-t",
                    String.valueOf(time.toSeconds()));
            try (var sender = ConsoleProcess.start("iperf3", client.command(send))) {
                Optional<String> line =
                        sender.awaitLine(printed -> RECEIVED.matcher(printed).find(), time.plus(PATIENCE));
                Matcher rate = RECEIVED.matcher(line.orElse(""));
                if (!rate.find()) {
                    throw new IOException("iperf3 printed no result; " + sender.lastLine());
                }
                return Double.parseDouble(rate.group(1)) * 1e6 / 8;
            }
        }
    }
}
