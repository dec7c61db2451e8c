package io.jgbench.cli.suite;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.local.ClassArchives;
import io.jgbench.cli.local.HostOptions;
import io.jgbench.cli.local.Interruption;
import io.jgbench.cli.local.OpenHosts;
import io.jgbench.cli.local.RunIds;
import io.jgbench.cli.output.Terminal;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.run.RunStatus;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.suite.result.SuiteFormatException;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.local.Cancellation;
import io.jgbench.local.LocalBenchmark;
import io.jgbench.local.LocalHeap;
import io.jgbench.local.RunListener;
import io.jgbench.local.host.HostsUnavailableException;
import io.jgbench.local.host.MemberJvm;
import io.jgbench.local.suite.LocalSuite;
import io.jgbench.report.console.ProgressLine;
import io.jgbench.report.files.ResultFilesException;
import io.jgbench.report.files.SuiteFolder;
import java.io.IOException;
import java.io.PrintStream;

/** Runs the visits of a suite with real members on hosts that are opened once for all of them. */
final class LocalVisits implements AutoCloseable {
    private final OpenHosts hosts;
    private final PrintStream err;
    private final Terminal terminal;
    private final Cancellation cancellation;
    private final EpochClock clock = EpochClock.system();

    private LocalVisits(OpenHosts hosts, PrintStream err, Terminal terminal, Cancellation cancellation) {
        this.hosts = hosts;
        this.err = err;
        this.terminal = terminal;
        this.cancellation = cancellation;
    }

    /**
     * Opens hosts.
     *
     * @param members how many the largest run has
     */
    static LocalVisits open(
            HostOptions options,
            int members,
            PrintStream err,
            Terminal terminal,
            Cancellation cancellation,
            Interruption interruption)
            throws BadInputException, IOException {
        return new LocalVisits(OpenHosts.of(options, members, interruption, err), err, terminal, cancellation);
    }

    /** Does all visits that are left. */
    SuiteResult run(RequestedSuite suite, SuiteFolder folder)
            throws BadInputException, IOException, InterruptedException, ResultFilesException, SuiteFormatException {
        var progress = new SuiteProgressLines(err);
        try {
            return new LocalSuite(
                            suite.spec(),
                            folder,
                            (cell, spec) -> visit(suite, cell, spec, progress.label()),
                            progress,
                            clock,
                            cancellation)
                    .run();
        } catch (HostsUnavailableException e) {
            throw new BadInputException(e);
        }
    }

    private RepetitionsResult visit(RequestedSuite suite, Cell cell, RunSpec spec, String label)
            throws HostsUnavailableException, IOException, InterruptedException {
        MemberJvm jvm = suite.jgroups().jvm(cell.declared(), memberJvm(spec));
        boolean reliable = suite.transport(cell).reliable();
        try (var line = new ProgressLine(
                err, terminal.err(), System.getenv(), spec.workload().unitOfWork(), label)) {
            RunListener listener = (int _, int _, RunStatus status) -> line.show(status, clock.epochNanos());
            return new LocalBenchmark(hosts.hosts(), jvm, clock, new RunIds(spec.name())::next)
                    .run(spec, reliable, suite.jgroups().notAppliedSentences(cell.declared()), listener, cancellation);
        }
    }

    private static MemberJvm memberJvm(RunSpec spec) throws IOException {
        try {
            return ClassArchives.memberJvm(LocalHeap.ofThisMachine().fitted(spec.jvmOptions(), spec.members()));
        } catch (BadInputException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        hosts.close();
    }
}
