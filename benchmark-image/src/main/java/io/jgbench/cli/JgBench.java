package io.jgbench.cli;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.exit.ExitStatus;
import io.jgbench.cli.exit.FileFailure;
import io.jgbench.cli.originals.DatagramTestCommand;
import io.jgbench.cli.originals.MessageBusTestCommand;
import io.jgbench.cli.originals.PerfTestCommand;
import io.jgbench.cli.originals.RpcTestCommand;
import io.jgbench.cli.peers.CompareDatagramCommand;
import io.jgbench.cli.peers.CompareMPerfCommand;
import io.jgbench.cli.peers.CompareMessageBusCommand;
import io.jgbench.cli.peers.CompareUPerfCommand;
import io.jgbench.cli.run.RunCommand;
import io.jgbench.cli.run.SelftestCommand;
import io.jgbench.cli.stored.DiffCommand;
import io.jgbench.cli.stored.HistoryCommand;
import io.jgbench.cli.stored.ReportCommand;
import io.jgbench.cli.suite.CompareCommand;
import io.jgbench.cli.suite.SuiteCommand;
import io.jgbench.cli.tune.TuneCommand;
import io.jgbench.coordination.words.Printable;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line. */
@Command(
        name = "jgbench",
        description = "Measures how fast a JGroups cluster is on the network it runs on.",
        subcommands = {
            RunCommand.class,
            SuiteCommand.class,
            CompareCommand.class,
            HistoryCommand.class,
            DiffCommand.class,
            ReportCommand.class,
            CompareMPerfCommand.class,
            CompareUPerfCommand.class,
            CompareDatagramCommand.class,
            CompareMessageBusCommand.class,
            SelftestCommand.class,
            TrainCommand.class,
            PerfTestCommand.class,
            RpcTestCommand.class,
            MessageBusTestCommand.class,
            DatagramTestCommand.class,
            TuneCommand.class
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footer = {
            "",
            "Beside these, ./jgbench test runs the project's tests, ./jgbench images builds the",
            "container images, ./jgbench cluster starts a Kubernetes cluster on this machine,",
            "./jgbench e2e runs the tests on it, and ./jgbench generate renews what is generated",
            "from the types.",
            "Exit status: 0 valid, 1 failed, 2 bad input, 3 finished but not valid.",
            "suite, compare and report add 4 threshold missed or slower, 5 inconclusive;",
            "see their --help. 130 is stopped by Ctrl-C, 143 by SIGTERM."
        })
public final class JgBench implements Runnable {
    @Spec
    private CommandSpec spec;

    /** Ends the JVM with the command's exit status. */
    public static void main(String[] args) {
        // numbers in sentences are stored and compared: some languages have other digits
        Locale.setDefault(Locale.ROOT);
        var output = new StandardOutput(new FileOutputStream(FileDescriptor.out), Path.of("/proc/self/fd/1"));
        System.setOut(output.stream(System.out.charset()));
        int status = commandLine().execute(args);
        System.out.flush();
        Optional<String> failure = output.failure();
        failure.ifPresent(why -> System.err.println("jgbench: standard output could not be written: " + why));
        System.exit(status == ExitStatus.VALID && failure.isPresent() ? ExitStatus.FAILED : status);
    }

    /** All commands; they print to the streams of the process. */
    public static CommandLine commandLine() {
        return new CommandLine(new JgBench())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(JgBench::badParameter)
                .setExecutionExceptionHandler(JgBench::failed);
    }

    private static int badParameter(ParameterException e, String[] args) {
        PrintWriter err = e.getCommandLine().getErr();
        err.println("jgbench: " + Printable.line(e.getMessage()) + "; see jgbench "
                + (e.getCommandLine().getParent() == null
                        ? ""
                        : e.getCommandLine().getCommandName() + " ") + "--help");
        return ExitStatus.BAD_INPUT;
    }

    static int failed(Exception e, CommandLine commandLine, CommandLine.ParseResult parsed) {
        commandLine.getErr().println("jgbench: " + Printable.line(FileFailure.message(e)));
        return e instanceof BadInputException
                ? ExitStatus.BAD_INPUT
                : commandLine.getCommandSpec().exitCodeOnExecutionException();
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
