package io.jgbench.cli.run;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.exit.ExitStatus;
import io.jgbench.cli.exit.OptionChecks;
import io.jgbench.cli.local.ClassArchives;
import io.jgbench.cli.local.Interruption;
import io.jgbench.cli.local.RunIds;
import io.jgbench.cli.output.Notice;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.local.Cancellation;
import io.jgbench.local.LocalHeap;
import io.jgbench.local.host.HostsUnavailableException;
import io.jgbench.local.host.NamespaceHosts;
import io.jgbench.local.host.ShutdownHook;
import io.jgbench.report.files.ResultFiles;
import io.jgbench.report.files.ResultFilesException;
import io.jgbench.selftest.Fault;
import io.jgbench.selftest.Faults;
import io.jgbench.selftest.OutcomeTable;
import io.jgbench.selftest.PlantedOutcome;
import io.jgbench.selftest.PlantedRun;
import io.jgbench.selftest.SelfTest;
import io.jgbench.selftest.SelfTestPlan;
import io.jgbench.selftest.SelfTestWorkload;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Plants faults and tells whether the results named them. */
@Command(
        name = "selftest",
        description = {
            "Plants faults into runs of four members in network namespaces and prints for each whether the result"
                    + " names it first, at the right member. Runs without a fault are among them.",
            "Needs Linux and root. A round of all faults over both stacks takes about 25 minutes on two"
                    + " cores: 25 to 30 s a run, up to 4 minutes for one without a fault, which warms up until its"
                    + " members are steady.",
            "Exit status: 0 all that were judged were right, 1 it could not be done or none was judged, 2 bad input,",
            "3 a fault was named wrongly."
        },
        mixinStandardHelpOptions = true)
public final class SelftestCommand implements Callable<Integer> {
    private static final List<String> STACKS = List.of("udp", "tcp", "tcp-nio");
    private static final int MOST_ROUNDS = 1000;
    private static final int LEAST_SECONDS = 5;
    private static final int MOST_SECONDS = 60;

    @Option(names = "--rounds", defaultValue = "1", description = "How often each fault (default ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--stacks",
            split = ",",
            defaultValue = "udp,tcp",
            description = "Over which stacks: udp, tcp, tcp-nio (default ${DEFAULT-VALUE}).")
    private List<String> stacks;

    @Option(
            names = "--workloads",
            split = ",",
            defaultValue = "multicast",
            description =
                    "With which workloads: multicast, rpc, messageBus, datagram (default ${DEFAULT-VALUE}). Where a"
                            + " fault has no meaning with one, it is not planted.")
    private List<String> workloads;

    @Option(names = "--faults", split = ",", description = "Which faults, as --list names them (default: all).")
    private List<String> faults;

    @Option(
            names = "--seconds",
            defaultValue = "6",
            description = "How long each run measures, 5 to 60 (default ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--seed",
            description = "Order and members of an earlier self-test, which has printed its seed (default: random).")
    private Long seed;

    @Option(
            names = "--results",
            paramLabel = "DIR",
            description = "Writes the full result of each run, and the table as selftest-TIME.txt.")
    private Path results;

    @Option(names = "--list", description = "Lists the faults and does nothing else.")
    private boolean list;

    @Spec
    private CommandSpec spec;

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;

