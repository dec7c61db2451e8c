package io.jgbench.cli.local;

import io.jgbench.cli.output.Notice;
import io.jgbench.local.Cancellation;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends a run in order when this process is told to end, such as by Ctrl-C: what was measured so far is still printed
 * and written.
 */
public final class Interruption implements AutoCloseable {
    /** Members that stand still take 8 s: 5 s for their reports and 3 s until they are killed. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final Cancellation cancellation;
    private final PrintStream err;
    private final CountDownLatch over = new CountDownLatch(1);

    /**
     * Of one run, or of several that are cancelled together.
     *
     * @param err is told what could not be gathered
     */
    public Interruption(Cancellation cancellation, PrintStream err) {
        this.cancellation = cancellation;
        this.err = err;
    }

    /** Cancels the run; returns when its result is printed and written, or when that takes too long. */
    public void cancelAndAwait() {
        cancellation.request("jgbench was told to end by a signal");
        try {
            if (!over.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                Notice.print(err, "what was measured could not be gathered within " + PATIENCE.toSeconds() + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Says that the result is printed and written. Does nothing the second time. */
    @Override
    public void close() {
        over.countDown();
    }
}
