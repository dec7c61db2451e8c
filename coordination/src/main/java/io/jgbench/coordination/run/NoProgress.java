package io.jgbench.coordination.run;

/**
 * That no member makes progress.
 *
 * @param sinceEpochNanos when one was last seen to, on the controller's clock
 * @param unitsDone units of work that all members together had done by then
 */
public record NoProgress(long sinceEpochNanos, long unitsDone) {}