    @Override
    public Integer call() throws BadInputException, IOException, InterruptedException, ResultFilesException {
        if (list) {
            Faults.all().forEach(fault -> out.printf("%-18s %s%n", fault.name(), fault.what()));
            return ExitStatus.VALID;
        }
        List<Fault> chosen = check();
        long chosenSeed = seed == null ? ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE) : seed;
        List<PlantedRun> runs = SelfTestPlan.of(rounds, stacks, checkedWorkloads(), chosen, chosenSeed);
        Optional<ResultFiles> files = ResultsPlace.files(results);
        Notice.print(err, runs.size() + " runs, --seed " + chosenSeed);
        List<PlantedOutcome> outcomes = new ArrayList<>();
        var cancellation = new Cancellation();
        try (var interruption = new Interruption(cancellation, err)) {
            var test = new SelfTest(
                    ClassArchives.memberJvm(LocalHeap.ofThisMachine().fitted(List.of(), SelfTestPlan.MEMBERS)),
                    Duration.ofSeconds(seconds),
                    EpochClock.system(),
                    new RunIds("selftest")::next,
                    new Around(interruption, files, err));
            // hosts cancel a run while they are open, and there are none from one run to the next
            var hook = ShutdownHook.register("end-selftest", interruption::cancelAndAwait);
            try {
                for (PlantedRun run : runs) {
                    PlantedOutcome outcome = test.run(run, cancellation);
                    if (cancellation.reason().isPresent()) {
                        break;
                    }
                    outcomes.add(outcome);
                    err.println(outcomes.size() + "/" + runs.size() + " " + OutcomeTable.line(outcome));
                }
            } finally {
                // also what came before a run that could not be made
                print(outcomes);
                hook.remove();
            }
        } catch (HostsUnavailableException e) {
            throw new BadInputException(e);
        }
        return exitStatus(outcomes, runs.size());
    }

    private List<Fault> check() throws BadInputException {
        var checks = new OptionChecks(spec);
        checks.between("--rounds", rounds, 1, MOST_ROUNDS);
        checks.between("--seconds", seconds, LEAST_SECONDS, MOST_SECONDS);
        for (String stack : stacks) {
            if (!STACKS.contains(stack)) {
                throw checks.refused("--stacks must be of " + String.join(", ", STACKS) + ", got: " + stack);
            }
        }
        if (faults == null) {
            return Faults.all();
        }
        List<Fault> chosen = new ArrayList<>();
        for (String name : faults) {
            chosen.add(Faults.named(name)
                    .orElseThrow(() -> checks.refused("--faults must be of "
                            + Faults.all().stream().map(Fault::name).collect(Collectors.joining(", "))
                            + ", got: " + name)));
        }
        return chosen;
    }

    private List<SelfTestWorkload> checkedWorkloads() throws BadInputException {
        var checks = new OptionChecks(spec);
        List<SelfTestWorkload> chosen = new ArrayList<>();
        for (String name : workloads) {
            chosen.add(SelfTestWorkload.named(name)
                    .orElseThrow(() -> checks.refused("--workloads must be of "
                            + Arrays.stream(SelfTestWorkload.values())
                                    .map(SelfTestWorkload::label)
                                    .collect(Collectors.joining(", "))
                            + ", got: " + name)));
        }
        return chosen;
    }

    private void print(List<PlantedOutcome> outcomes) throws IOException {
        List<String> lines = OutcomeTable.lines(outcomes);
        lines.forEach(out::println);
        out.flush();
        if (results != null && !outcomes.isEmpty()) {
            Files.write(results.resolve("selftest-" + ResultFiles.stamp(Instant.now()) + ".txt"), lines);
        }
    }

    /** Where nothing was judged, nothing is shown: no fault could be planted, or others' load disturbed each run. */
    static int exitStatus(List<PlantedOutcome> outcomes, int asked) {
        Set<PlantedOutcome.Verdict> verdicts =
                outcomes.stream().map(PlantedOutcome::verdict).collect(Collectors.toSet());
        if (outcomes.size() < asked) {
            return ExitStatus.FAILED;
        }
        if (verdicts.contains(PlantedOutcome.Verdict.WRONG)) {
            return ExitStatus.NOT_VALID;
        }
        return verdicts.contains(PlantedOutcome.Verdict.RIGHT) ? ExitStatus.VALID : ExitStatus.FAILED;
    }

    /** What is done around each run. */
    private record Around(Interruption interruption, Optional<ResultFiles> files, PrintStream err)
            implements SelfTest.Surroundings {
        @Override
        public void opened(NamespaceHosts hosts) {
            hosts.beforeShutdown(interruption::cancelAndAwait);
        }

        @Override
        public void complained(String sentence) {
            Notice.print(err, sentence);
        }

        @Override
        public void measured(PlantedRun run, RepetitionsResult result) throws IOException {
            if (files.isPresent()) {
                try {
                    files.get().write(result, Instant.now());
                } catch (ResultFilesException e) {
                    throw new IOException(e.getMessage(), e);
                }
            }
        }
    }
}
