package io.jgbench.local;

import io.jgbench.coordination.protocol.ClockMeasurement;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.PreflightReport;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.run.RunStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one repetition left behind.
 *
 * @param plan who ran where
 * @param status the run's last status
 * @param stageReached how far it came before it ended or failed
 * @param clocksAtEnd clocks that were measured again when their members had reported, by member index
 * @param preflights what the members found in the pre-flight
 * @param reports what the members reported
 * @param hostCounters what the links dropped, by member and counter
 * @param hostCountersProblem that this could not be read
 */
record LocalOutcome(
        LocalPlan plan,
        RunStatus status,
        RunPhase stageReached,
        Map<Integer, ClockMeasurement> clocksAtEnd,
        List<PreflightReport> preflights,
        List<MemberReport> reports,
        Map<String, Map<String, Long>> hostCounters,
        Optional<Finding> hostCountersProblem,
        Instant startTime,
        Instant completionTime) {}
