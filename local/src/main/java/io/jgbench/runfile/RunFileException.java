package io.jgbench.runfile;

import java.util.List;

/** A run file cannot be used; each line of the message tells one problem as {@code file:line: sentence}. */
public final class RunFileException extends Exception {
    private static final long serialVersionUID = 1L;

    /** With one line for each problem, at least one. */
    public RunFileException(List<String> lines) {
        super(String.join("\n", lines));
    }

    /** With the only problem. */
    public RunFileException(String line) {
        this(List.of(line));
    }
}
