package io.jgbench.perftest;

import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.result.HostLinks;
import io.jgbench.coordination.result.RunEvidenceBuilder;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.RunSpecBuilder;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import io.jgbench.coordination.workload.registry.Workloads;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What each member makes of the reports of all, alike.
 *
 * @param setup this member's
 * @param workload what was done
 * @param reliable whether the transport promises that every message arrives once and in order
 * @param startTime when this member began
 */
record PerfTestResult(PerfTestSetup setup, MulticastSpec workload, boolean reliable, Instant startTime) {
    /** The run's identity in the reports: there is one run in a group's life. */
    static final String RUN_NAME = "perf-test";

    /** Starts that lie further apart make the result invalid; perf.Test knew no limit. */
    private static final Duration MAX_SKEW = Duration.ofSeconds(1);

    /**
     * The result.
     *
     * @param group that has the reports of all its members
     * @throws PerfTestException if a report cannot be read
     */
    RunResult of(Group group) throws PerfTestException {
        var statements = new ArrayList<FinalReport>();
        for (String name : group.members()) {
            try {
                statements.add(ProtocolJson.readAnswer(group.report(name), FinalReport.class));
            } catch (MalformedJsonException e) {
                throw new PerfTestException("the results of " + name + " cannot be read: " + e.getMessage(), e);
            }
        }
        Map<String, ClockOffset> clocks = new HashMap<>();
        statements.forEach(finalReport -> clocks.put(finalReport.report().member(), finalReport.clock()));
        var reports = statements.stream().map(FinalReport::report).toList();
        return Workloads.result(RunEvidenceBuilder.builder()
                .runId(RUN_NAME)
                .spec(spec())
                .reliable(reliable)
                .memberNames(group.members())
                .reports(reports)
                .clocks(clocks)
                .link(
                        isOnePerHost(statements)
                                ? new HostLinks(reports, Optional.empty()).narrowest()
                                : Optional.empty())
                .hostCounters(Map.of())
                .startTime(startTime)
                .completionTime(Instant.now())
                .notApplied(List.of())
                .build());
    }

    /** What members of one host send each other crosses no link. */
    private static boolean isOnePerHost(List<FinalReport> statements) {
        return statements.stream().map(FinalReport::address).distinct().count() == statements.size();
    }

    private RunSpec spec() {
        return RunSpecBuilder.builder()
                .name(RUN_NAME)
                .members(setup.config().members())
                .workload(workload)
                .transport(setup.transport())
                .repetitions(1)
                .startTimeout(setup.waitTimeout())
                .maxSkew(MAX_SKEW)
                .jvmOptions(List.of())
                .activeDeadline(setup.runTimeout())
                .build();
    }
}
