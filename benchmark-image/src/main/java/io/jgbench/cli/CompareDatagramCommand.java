package io.jgbench.cli;

import io.jgbench.api.v1alpha1.ByteQuantity;
import io.jgbench.compare.DatagramComparison;
import io.jgbench.compare.DatagramComparison.Measured;
import io.jgbench.compare.DatagramLoad;
import io.jgbench.local.host.HostsUnavailableException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs Coherence's DatagramTest, iperf3 and the workload Datagram in turn, and prints the ratios of their rates. */
@Command(
        name = "compare-datagram",
        description = {
            "Runs Coherence's DatagramTest, iperf3 -u and jgbench's Datagram in turn, one publisher and one listener on two fresh"
                    + " hosts, and prints the packets that the listener received a second, and their ratios.",
            "Coherence is fetched from Maven Central; iperf3 must be installed."
        },
        mixinStandardHelpOptions = true)
final class CompareDatagramCommand implements Callable<Integer> {
    private static final int HOSTS = 2;

    @Option(names = "--size", defaultValue = "1468", description = "Packet size in bytes (default ${DEFAULT-VALUE}).")
    private int size;

    @Option(names = "--rate", description = "Bytes a second of each, such as 20M (default: as many as go).")
    private Optional<String> rate = Optional.empty();

    @Mixin
    private CoherenceJar coherence;

    @Mixin
    private ComparisonOptions options;

    private final PrintStream out = System.out;

    @Override
    public Integer call() throws BadInputException, IOException, InterruptedException {
        options.require("iperf3");
        try {
            var comparison = new DatagramComparison(
                    options.hosts(HOSTS),
                    options.jvmOptions(),
                    coherence.path(),
                    new DatagramLoad(size, options.time(), rate.map(text -> new ByteQuantity(text).bytes())));
            out.printf(
                    Locale.ROOT,
                    "one publisher, one listener, %,d bytes, %s, %d s each%n",
                    size,
                    rate.map(text -> text + " bytes/s").orElse("as fast as they can"),
                    options.time().toSeconds());
            out.println("round  program         packets/s          sent       missing  switch drops  socket drops");
            measure(comparison);
        } catch (HostsUnavailableException | IllegalArgumentException e) {
            throw new BadInputException(e);
        }
        return ExitStatus.VALID;
    }

    private void measure(DatagramComparison comparison)
            throws HostsUnavailableException, IOException, InterruptedException {
        List<Double> overCoherence = new ArrayList<>();
        List<Double> overIperf = new ArrayList<>();
        for (int round = 1; round <= options.pairs(); round++) {
            Measured theirs = printed(round, "DatagramTest", comparison.coherence());
            Measured iperf = printed(round, "iperf3", comparison.iperf());
            Measured ours = printed(round, "jgbench", comparison.jgbench());
            overCoherence.add(ours.packetsPerSecond() / theirs.packetsPerSecond());
            overIperf.add(ours.packetsPerSecond() / iperf.packetsPerSecond());
        }
        out.println("jgbench over DatagramTest  ratio "
                + Ratios.of(overCoherence, ratio -> ratio).text());
        out.println("jgbench over iperf3        ratio "
                + Ratios.of(overIperf, ratio -> ratio).text());
    }

    private Measured printed(int round, String program, Measured measured) {
        out.printf(
                Locale.ROOT,
                "%5d  %-12s  %,11.0f  %12s  %12s  %,12d  %,12d%n",
                round,
                program,
                measured.packetsPerSecond(),
                text(measured.sent()),
                text(measured.missing()),
                measured.switchPortDrops(),
                measured.socketDrops());
        out.flush();
        return measured;
    }

    private static String text(Optional<Long> packets) {
        return packets.map(count -> String.format(Locale.ROOT, "%,d", count)).orElse("-");
    }
}
