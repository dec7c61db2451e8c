package io.jgbench.cli.stored;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.exit.ExitStatus;
import io.jgbench.cli.remote.ClusterResult;
import io.jgbench.cli.remote.Kubectl;
import io.jgbench.coordination.difference.ComparedRun;
import io.jgbench.coordination.difference.RunDifferences;
import io.jgbench.report.console.DifferenceReport;
import io.jgbench.report.stored.StoredResult;
import io.jgbench.report.stored.StoredResultException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what two runs came to and in what they differ: their spec, their stack, their hosts, and their figures. */
@Command(
        name = "diff",
        description =
                "Prints what two runs came to (verdict, bottleneck, findings, main figures with their ratio) and in"
                        + " what they differ: spec, stack, the members' hosts and JVMs, all other figures. Of several"
                        + " repetitions it takes the one that the status shows. Two single runs are no comparison: see"
                        + " ./jgbench compare.",
        mixinStandardHelpOptions = true,
        exitCodeOnExecutionException = ExitStatus.BAD_INPUT,
        footer = {"", "Exit status: 0 nothing but figures differs, 1 something else differs, 2 they cannot be compared."
        })
public final class DiffCommand implements Callable<Integer> {
    private static final int EQUAL = 0;
    private static final int DIFFERENT = 1;

    @Parameters(
            index = "0",
            paramLabel = "A",
            description = "A folder that --results made, a result.json, or brun/NAME on the cluster that kubectl"
                    + " speaks with.")
    private String first;

    @Parameters(index = "1", paramLabel = "B", description = "The other one.")
    private String second;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "The namespace of brun/NAME; kubectl's own without it.")
    private String namespace;

    @Option(
            names = "--all",
            description = "Prints also what may differ between equal runs, such as host names, free memory and the"
                    + " CPUs' frequency as the members joined.")
    private boolean showsAll;

    private final PrintStream out = System.out;

    @Override
    public Integer call() throws BadInputException, InterruptedException {
        try {
            StoredResult firstResult = result(first);
            StoredResult secondResult = result(second);
            ComparedRun firstRun = firstResult.compared();
            ComparedRun secondRun = secondResult.compared();
            var differences = RunDifferences.between(firstRun, secondRun);
            out.print(DifferenceReport.text(
                    firstResult.place(), firstRun, secondResult.place(), secondRun, differences, showsAll));
            out.flush();
            return differences.areEqual() ? EQUAL : DIFFERENT;
        } catch (StoredResultException e) {
            throw new BadInputException(e);
        }
    }

    private StoredResult result(String given) throws BadInputException, InterruptedException, StoredResultException {
        Optional<String> run = ClusterResult.runOf(given);
        if (run.isPresent()) {
            return fetched(run.get());
        }
        try {
            return StoredResult.read(Path.of(given));
        } catch (InvalidPathException e) {
            throw new BadInputException(e);
        }
    }

    private StoredResult fetched(String run) throws BadInputException, InterruptedException, StoredResultException {
        try {
            return new ClusterResult(new Kubectl(Optional.ofNullable(namespace))).fetch(run);
        } catch (IOException e) {
            throw new BadInputException(e);
        }
    }
}
