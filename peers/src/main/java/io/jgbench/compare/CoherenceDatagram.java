package io.jgbench.compare;

import io.jgbench.local.host.Host;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
    private static final Duration SILENCE = Duration.ofSeconds(2);
    private static final Pattern RATE = Pattern.compile("(?:.*\\s)?(\\d+) packets/sec.*");

    /**
     * Publishes for a time.
     *
     * @return packets per second that the listener last printed of the whole time
     * @throws IOException if a process ends, or prints no rate
     */
    double packetsPerSecond(Host server, Host client, DatagramLoad load) throws IOException, InterruptedException {
        try (var listener = ConsoleProcess.start("DatagramTest listener", command(server, load, List.of()))) {
            if (listener.awaitLine(line -> line.contains("log on:"), START).isEmpty()) {
                throw new IOException("Coherence's listener did not start: " + listener.lastLine());
            }
            List<String> publish = new ArrayList<>(
                    List.of("-txDurationMs", String.valueOf(load.time().toMillis())));
            load.mebibytesPerSecond().ifPresent(rate -> publish.addAll(List.of("-txRate", String.valueOf(rate))));
            publish.add(endPoint(server));
            try (var publisher = ConsoleProcess.start("DatagramTest publisher", command(client, load, publish))) {
                publisher.awaitLine(line -> line.contains("starting publisher"), START);
                return reported(listener, load.time());
            }
        }
    }

    private static double reported(ConsoleProcess listener, Duration time) throws IOException, InterruptedException {
        boolean life = false;
        double rate = 0;
        for (Optional<String> line = listener.awaitLine(_ -> true, time.plus(START));
                line.isPresent();
                line = listener.awaitLine(_ -> true, time.plus(SILENCE))) {
            life = line.get().startsWith("Lifetime") || (life && !line.get().startsWith("Now"));
            Matcher perSecond = RATE.matcher(line.get());
            if (life && perSecond.matches()) {
                rate = Double.parseDouble(perSecond.group(1));
            }
        }
        if (rate == 0) {
            throw new IOException("Coherence's listener reported no rate: " + listener.lastLine());
        }
        return rate;
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
