package io.jgbench.cli.suite;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.exit.ExitStatus;
import io.jgbench.cli.local.HostOptions;
import io.jgbench.cli.local.Interruption;
import io.jgbench.cli.local.JarCopies;
import io.jgbench.cli.output.JUnitOption;
import io.jgbench.cli.output.Notice;
import io.jgbench.cli.output.ReportFile;
import io.jgbench.cli.output.Terminal;
import io.jgbench.coordination.statistics.Claim;
import io.jgbench.coordination.statistics.LookPlan;
import io.jgbench.coordination.suite.Metrics;
import io.jgbench.coordination.suite.result.ArmComparison;
import io.jgbench.coordination.suite.result.SuiteFormatException;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.local.Cancellation;
import io.jgbench.report.console.ComparisonReport;
import io.jgbench.report.console.Style;
import io.jgbench.report.files.ResultFilesException;
import io.jgbench.report.files.SuiteFolder;
import io.jgbench.report.junit.JUnitCases;
import io.jgbench.report.junit.JUnitCases.SlowerFails;
import io.jgbench.report.stored.RunDeclaration;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Compares two arms of a run, round by round in AB/BA order: measures a pilot, plans the rounds from it, measures the
 * rest and answers with one of four words. It continues with more rounds if that word is Inconclusive.
 */
@Command(
        name = "compare",
        description = "Measures two arms of a run in turns and says whether B is faster than A. A pilot of "
                + LookPlan.PILOT + " rounds tells how many rounds are needed. If the answer is still Inconclusive after"
                + " them, more rounds follow, up to --max-rounds. Given two suites that are over, compares them cell by"
                + " cell instead, and of two runs that are over the repetitions. Rounds of different days are no pairs:"
                + " such a comparison is unpaired, and labelled so.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Such as: ./jgbench compare examples/quickstart.yaml --a stack=udp --b stack=tcp --results results",
            "The same command continues where it was stopped before.",
            "Two suites of different days: ./jgbench compare results/stacks-october results/stacks",
            "Two runs with repetitions: ./jgbench compare results/quickstart-20261001T100000Z \\",
            "results/quickstart-20261101T100000Z",
            "Exit status: 0 Faster, Slower or NoDifferenceAbove; 1 failed; 2 bad input; 3 nothing can be",
            "said, as visits are not valid or environments differ; 4 Slower, with --fail-if-slower;",
            "5 Inconclusive; 130 stopped by Ctrl-C, 143 by SIGTERM."
        })
public final class CompareCommand implements Callable<Integer> {
    private static final double POWER = 0.95;
    private static final int MOST_ROUNDS = 1000;

