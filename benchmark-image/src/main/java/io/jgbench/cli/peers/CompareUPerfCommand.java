package io.jgbench.cli.peers;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.exit.ExitStatus;
import io.jgbench.cli.exit.OptionChecks;
import io.jgbench.compare.MeasuredPair;
import io.jgbench.compare.PairOrder;
import io.jgbench.compare.TurnComparison;
import io.jgbench.compare.UPerfComparison;
import io.jgbench.compare.UPerfComparison.UPerfPair;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.workload.rpc.RpcSpec;
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

/** Runs JGroups' own UPerf and the workload Rpc in turn, and prints the ratio of their request rates. */
@Command(
        name = "compare-uperf",
        description = {
            "Runs JGroups' UPerf and jgbench's Rpc in turn on the same hosts, members, callers, message size and JVM"
                    + " options, and prints the ratio of their request rates with its spread.",
            "Both warm up by the same rule until they are steady. They take turns in which one runs first."
        },
        mixinStandardHelpOptions = true)
public final class CompareUPerfCommand implements Callable<Integer> {
    @Mixin
    private ComparedCluster cluster;

    @Option(
            names = "--uperf-stack",
            description = "UPerf's stack, such as jgroups-udp for the one that JGroups ships (default: jgbench's).")
    private String uperfStack;

    @Option(names = "--size", defaultValue = "1000", description = "Payload in bytes (default ${DEFAULT-VALUE}).")
    private int size;

    @Option(
            names = "--callers",
            defaultValue = "100",
            description = "Callers of each member (default ${DEFAULT-VALUE}, UPerf's own).")
    private int callers;

    @Spec
    private CommandSpec spec;

    @Mixin
    private ComparisonOptions options;

    @Mixin
    private InTurnOption inTurn;

    private final PrintStream out;
    private final PrintStream err;

    CompareUPerfCommand() {
        this(System.out, System.err);
    }

    CompareUPerfCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws BadInputException, IOException, InterruptedException {
        checkRanges();
        String other = cluster.otherStack("--uperf-stack", uperfStack);
        out.printf(
                Locale.ROOT,
                "jgbench with %s, UPerf with %s, %d members, %d callers each, %,d bytes, %d s each%n",
                cluster.stack(),
                other,
                cluster.members(),
                callers,
                size,
                options.time().toSeconds());
        try {
            boolean valid = inTurn.given() ? compareInTurn(other) : comparePairs(other);
            return valid ? ExitStatus.VALID : ExitStatus.NOT_VALID;
        } catch (HostsUnavailableException | IllegalArgumentException e) {
            throw new BadInputException(e);
        }
    }

    /** What is wrong is told before the first program runs for minutes. */
    private void checkRanges() {
        var checks = new OptionChecks(spec);
        checks.between("--size", size, 0, WorkloadSpec.MAX_MESSAGE_SIZE_BYTES);
        checks.between("--callers", callers, 1, RpcSpec.MAX_CONCURRENCY);
    }

    private boolean compareInTurn(String other) throws HostsUnavailableException, IOException, InterruptedException {
        int members = cluster.members();
        var outcome = InTurnOption.comparison(options, members, "UPerf", err)
                .withUPerf(new TurnComparison.Load(members, other, cluster.stack(), size, callers));
        boolean valid = new TurnTable(out, "UPerf", "req/s").print(outcome);
        out.println("network calls  "
                + TurnTable.rates(outcome.pairs(), ratio -> UPerfComparison.callRatio(ratio, members)));
        return valid;
    }

    private boolean comparePairs(String other) throws HostsUnavailableException, IOException, InterruptedException {
        int members = cluster.members();
        var comparison =
                new UPerfComparison(options.hosts(members), options.jvmOptions(members), options.time(), callers);
        out.println(CpuCosts.HEADING);
        out.println("pair  first    UPerf req/s  lost/resent  us/req  jgbench req/s  lost/resent  us/req  requests"
                + "  network calls");
        return options.series(out)
                .measure(
                        number -> {
                            var order = PairOrder.ofPair(number);
                            return printed(number, order, comparison.measure(other, cluster.stack(), size, order));
                        },
                        this::conclude);
    }

    private UPerfPair printed(int number, PairOrder order, UPerfPair pair) {
        MeasuredPair both = pair.both();
        out.printf(
                Locale.ROOT,
                "%4d  %-7s  %,11.0f  %11s  %6s  %,13.0f  %11s  %6s  %8s  %13s  %s%n",
                number,
                order.first("UPerf"),
                both.other().perSecond(),
                both.other().losses().text(),
                CpuCosts.micros(both.other().cpuCost()),
                both.jgbench().perSecond(),
                both.jgbench().losses().text(),
                CpuCosts.micros(both.jgbench().cpuCost()),
                text(both.ratio()),
                text(pair.callRatio()),
                both.note());
        out.flush();
        return pair;
    }

    /** Prints the ratios; false if a pair has no figures that may be used. */
    boolean conclude(List<UPerfPair> measured) {
        var pairs = new MeasuredPairs<>(measured, pair -> pair.both().usable());
        out.println("requests        ratio " + pairs.text(pair -> pair.both().ratio()));
        out.println("network calls   ratio " + pairs.text(UPerfPair::callRatio));
        CpuCosts.print(
                out,
                pairs,
                "UPerf",
                pair -> pair.both().other().cpuCost(),
                pair -> pair.both().jgbench().cpuCost());
        pairs.leftOut().ifPresent(out::println);
        return pairs.allValid();
    }

    private static String text(OptionalDouble ratio) {
        return ratio.isPresent() ? String.format(Locale.ROOT, "%.2f", ratio.getAsDouble()) : "-";
    }
}
