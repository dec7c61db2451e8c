package io.jgbench.cli.run;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.exit.ExitStatus;
import io.jgbench.cli.exit.FileFailure;
import io.jgbench.cli.local.ClassArchives;
import io.jgbench.cli.local.HostOptions;
import io.jgbench.cli.local.Interruption;
import io.jgbench.cli.local.JGroupsJar;
import io.jgbench.cli.local.JarCopies;
import io.jgbench.cli.local.OpenHosts;
import io.jgbench.cli.local.RequestedRun;
import io.jgbench.cli.local.RunIds;
import io.jgbench.cli.output.Notice;
import io.jgbench.cli.output.ReportFile;
import io.jgbench.cli.output.Terminal;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.run.RunStatus;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.status.StatusOf;
import io.jgbench.local.Cancellation;
import io.jgbench.local.LocalBenchmark;
import io.jgbench.local.LocalHeap;
import io.jgbench.local.RunListener;
import io.jgbench.local.host.HostsUnavailableException;
import io.jgbench.local.host.MemberJvm;
import io.jgbench.report.console.ConsoleReport;
import io.jgbench.report.console.ProgressLine;
import io.jgbench.report.console.Style;
import io.jgbench.report.files.ResultFiles;
import io.jgbench.report.files.ResultFilesException;
import io.jgbench.report.stored.RunDeclaration;
import io.jgbench.report.stored.RunDocument;
import io.jgbench.transport.Transport;
import io.jgbench.transport.Transports;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a benchmark on this machine and prints its result. */
@Command(
        name = "run",
        description = "Runs the benchmark that FILE declares on this machine and prints what its members measured.",
        mixinStandardHelpOptions = true)
