package io.jgbench.cli.peers;

import io.jgbench.api.v1alpha1.ByteQuantity;
import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.exit.ExitStatus;
import io.jgbench.cli.exit.OptionChecks;
import io.jgbench.compare.DatagramComparison;
import io.jgbench.compare.DatagramComparison.Measured;
import io.jgbench.compare.DatagramComparison.Program;
import io.jgbench.compare.DatagramComparison.Round;
import io.jgbench.compare.DatagramLoad;
import io.jgbench.coordination.workload.datagram.DatagramSpec;
import io.jgbench.local.host.HostsUnavailableException;
import io.jgbench.local.host.SocketBufferLimit;
import java.io.IOException;
import java.io.PrintStream;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs Coherence's DatagramTest, iperf3 and the workload Datagram in turn, and prints the ratios of their rates. */
@Command(
        name = "compare-datagram",
        description = {
            "Runs Coherence's DatagramTest, iperf3 -u and jgbench's Datagram in turn, one publisher and one listener"
                    + " on two fresh hosts, and prints the packets that the listener received a second, and their"
                    + " ratios. They take turns in which one runs first. JVMs are measured when they are steady, after"
                    + " two minutes at the least.",
            "Coherence is fetched from Maven Central; iperf3 must be installed."
        },
        mixinStandardHelpOptions = true)
public final class CompareDatagramCommand implements Callable<Integer> {
    private static final int HOSTS = 2;

    @Option(names = "--size", defaultValue = "1468", description = "Packet size in bytes (default ${DEFAULT-VALUE}).")
    private int size;

    @Option(
            names = "--rate",
            description =
                    "Bytes a second of each, such as 20Mi, in whole Mi, as DatagramTest takes no other (default: as"
                            + " many as go).")
    private Optional<String> rate = Optional.empty();

    @Spec
    private CommandSpec spec;

    @Mixin
    private CoherenceJar coherence;

    @Mixin
    private ComparisonOptions options;

    private final PrintStream out;

    CompareDatagramCommand() {
        this(System.out);
    }

    CompareDatagramCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws BadInputException, IOException, InterruptedException {
        try {
            new OptionChecks(spec)
                    .between("--size", size, DatagramSpec.MIN_PACKET_BYTES, DatagramSpec.MAX_PACKET_BYTES);
            options.requireAddresses("DatagramTest");
            options.require("iperf3");
            var load = new DatagramLoad(size, options.time(), rate.map(text -> new ByteQuantity(text).bytes()));
            requireBuffers(load.receiveBufferBytes());
            var comparison = new DatagramComparison(options.hosts(HOSTS), options.jvmOptions(), coherence.path(), load);
            out.printf(
                    Locale.ROOT,
                    "one publisher, one listener, %,d bytes, %s, %d s each%n",
                    size,
                    rate.map(text -> text + " bytes/s").orElse("as fast as they can"),
                    options.time().toSeconds());
            out.println("round  program         packets/s          sent       missing  switch drops  socket drops");
            boolean allValid = options.series(out).measure(number -> measure(comparison, number), this::conclude);
            return allValid ? ExitStatus.VALID : ExitStatus.NOT_VALID;
        } catch (HostsUnavailableException | IllegalArgumentException e) {
            throw new BadInputException(e);
        }
    }

    /** iperf3 takes one size for both of its buffers. */
    private static void requireBuffers(long bytes) throws BadInputException {
        for (var limit : SocketBufferLimit.values()) {
            Optional<String> tooSmall = limit.tooSmallFor(bytes);
            if (tooSmall.isPresent()) {
                throw new BadInputException(tooSmall.get());
            }
        }
    }

    private Round measure(DatagramComparison comparison, int round)
            throws HostsUnavailableException, IOException, InterruptedException {
        Map<Program, Measured> measured = new EnumMap<>(Program.class);
        for (Program program : Program.inTurn(round)) {
            measured.put(program, printed(round, program, comparison.measure(program)));
        }
        return new Round(
                measured.get(Program.DATAGRAM_TEST), measured.get(Program.IPERF3), measured.get(Program.JGBENCH));
    }

    /** Prints the ratios; false if a round is not valid. */
    boolean conclude(List<Round> measured) {
        var rounds = new MeasuredPairs<>(measured, Round::usable);
        out.println(
                "jgbench over DatagramTest  ratio " + rounds.text(round -> ratio(round.jgbench(), round.coherence())));
        out.println("jgbench over iperf3        ratio " + rounds.text(round -> ratio(round.jgbench(), round.iperf())));
        rounds.leftOut().ifPresent(out::println);
        return rounds.allValid();
    }

    private static OptionalDouble ratio(Measured ours, Measured theirs) {
        return OptionalDouble.of(ours.packetsPerSecond() / theirs.packetsPerSecond());
    }

    private Measured printed(int round, Program program, Measured measured) {
        out.printf(
                Locale.ROOT,
                "%5d  %-12s  %,11.0f  %12s  %12s  %,12d  %12s%s%n",
                round,
                program.label(),
                measured.packetsPerSecond(),
                text(measured.sent()),
                text(measured.missing()),
                measured.switchPortDrops(),
                text(measured.socketDrops()),
                measured.note().isEmpty() ? "" : "  " + measured.note());
        out.flush();
        return measured;
    }

    private static String text(Optional<Long> packets) {
        return packets.map(count -> String.format(Locale.ROOT, "%,d", count)).orElse("-");
    }
}