    /** Of no meaning where both are over. */
    private static final List<String> FOR_A_RUN_FILE = List.of(
            "--a",
            "--b",
            "--jgroups",
            "--results",
            "--max-rounds",
            "--seed",
            "--hosts",
            "--link-rate",
            "--link-queue",
            "--mtu");

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "1..2",
            paramLabel = "FILE | A B",
            description = "The run file, such as examples/quickstart.yaml; or two suites or two runs that are over:"
                    + " the answer is about B. A suite is its folder, its suite.json, bsuite/NAME on the cluster that"
                    + " kubectl speaks with, or s3://BUCKET/PREFIX, for which AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID and"
                    + " so on tell how to reach the bucket. A run with repetitions is the folder that --results made,"
                    + " a result.json or brun/NAME.")
    private List<String> places;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "The namespace of bsuite/NAME or brun/NAME; kubectl's own without it.")
    private String namespace;

    @Mixin
    private ArmOptions armOptions;

    @Option(
            names = "--results",
            paramLabel = "DIR",
            description = "Where the comparison's folder is: digests, full results, and how far it has come.")
    private Path results;

    @Mixin
    private ClaimOptions claim;

    @Option(
            names = "--max-rounds",
            paramLabel = "N",
            defaultValue = "40",
            description = "The most rounds, up to 1000 (default 40), however many the pilot says. At least 8, and 9 at"
                    + " the default --confidence. May be raised later.")
    private int maxRounds;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "The order follows from it.")
    private long seed;

    @Option(
            names = "--fail-if-slower",
            description = "Ends with status 4 where B is Slower. A loss that is sure and within --min-effect is"
                    + " NoDifferenceAbove, and the status is 0.")
    private boolean failsIfSlower;

    @Mixin
    private JUnitOption junit;

    @Mixin
    private HostOptions hostOptions;

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final Terminal terminal = Terminal.ofLauncher();

    @Override
    public Integer call() throws BadInputException, IOException, InterruptedException, ResultFilesException {
        checkOptions();
        Optional<ReportFile> tests = junit.file();
        return areStored() ? compareStored(tests) : compareArms(tests);
    }

    /** Two suites or two runs that are over. */
    private boolean areStored() {
        return places.size() == 2;
    }

    private int compareStored(Optional<ReportFile> tests) throws BadInputException, IOException, InterruptedException {
        var stored = new StoredPlaces(
                Optional.ofNullable(namespace),
                System.getenv(),
                claim.asked(),
                sentence -> Notice.print(err, "left out: " + sentence));
        StoredComparison compared = StoredComparison.of(places.get(0), places.get(1), claim, stored);
        out.print(compared.text());
        out.flush();
        JUnitOption.write(tests, compared.tests(whereSlower()), err);
        return compared.exitStatus(whereSlower());
    }

    private int compareArms(Optional<ReportFile> tests)
            throws BadInputException, IOException, InterruptedException, ResultFilesException {
        hostOptions.check();
        var cancellation = new Cancellation();
        // closed last: the JVM ends with it
        try (var interruption = new Interruption(cancellation, err);
                var copies = new JarCopies()) {
            return compare(armOptions.of(runFile(), seed, copies), tests, cancellation, interruption);
        }
    }

    private Path runFile() throws BadInputException {
        try {
            return Path.of(places.getFirst());
        } catch (InvalidPathException e) {
            throw new BadInputException(e);
        }
    }

    private int compare(
            RequestedArms arms, Optional<ReportFile> tests, Cancellation cancellation, Interruption interruption)
            throws BadInputException, IOException, InterruptedException, ResultFilesException {
        RequestedSuite pilot = arms.suite(LookPlan.PILOT);
        checkMetric(pilot);
        try (SuiteFolder folder = pilot.folder(results, hostOptions)) {
            folder.store(declaration(pilot.spec().name(), arms.run()));
            pilot.notApplied().forEach(sentence -> Notice.print(err, "not applied: " + sentence));
            SuiteResult measured = measure(arms, pilot, folder, cancellation, interruption);
            if (!measured.phase().isOver()) {
                out.println("NOT OVER: the same command continues where it stopped.");
                writeTests(tests, measured);
                return ExitStatus.FAILED;
            }
            ArmComparison found = measured.comparisons().getFirst();
            out.println("A: " + shown(arms.a()) + "; B: " + shown(arms.b()));
            out.print(ComparisonReport.text(found, Style.of(terminal.out(), System.getenv())));
            out.flush();
            writeTests(tests, measured);
            tellHowItGoesOn(found);
            Notice.print(err, "results are in " + results.resolve(pilot.spec().name()));
            return exitStatus(found);
        } catch (SuiteFormatException e) {
            throw new BadInputException(e);
        }
    }

    /** After what is printed, which a file that cannot be written does not cost. */
    private void writeTests(Optional<ReportFile> tests, SuiteResult measured) throws IOException {
        JUnitOption.write(tests, JUnitCases.of(measured).failing(whereSlower()), err);
    }

    /** Hours of measuring give no figure that the workload does not have. */
    private void checkMetric(RequestedSuite pilot) throws BadInputException {
        Optional<String> missing = Metrics.missing(claim.metric(), pilot.spec().cells());
        if (missing.isPresent()) {
            throw new BadInputException("--metric must be a figure of the workload of both arms, got: " + missing.get()
                    + "; a good value is unitsPerSecond");
        }
    }

    /** The run file with the command that compares its arms. */
    private RunDeclaration declaration(String suite, BenchmarkRunSpec run) throws BadInputException {
        List<String> options = new ArrayList<>(armOptions.given());
        options.addAll(claim.given());
        options.addAll(List.of("--max-rounds", Integer.toString(maxRounds), "--seed", Long.toString(seed)));
        options.addAll(hostOptions.given());
        return RunDeclaration.ofComparison(suite, run, options);
    }

    private static String shown(Map<String, String> arm) {
        return arm.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(", "));
    }

    private SlowerFails whereSlower() {
        return failsIfSlower ? SlowerFails.ALWAYS : SlowerFails.NEVER;
    }

    private void checkOptions() throws BadInputException {
        if (areStored()) {
            refuseWhatIsForARunFile();
        }
        if (!areStored() && namespace != null) {
            throw new BadInputException("--namespace is for bsuite/NAME and brun/NAME; leave it out with a run file");
        }
        if (!areStored() && (!armOptions.areWhole() || results == null)) {
            throw new BadInputException("Missing required option: with a run file, give --results and either --a and"
                    + " --b, or --jgroups. Without a run file, give two suites or two runs that are over.");
        }
        armOptions.check();
        claim.check();
        if (maxRounds < LookPlan.PILOT || maxRounds > MOST_ROUNDS) {
            throw new BadInputException(
                    "--max-rounds must be between " + LookPlan.PILOT + " and " + MOST_ROUNDS + ", got: " + maxRounds);
        }
        int least = plan(maxRounds).leastRounds();
        if (!areStored() && maxRounds < least) {
            throw new BadInputException("--max-rounds must be at least " + least + " where --confidence is "
                    + claim.confidence() + ", got: " + maxRounds
                    + "; fewer rounds are Inconclusive, whatever is measured");
        }
    }

    private void refuseWhatIsForARunFile() throws BadInputException {
        String given = FOR_A_RUN_FILE.stream()
                .filter(spec.commandLine().getParseResult()::hasMatchedOption)
                .collect(Collectors.joining(", "));
        if (!given.isEmpty()) {
            throw new BadInputException(String.join(", ", FOR_A_RUN_FILE)
                    + " are for a run file, and what is over is compared as it is; leave out " + given);
        }
    }

    /** Not over where it was stopped. */
    private SuiteResult measure(
            RequestedArms arms,
            RequestedSuite pilot,
            SuiteFolder folder,
            Cancellation cancellation,
            Interruption interruption)
            throws BadInputException, IOException, InterruptedException, ResultFilesException, SuiteFormatException {
        try (var session =
                LocalVisits.open(hostOptions, pilot.mostMembers(), err, terminal, cancellation, interruption)) {
            return new ArmRounds(arms, folder, session::run, plan(maxRounds), claim.metric(), err).measure();
        }
    }

    private LookPlan plan(int mostRounds) throws BadInputException {
        return new LookPlan(claim.rule(), POWER, mostRounds);
    }

    /** How an answer that is still open can be had. */
    private void tellHowItGoesOn(ArmComparison found) throws BadInputException {
        boolean isOpen = found.verdict()
                .filter(verdict -> verdict.claim() == Claim.INCONCLUSIVE)
                .isPresent();
        if (isOpen && !found.looks().isEmpty()) {
            int rounds = found.looks().getLast().rounds();
            if (found.hasTooFewValidRounds()) {
                Notice.print(
                        err,
                        "only " + found.figuresOfA().size() + " of " + rounds + " rounds are valid of both,"
                                + " too few to continue. The findings of the visits say why. Measure again with another"
                                + " --results.");
                return;
            }
            int next = plan(MOST_ROUNDS).beforeNextLook(rounds);
            if (next > rounds) {
                Notice.print(
                        err,
                        "all " + rounds + " rounds that --max-rounds allows are measured; to continue, use the same"
                                + " command with --max-rounds " + next);
            }
        }
    }

    private int exitStatus(ArmComparison comparison) {
        return comparison
                .verdict()
                .map(verdict -> switch (verdict.claim()) {
                    case SLOWER -> failsIfSlower ? ExitStatus.THRESHOLD_MISSED : ExitStatus.VALID;
                    case FASTER, NO_DIFFERENCE_ABOVE -> ExitStatus.VALID;
                    case INCONCLUSIVE ->
                        comparison.hasTooFewValidRounds() ? ExitStatus.NOT_VALID : ExitStatus.INCONCLUSIVE;
                })
                .orElse(ExitStatus.NOT_VALID);
    }
}
