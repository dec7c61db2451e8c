package io.jgbench.cli.output;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Whether a person reads what is printed. The launcher knows and says so, as a JVM can only tell for both at once.
 *
 * @param out whether that is so of standard output
 * @param err whether that is so of standard error
 */
public record Terminal(boolean out, boolean err) {
    private static final String PROPERTY = "jgbench.terminal";

    /** What the launcher says; nobody reads where it says nothing. */
    public static Terminal ofLauncher() {
        String streams = System.getProperty(PROPERTY, "");
        return new Terminal(streams.contains("out"), streams.contains("err"));
    }

    /**
     * Whether charts are drawn on standard output, by characters that few character sets have.
     *
     * @param standardOutput how it encodes what is printed
     */
    public boolean draws(PrintStream standardOutput) {
        return out && standardOutput.charset().equals(StandardCharsets.UTF_8);
    }
}
