package io.jgbench.compare;

import java.io.IOException;
import java.util.List;

/** A program with members that does the same work from its begin to its end, and takes turns with another one. */
interface ComparedProgram {

    /** The processes of its members, each in a network namespace of its own. */
    List<Long> members();

    /** All of its processes that do something: those that are stopped while it is not its turn. */
    List<Long> processes();

    /**
     * Checks in its turn that it does its work still.
     *
     * @throws IOException if it does not, with the reason that it gave itself
     */
    void checkRuns() throws IOException, InterruptedException;

    /**
     * Waits until it tells what it has done since its begin.
     *
     * @throws IOException if it fails, with why
     */
    WorkDone awaitWork() throws IOException, InterruptedException;
}
