package io.jgbench.cli.peers;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.exit.ExitStatus;
import io.jgbench.cli.exit.OptionChecks;
import io.jgbench.compare.MPerfComparison;
import io.jgbench.compare.MPerfComparison.MPerfPair;
import io.jgbench.compare.MeasuredPair;
import io.jgbench.compare.MeasuredProgram;
import io.jgbench.compare.PairOrder;
import io.jgbench.compare.TurnComparison;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import io.jgbench.local.host.HostsUnavailableException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs JGroups' own MPerf and the multicast workload in turn, and prints the ratio of their message rates. */
@Command(
        name = "compare-mperf",
        description = {
            "Runs JGroups' MPerf and jgbench in turn on the same hosts, members, message size and JVM options, and"
                    + " prints the ratio of their message rates with its spread.",
            "Both warm up by the same rule until they are steady. They take turns in which one runs first."
        },
        mixinStandardHelpOptions = true)
public final class CompareMPerfCommand implements Callable<Integer> {
    @Mixin
    private ComparedCluster cluster;

    @Option(
            names = "--mperf-stack",
            description = "MPerf's stack, such as jgroups-udp for the one that JGroups ships (default: jgbench's).")
    private String mperfStack;

    @Option(
            names = "--sizes",
            split = ",",
            defaultValue = "1000,5000",
            description = "Message sizes in bytes (default ${DEFAULT-VALUE}).")
    private List<Integer> sizes;

    private static final int MOST_THREADS = 1_000;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--mperf-threads",
            description =
                    "Sender threads of MPerf's members (default: the fastest of 1, 20 and 100, found in a pilot for"
                            + " each size).")
    private Integer mperfThreads;

    @Mixin
    private ComparisonOptions options;

    @Mixin
    private InTurnOption inTurn;

    private final PrintStream out;
    private final PrintStream err;

    CompareMPerfCommand() {
        this(System.out, System.err);
    }

    CompareMPerfCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws BadInputException, IOException, InterruptedException {
        checkRanges();
        String other = cluster.otherStack("--mperf-stack", mperfStack);
        int members = cluster.members();
        var comparison = new MPerfComparison(options.hosts(members), options.jvmOptions(members), options.time());
        out.printf(
                "jgbench with %s, MPerf with %s, %d members, %d s each%n",
                cluster.stack(), other, members, options.time().toSeconds());
        boolean allValid = true;
        try {
            for (int size : sizes) {
                allValid &=
                        inTurn.given() ? compareInTurn(comparison, other, size) : comparePairs(comparison, other, size);
            }
        } catch (HostsUnavailableException | IllegalArgumentException e) {
            throw new BadInputException(e);
        }
        return allValid ? ExitStatus.VALID : ExitStatus.NOT_VALID;
    }

    /** What is wrong is told before the first program runs for minutes. */
    private void checkRanges() {
        var checks = new OptionChecks(spec);
        for (int size : sizes) {
            checks.between("--sizes", size, MulticastSpec.MIN_MESSAGE_SIZE_BYTES, WorkloadSpec.MAX_MESSAGE_SIZE_BYTES);
        }
        if (mperfThreads != null) {
            checks.between("--mperf-threads", mperfThreads, 1, MOST_THREADS);
        }
    }

    private boolean compareInTurn(MPerfComparison comparison, String other, int size)
            throws HostsUnavailableException, IOException, InterruptedException {
        TurnComparison turns = InTurnOption.comparison(options, cluster.members(), "MPerf", err);
        int threads = senderThreads(comparison, other, size);
        return new TurnTable(out, "MPerf", "msg/s")
                .print(turns.withMPerf(
                        new TurnComparison.Load(cluster.members(), other, cluster.stack(), size, threads)));
    }

    private int senderThreads(MPerfComparison comparison, String other, int size)
            throws HostsUnavailableException, IOException, InterruptedException {
        int threads = mperfThreads == null ? comparison.bestSenderThreads(other, size) : mperfThreads;
        out.printf(Locale.ROOT, "%n%,d bytes, MPerf with %d sender threads%n", size, threads);
        out.flush();
        return threads;
    }

    private boolean comparePairs(MPerfComparison comparison, String other, int size)
            throws HostsUnavailableException, IOException, InterruptedException {
        int threads = senderThreads(comparison, other, size);
        out.println(CpuCosts.HEADING);
        out.println("pair  first    MPerf msg/s  lost/resent/switch  us/msg   jgbench msg/s  lost/resent/switch  us/msg"
                + "   ratio   MPerf/limit  jgbench/limit");
        return options.series(out)
                .measure(
                        number -> {
                            var order = PairOrder.ofPair(number);
                            return printed(
                                    number, order, comparison.measure(other, cluster.stack(), size, threads, order));
                        },
                        this::conclude);
    }

    private MPerfPair printed(int number, PairOrder order, MPerfPair pair) {
        MeasuredPair both = pair.both();
        out.printf(
                Locale.ROOT,
                "%4d  %-7s  %,11.0f  %18s  %6s   %,13.0f  %18s  %6s   %5s   %11s  %13s  %s%n",
                number,
                order.first("MPerf"),
                both.other().perSecond(),
                lost(both.other(), pair.mperfDrops()),
                CpuCosts.micros(both.other().cpuCost()),
                both.jgbench().perSecond(),
                lost(both.jgbench(), pair.jgbenchDrops()),
                CpuCosts.micros(both.jgbench().cpuCost()),
                both.ratio().isPresent()
                        ? String.format(Locale.ROOT, "%.2f", both.ratio().getAsDouble())
                        : "-",
                percent(pair.mperfShare()),
                percent(pair.jgbenchShare()),
                both.note());
        out.flush();
        return pair;
    }

    /** Prints the ratios of a size; false if a pair has no figures that may be used. */
    boolean conclude(List<MPerfPair> measured) {
        var pairs = new MeasuredPairs<>(measured, pair -> pair.both().usable());
        out.println("ratio          " + pairs.text(pair -> pair.both().ratio()));
        CpuCosts.print(
                out,
                pairs,
                "MPerf",
                pair -> pair.both().other().cpuCost(),
                pair -> pair.both().jgbench().cpuCost());
        if (measured.stream().allMatch(pair -> pair.jgbenchShare().isPresent())) {
            out.println("MPerf/limit    " + pairs.text(MPerfPair::mperfShare));
            out.println("jgbench/limit  " + pairs.text(MPerfPair::jgbenchShare));
        }
        pairs.leftOut().ifPresent(out::println);
        return pairs.allValid();
    }

    private static String lost(MeasuredProgram measured, long switchPortDrops) {
        return measured.losses().text() + "/" + switchPortDrops;
    }

    private static String percent(OptionalDouble share) {
        return share.isPresent() ? String.format(Locale.ROOT, "%.1f %%", share.getAsDouble() * 100) : "-";
    }
}
