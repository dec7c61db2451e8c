package io.jgbench.tune;

import java.util.concurrent.CompletableFuture;

/** Asks something beyond the network for an answer, to see whether this host can be reached. */
interface ReachabilityProbe {
    /** Who is asked. */
    String target();

    /**
     * Asks once, over a new connection, with a request of about this size.
     *
     * @implSpec does not block; the future ends normally when the answer has come whole, and exceptionally with why
     *     none came; cancelling it ends the attempt
     */
    CompletableFuture<?> ask(int requestBytes);
}
