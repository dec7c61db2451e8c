package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.MemberPhase;
import java.util.List;
import java.util.Optional;

/**
 * All that a simulated run went through.
 *
 * @param begins the instant at which each member began, empty where it did not
 */
record Trace(List<Moment> moments, List<Optional<Long>> begins) {

    /**
     * One step.
     *
     * @param truth the phase that each member really was in, empty where it was not alive
     */
    record Moment(
            long nowEpochNanos,
            RunStatus before,
            Observation observation,
            Step step,
            List<Optional<MemberPhase>> truth) {}

    RunStatus last() {
        return moments.getLast().step().status();
    }

    long beganEpochNanos() {
        return moments.getFirst().nowEpochNanos();
    }

    long endedEpochNanos() {
        return moments.getLast().nowEpochNanos();
    }

    /** The member's complete reports of this run that the machine was told of. */
    boolean wasToldOfCompleteReport(int member) {
        return moments.stream()
                .flatMap(moment -> moment.observation().reports().stream())
                .anyMatch(receipt -> receipt.index() == member
                        && receipt.runId().equals(SimulatedWorld.RUN_ID)
                        && receipt.status() == ReportStatus.COMPLETE);
    }

    /** The outcome and its way, short enough to read in a report on a falsified property. */
    @Override
    public String toString() {
        var text = new StringBuilder();
        for (var moment : moments) {
            text.append(moment.nowEpochNanos() / 1_000_000 - beganEpochNanos() / 1_000_000)
                    .append(" ms: ")
                    .append(moment.truth())
                    .append(" → ")
                    .append(moment.step().status().phase())
                    .append(' ')
                    .append(moment.step().actions())
                    .append('\n');
        }
        return text.append(last()).toString();
    }
}
