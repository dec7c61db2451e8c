package io.jgbench.compare;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Processes that are stopped ({@code SIGSTOP}) until this is closed. A shell holds them: where this process ends in
 * between, however it does, the shell continues them.
 */
final class StoppedProcesses implements AutoCloseable {
    /**
     * The signals are the parent's business: what is stopped must be continued first. Where the parent has ended, some
     * of them have as well, and a shell that complained of that to nobody would end by it.
     */
    private static final String HOLD = """
            trap '' INT HUP TERM
            kill -STOP "$@" && echo stopped
            read -r _
            for pid in "$@"; do kill -CONT "$pid" 2>/dev/null; done
            """;

    private final Process shell;

    private StoppedProcesses(Process shell) {
        this.shell = shell;
    }

    /**
     * Stops them; they stand still within milliseconds from its return.
     *
     * @throws IOException if one of them cannot be stopped, as it has ended, with what the system said; the others run
     */
    static StoppedProcesses stop(List<Long> pids) throws IOException {
        var stopped = new StoppedProcesses(startShell(pids));
        String said = stopped.firstLine();
        if (!said.equals("stopped")) {
            stopped.close();
            throw new IOException("expected to stop processes " + pids + ", got: " + said);
        }
        return stopped;
    }

    /** A shell that stops them, says so, and continues them when nobody writes to it any more. */
    static Process startShell(List<Long> pids) throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", HOLD, "jgbench-stop"));
        pids.forEach(pid -> command.add(Long.toString(pid)));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** The shell writes no more than that, so that what reads it needs no buffer beyond. */
    private String firstLine() throws IOException {
        String line =
                new BufferedReader(new InputStreamReader(shell.getInputStream(), StandardCharsets.UTF_8)).readLine();
        return line == null ? "nothing" : line;
    }

    /** Continues them; they run within milliseconds from its return. */
    @Override
    public void close() throws IOException {
        shell.getOutputStream().close();
        boolean interrupted = false;
        while (shell.isAlive()) {
            try {
                shell.waitFor();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
