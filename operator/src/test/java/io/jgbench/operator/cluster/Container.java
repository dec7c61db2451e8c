package io.jgbench.operator.cluster;

/** What runs in a pod of the played cluster. */
interface Container {

    /** Runs to its end; the exit code. */
    int run() throws InterruptedException;

    /** Ends it at once. */
    void kill();
}
