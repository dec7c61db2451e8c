package io.jgbench.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Whether a person reads what is printed. The launcher knows and says so, as a JVM can only tell for both at once. */
record Terminal(boolean out, boolean err) {
    private static final String PROPERTY = "jgbench.terminal";

    static Terminal ofLauncher() {
        String streams = System.getProperty(PROPERTY, "");
        return new Terminal(streams.contains("out"), streams.contains("err"));
    }

    /**
     * Whether charts are drawn on standard output, by characters that few character sets have.
     *
     * @param standardOutput how it encodes what is printed
     */
    boolean draws(PrintStream standardOutput) {
        return out && standardOutput.charset().equals(StandardCharsets.UTF_8);
    }
}
