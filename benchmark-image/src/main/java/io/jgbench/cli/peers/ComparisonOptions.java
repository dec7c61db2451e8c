package io.jgbench.cli.peers;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.exit.OptionChecks;
import io.jgbench.cli.local.HostOptions;
import io.jgbench.compare.HostsFactory;
import io.jgbench.local.LocalHeap;
import io.jgbench.local.host.LinkSettings;
import io.jgbench.local.host.Tools;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What every comparison is told: on which hosts it runs, how often and for how long. */
final class ComparisonOptions {
    private static final int MOST_PAIRS = 1_000;

    /** MPerf prints ten lines in that time, and whether it is steady is judged by spans of ten seconds. */
    private static final int MOST_SECONDS = 100;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec mixee;

    private int pairs;
    private int seconds;

    @Option(
            names = "--pairs",
            defaultValue = "5",
            description =
                    "Pairs of each kind (default ${DEFAULT-VALUE}). One in which jgbench's run is not valid is left out"
                            + " of the ratios, and the exit status is 3.")
    void pairs(int given) {
        new OptionChecks(mixee).between("--pairs", given, 1, MOST_PAIRS);
        pairs = given;
    }

    @Option(
            names = "--seconds",
            defaultValue = "20",
            description = "How many seconds each program is measured (default ${DEFAULT-VALUE}).")
    void seconds(int given) {
        new OptionChecks(mixee).between("--seconds", given, 1, MOST_SECONDS);
        seconds = given;
    }

    @Option(
            names = "--jvm-options",
            split = "\\s+",
            description = "JVM options of the members of both programs, separated by spaces.")
    private List<String> jvmOptions = List.of();

    @Mixin
    private HostOptions hostOptions;

    int pairs() {
        return pairs;
    }

    /**
     * The pairs that were asked for.
     *
     * @param out where they are concluded
     */
    PairSeries series(PrintStream out) {
        return new PairSeries(out, pairs);
    }

    Duration time() {
        return Duration.ofSeconds(seconds);
    }

    /** Those that are not empty, as a text of spaces or none at all is split into some that are. */
    List<String> jvmOptions() {
        return jvmOptions.stream().filter(option -> !option.isEmpty()).toList();
    }

    /** The same with the heap that members of a run would have. */
    List<String> jvmOptions(int members) {
        return LocalHeap.ofThisMachine().fitted(jvmOptions(), members);
    }

    /** Refuses to begin where a program that the comparison runs is missing. */
    void require(String... programs) throws BadInputException {
        for (String program : programs) {
            if (Tools.ofThisMachine().find(program).isEmpty()) {
                throw new BadInputException("the comparison runs " + program
                        + ", which is not installed: install the package of that name");
            }
        }
    }

    /**
     * The links of members in namespaces.
     *
     * @throws IllegalArgumentException if the members live elsewhere, with one sentence
     */
    LinkSettings linkOfNamespaces() {
        return hostOptions.linkOfNamespaces();
    }

    /**
     * Refuses hosts that share an address, for a program of which both processes take the same port.
     *
     * @throws IllegalArgumentException if they do, with one sentence
     */
    void requireAddresses(String program) {
        hostOptions.requireNamespaces("both processes of " + program + " take the same port");
    }

    /** Opens a host for each member. */
    HostsFactory hosts(int members) {
        return () -> hostOptions.open(members);
    }
}
