package io.jgbench.member;

import java.time.Duration;

/**
 * A start that a member has accepted.
 *
 * @param attempt which start of the run it is, from 1
 * @param atEpochNanos its instant on the member's clock
 * @param timeout how long the workload may take from then on
 */
record ScheduledStart(int attempt, long atEpochNanos, Duration timeout) {}