public final class RunCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "The run file, such as examples/quickstart.yaml.")
    private Path file;

    @Option(
            names = "--stack",
            paramLabel = "STACK",
            description = "Another stack than the file's: udp, tcp, tcp-nio; with a key that only the members have"
                    + " udp-auth, tcp-auth, udp-encrypted, tcp-encrypted; JGroups' own as jgroups-udp, jgroups-tcp,"
                    + " jgroups-tcp-nio; a file or a URL.")
    private String stack;

    @Option(
            names = "--jgroups",
            paramLabel = "JAR",
            description = "Another JGroups than the one that jgbench comes with: the members run with this jar.")
    private Path jgroups;

    @Option(names = "--repetitions", paramLabel = "N", description = "Repeats with fresh JVMs, 1 to 100 times.")
    private Integer repetitions;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "json or yaml: prints the status as the custom resource would hold it, instead of tables.")
    private RunDocument.Format output;

    @Option(
            names = "--results",
            paramLabel = "DIR",
            description = "Writes the full result, and for each member a time series and a latency histogram.")
    private Path results;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "Writes the run as one HTML page with charts, as the command report does.")
    private String report;

    @Mixin
    private HostOptions hostOptions;

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final Terminal terminal = Terminal.ofLauncher();
    private final EpochClock clock = EpochClock.system();

    @Override
    public Integer call() throws BadInputException, IOException, InterruptedException {
        RequestedRun run = RequestedRun.read(file, Optional.ofNullable(stack), Optional.ofNullable(repetitions));
        Transport transport = check(run.spec());
        if (jgroups != null) {
            JGroupsJar.checkUse(run.spec().transport());
            new JGroupsJar(jgroups).check();
        }
        Optional<ResultFiles> files = ResultsPlace.files(results);
        Optional<ReportFile> page = report == null ? Optional.empty() : Optional.of(ReportFile.at(report));
        var outputs = new RunOutputs(files, page, declaration(run), err);
        run.notApplied().forEach(sentence -> Notice.print(err, "not applied: " + sentence));
        var cancellation = new Cancellation();
        // closed in reverse order: once the interruption is closed, a JVM that was told to end does so at once
        try (var interruption = new Interruption(cancellation, err);
                var copies = new JarCopies()) {
            return run(run, memberJvm(run.spec(), copies), transport.reliable(), outputs, cancellation, interruption);
        }
    }

    private MemberJvm memberJvm(RunSpec spec, JarCopies copies) throws BadInputException, IOException {
        MemberJvm jvm = ClassArchives.memberJvm(LocalHeap.ofThisMachine().fitted(spec.jvmOptions(), spec.members()));
        return jgroups == null ? jvm : jvm.withInFront(copies.copy(jgroups));
    }

    /** Whether a stack is one that another JGroups knows, its members will say. */
    private Transport check(RunSpec spec) throws BadInputException {
        try {
            Transport transport = new Transports().find(spec.transport().name());
            if (jgroups != null && spec.transport().stack().isPresent()) {
                return transport;
            }
            transport.check(spec.transport(), spec.workload().largestMessageBytes());
            return transport;
        } catch (IllegalArgumentException e) {
            throw new BadInputException(e);
        }
    }

    /** Gives the exit status. */
    private int run(
            RequestedRun run,
            MemberJvm jvm,
            boolean reliable,
            RunOutputs outputs,
            Cancellation cancellation,
            Interruption interruption)
            throws BadInputException, IOException, InterruptedException {
        RunSpec spec = run.spec();
        try (var open = OpenHosts.of(hostOptions, spec.members(), interruption, err);
                var progress = new Progress(spec, outputs, interruption)) {
            RepetitionsResult result = new LocalBenchmark(open.hosts(), jvm, clock, new RunIds(spec.name())::next)
                    .run(spec, reliable, run.notApplied(), progress, cancellation);
            return progress.isAllWritten() ? exitStatus(result) : ExitStatus.FAILED;
        } catch (HostsUnavailableException e) {
            throw new BadInputException(e);
        }
    }

    private RunDeclaration declaration(RequestedRun run) {
        List<String> options = new ArrayList<>(hostOptions.given());
        if (jgroups != null) {
            options.addAll(List.of("--jgroups", jgroups.toString()));
        }
        return RunDeclaration.of(run.spec().name(), run.declared(), options);
    }

    private void print(String name, RepetitionsResult result) {
        if (output == null) {
            out.print(ConsoleReport.text(result, Style.of(terminal.out(), System.getenv()), terminal.draws(out)));
        } else {
            out.print(
                    RunDocument.of(name, StatusOf.status(result, Instant.now())).text(output));
        }
        out.flush();
    }

    private static int exitStatus(RepetitionsResult result) {
        if (!result.completed()) {
            return ExitStatus.FAILED;
        }
        return result.valid() ? ExitStatus.VALID : ExitStatus.NOT_VALID;
    }

    /** One progress line after the other, one a repetition, and the result. */
    private final class Progress implements RunListener, AutoCloseable {
        private final RunSpec spec;
        private final RunOutputs outputs;
        private final Interruption interruption;
        private int current;
        private ProgressLine line;
        private boolean isAllWritten = true;

        Progress(RunSpec spec, RunOutputs outputs, Interruption interruption) {
            this.spec = spec;
            this.outputs = outputs;
            this.interruption = interruption;
        }

        /** False where an output could not be written, which the user was told. */
        boolean isAllWritten() {
            return isAllWritten;
        }

        @Override
        public void progressed(int repetition, int repetitionCount, RunStatus status) {
            if (repetition != current) {
                close();
                current = repetition;
                String label = repetitionCount > 1 ? repetition + "/" + repetitionCount : "";
                line = new ProgressLine(
                        err, terminal.err(), System.getenv(), spec.workload().unitOfWork(), label);
            }
            line.show(status, clock.epochNanos());
        }

        /**
         * Nobody has to wait for members that are ending. Where this process is told to end, it ends once this has
         * returned; what could not be written is therefore told here.
         */
        @Override
        public void concluded(RepetitionsResult result) {
            close();
            print(spec.name(), result);
            try {
                outputs.write(result);
            } catch (ResultFilesException | IOException e) {
                isAllWritten = false;
                Notice.print(err, FileFailure.message(e));
            }
            interruption.close();
        }

        @Override
        public void close() {
            if (line != null) {
                line.close();
            }
        }
    }
}
