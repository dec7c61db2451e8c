package io.jgbench.cli.tune;

import io.jgbench.cli.exit.ExitStatus;
import io.jgbench.tune.StopSignal;

/**
 * Ends this process with the tuner's own exit status when a signal asks it to end: the JVM would end with the signal's,
 * and before the host is restored.
 */
final class ExitOnSignal {
    private volatile int status = ExitStatus.FAILED;
    private volatile boolean isOver;

    private ExitOnSignal() {}

    static ExitOnSignal register(StopSignal stop) {
        var end = new ExitOnSignal();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end.end(stop), "restore-host"));
        return end;
    }

    int status(int now) {
        status = now;
        isOver = true;
        return now;
    }

    private void end(StopSignal stop) {
        if (isOver) {
            // no signal ends this process: it exits by itself, and knows why
            return;
        }
        try {
            stop.requestAndAwait();
        } catch (InterruptedException e) {
            // the JVM interrupts no hook; the next tuner finds the originals on the host
            status = ExitStatus.FAILED;
        }
        Runtime.getRuntime().halt(status);
    }
}
