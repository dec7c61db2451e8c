package io.jgbench.cli.output;

import io.jgbench.coordination.words.Printable;
import java.io.PrintStream;

/** What a command says beside its output. */
public final class Notice {
    private Notice() {}

    /**
     * Prints one line.
     *
     * @param err standard error
     * @param sentence may quote names and files of others
     */
    public static void print(PrintStream err, String sentence) {
        err.println("jgbench: " + Printable.line(sentence));
    }
}
