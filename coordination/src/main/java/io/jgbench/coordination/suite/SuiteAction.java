package io.jgbench.coordination.suite;

/**
 * What the machine asks its driver to do. An action comes again with each step until its effect is observed; to do it
 * twice is harmless.
 */
public sealed interface SuiteAction {

    /** The visit that it concerns. */
    VisitId visit();

    /**
     * Makes the visit's run, unless there is one of that name.
     *
     * @param visit the visit
     * @param run the run's name
     */
    record StartVisit(VisitId visit, String run) implements SuiteAction {}

    /**
     * Stores the digest of a run that is over. Only then may anything of the run be thrown away.
     *
     * @param visit the visit
     * @param run the run's name
     */
    record KeepDigest(VisitId visit, String run) implements SuiteAction {}
}
