package io.jgbench.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.jgbench.local.host.Host;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The program {@code iperf3}: what one TCP stream carries, or how many datagrams arrive. */
final class Iperf3 {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Pattern RECEIVED = Pattern.compile("([\\d.]+) Mbits/sec .*receiver");

    private Iperf3() {}

    /**
     * What its server counted of datagrams.
     *
     * @param receivedPerSecond those that arrived, a second
     * @param sent those that were sent
     * @param lost those that did not arrive
     */
    record Datagrams(double receivedPerSecond, long sent, long lost) {}

    /**
     * Sends datagrams.
     *
     * @throws IOException if the program is not there, or fails
     */
    static Datagrams datagrams(Host server, Host client, DatagramLoad load) throws IOException, InterruptedException {
        var listen = List.of("iperf3", "-s", "-1", "--forceflush");
        try (var listener = ConsoleProcess.start("iperf3 server", server.command(listen))) {
            if (listener.awaitLine(line -> line.contains("Server listening"), PATIENCE)
                    .isEmpty()) {
                throw new IOException("iperf3's server did not start: " + listener.lastLine());
            }
            var send = List.of(
                    "iperf3",
                    "-c",
                    server.address(),
                    "-u",
                    "-b",
                    String.valueOf(
                            load.bytesPerSecond().map(rate -> rate * Byte.SIZE).orElse(0L)),
                    "-l",
                    String.valueOf(load.packetBytes()),
                    "-w",
                    String.valueOf(load.receiveBufferBytes()),
                    "-t",
                    String.valueOf(Math.max(1, load.time().toSeconds())),
                    "--json");
            JsonNode end = new JsonMapper()
                    .readTree(printed(client.command(send), load.time().plus(PATIENCE)))
                    .path("end");
            JsonNode sum = end.has("sum_received") ? end.path("sum_received") : end.path("sum");
            return datagrams(sum);
        }
    }

    static Datagrams datagrams(JsonNode sum) throws IOException {
        for (String field : List.of("packets", "lost_packets", "seconds")) {
            if (!sum.path(field).isNumber()) {
                throw new IOException("iperf3 must print a number \"" + field + "\" of what was received, got: " + sum);
            }
        }
        long sent = sum.path("packets").asLong();
        long lost = sum.path("lost_packets").asLong();
        double seconds = sum.path("seconds").asDouble();
        return new Datagrams(seconds <= 0 ? 0 : (sent - lost) / seconds, sent, lost);
    }

    /** Its errors stand in the document, its warnings beside it. */
    private static String printed(List<String> command, Duration timeout) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
        // its output is read until it ends, however that comes about
        CompletableFuture.delayedExecutor(timeout.toNanos(), TimeUnit.NANOSECONDS)
                .execute(process::destroyForcibly);
        try {
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException(
                        "iperf3 failed, or was not done within " + timeout.toSeconds() + " s: " + printed.strip());
            }
            return printed;
        } finally {
            process.destroyForcibly();
        }
    }

    /**
     * Sends over one TCP connection for a time.
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
