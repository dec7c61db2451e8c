package io.jgbench.cli.tune;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.exit.ExitStatus;
import io.jgbench.coordination.protocol.TuningReport;
import io.jgbench.coordination.spec.DurationText;
import io.jgbench.tune.ConfirmTarget;
import io.jgbench.tune.Confirmation;
import io.jgbench.tune.StopSignal;
import io.jgbench.tune.Tuning;
import io.jgbench.tune.TuningOutputs;
import io.jgbench.tune.TuningRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Tunes this host while a run lasts. */
@Command(
        name = "tune",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description = "Makes this host's network settings what a run declares, and puts them back at the end.",
        footer = {
            "",
            "Exit status: 0 as asked, or restored; 1 not restored; 2 bad input; 3 mismatch; 4 cannot be set;"
                    + " 5 another run holds the host."
        })
public final class TuneCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @ArgGroup(multiplicity = "1")
    private Task task;

    @Option(names = "--run", paramLabel = "ID", description = "The run that asks; told to others that want the host.")
    private String runId = "by-hand";

    @Mixin
    private TuningOptions tuning;

    @Option(
            names = "--state-dir",
            paramLabel = "DIR",
            description = "A folder of the host for its originals; default: ${DEFAULT-VALUE}.")
    private Path stateFolder = Path.of("/var/lib/jgbench/tuning");

    @Option(names = "--report", paramLabel = "FILE", description = "Written when all was read back as asked.")
    private Optional<Path> report = Optional.empty();

    @Option(
            names = "--termination-log",
            paramLabel = "FILE",
            description = "Where the last report is written at the end, at most 4096 bytes.")
    private Optional<Path> terminationLog = Optional.empty();

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            defaultValue = "30s",
            description = "How long to wait for another run to release the host; default: ${DEFAULT-VALUE}.")
    private String patience;

    @Option(
            names = "--confirm",
            paramLabel = "HOST:PORT",
            description = "An HTTPS server that must answer before and after the change, or the host is put back at"
                    + " once; such as the API server. An IPv6 address stands in brackets.")
    private Optional<String> confirm = Optional.empty();

    @Option(
            names = "--confirm-within",
            paramLabel = "TIME",
            defaultValue = "10s",
            description = "How long an answer may take, 1s to 1m; default: ${DEFAULT-VALUE}.")
    private String confirmWithin;

    /** What is to be done; one of them. */
    private static final class Task {
        @Option(
                names = "--mode",
                paramLabel = "MODE",
                description = "apply: set what differs, hold it until SIGTERM, then restore. verify: only compare.")
        private Mode mode;

        @Option(names = "--restore", description = "Only restore what a tuner that was killed left.")
        private boolean restore;

        @Option(names = "--ready", description = "Only tell by the exit status whether --report is there.")
        private boolean ready;
    }

    private enum Mode {
        APPLY,
        VERIFY
    }

    @Override
    public Integer call() throws IOException, InterruptedException, BadInputException {
        if (task.ready) {
            return ready();
        }
        var stop = new StopSignal();
        var end = ExitOnSignal.register(stop);
        try {
            return end.status(TuneExit.of(run(stop).outcome()));
        } catch (IllegalArgumentException e) {
            end.status(ExitStatus.BAD_INPUT);
            throw new BadInputException(e);
        } finally {
            stop.done();
        }
    }

    private int ready() throws IOException, BadInputException {
        Path file = report.orElseThrow(() -> new BadInputException("--ready needs --report FILE, got none"));
        return TuningOutputs.isReady(file) ? ExitStatus.VALID : ExitStatus.FAILED;
    }

    private TuningReport run(StopSignal stop) throws IOException, InterruptedException {
        var outputs = new TuningOutputs(
                report,
                terminationLog,
                spec.commandLine().getOut(),
                spec.commandLine().getErr());
        var host = Tuning.ofThisHost(stateFolder, duration("--wait", patience), confirmation(), stop, outputs);
        if (task.restore) {
            return host.restore(runId);
        }
        var request = new TuningRequest(
                runId,
                tuning.settings(),
                tuning.networkInterface(),
                tuning.address(),
                tuning.protection(confirm.map(server -> target(server).host())));
        return switch (task.mode) {
            case APPLY -> host.apply(request);
            case VERIFY -> host.verify(request);
        };
    }

    private Optional<Confirmation> confirmation() {
        return confirm.map(server -> new Confirmation(target(server), duration("--confirm-within", confirmWithin)));
    }

    private static ConfirmTarget target(String server) {
        try {
            return ConfirmTarget.parse(server);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--confirm: " + e.getMessage(), e);
        }
    }

    private static Duration duration(String option, String given) {
        try {
            return DurationText.parse(given);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(option + " " + e.getMessage() + ", got: " + given, e);
        }
    }
}
