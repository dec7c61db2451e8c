package io.jgbench.cli;

import io.jgbench.cli.JgBenchProcess.Ended;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The command line in the tests' own JVM, for commands that only read and write files: to start a JVM takes far longer
 * than they do. Tests of members, of signals and of a process's own streams use {@link JgBenchProcess}.
 */
public final class JgBenchCall {
    private JgBenchCall() {}

    /** Calls it and takes what it prints. */
    public static Ended of(List<String> arguments) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        var said = new ByteArrayOutputStream();
        var errors = new ByteArrayOutputStream();
        System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
        try {
            int status = JgBench.commandLine().execute(arguments.toArray(String[]::new));
            System.out.flush();
            System.err.flush();
            return new Ended(
                    status,
                    said.toString(StandardCharsets.UTF_8),
                    errors.toString(StandardCharsets.UTF_8).lines().toList());
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }
}
