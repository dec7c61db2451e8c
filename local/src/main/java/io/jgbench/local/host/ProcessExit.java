package io.jgbench.local.host;

/**
 * How a process ended.
 *
 * @param code its exit code; of a process that a signal ended, 128 and the signal's number, as shells have it
 */
public record ProcessExit(int code) {

    private static final int SIGNAL_BASE = 128;
    private static final int LAST_SIGNAL = 64;

    /** Whether a signal ended it. */
    public boolean bySignal() {
        return code > SIGNAL_BASE && code <= SIGNAL_BASE + LAST_SIGNAL;
    }

    /** How it ended, in words that follow the process's name: "killed by signal 9 (SIGKILL)", "exit code 3". */
    @Override
    public String toString() {
        return bySignal() ? "killed by signal " + signal() + signalName() : "exit code " + code;
    }

    private int signal() {
        return code - SIGNAL_BASE;
    }

    private String signalName() {
        return switch (signal()) {
            case 1 -> " (SIGHUP)";
            case 2 -> " (SIGINT)";
            case 3 -> " (SIGQUIT)";
            case 4 -> " (SIGILL)";
            case 6 -> " (SIGABRT)";
            case 7 -> " (SIGBUS)";
            case 9 -> " (SIGKILL)";
            case 11 -> " (SIGSEGV)";
            case 13 -> " (SIGPIPE)";
            case 15 -> " (SIGTERM)";
            default -> "";
        };
    }
}
