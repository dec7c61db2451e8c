package io.jgbench.coordination.result;

import io.jgbench.coordination.preflight.Preflight;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.spec.RunSpec;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * All that one repetition of a run left behind, before anything is made of it.
 *
 * @param runId the run
 * @param spec what was to be done
 * @param reliable whether the transport promises that every message arrives once and in order
 * @param memberNames all members that were planned, by index
 * @param reports what came back, partial reports included; a member that is missing here is lost
 * @param clocks how each member's clock stands to the controller's, by member name
 * @param clockCourses how those clocks went on while the run was measured; empty where nobody looked after it
 * @param preflight what the pre-flight found; empty if there was none
 * @param warmup what the warm-up took, where it was ended
 * @param link the members' links, where they are known
 * @param hostCounters counters that the launcher of the hosts or the switch adds, by member and counter name; see
 *     {@link io.jgbench.coordination.protocol.Counters}
 * @param failure why the run did not come to its end
 * @param startTime when it was begun
 * @param completionTime when it was over
 * @param notApplied what the run file asked for and this run did not do, one sentence each
 */
@RecordBuilder
public record RunEvidence(
        String runId,
        RunSpec spec,
        boolean reliable,
        List<String> memberNames,
        List<MemberReport> reports,
        Map<String, ClockOffset> clocks,
        Optional<ClockCourses> clockCourses,
        Optional<Preflight> preflight,
        Optional<WarmupResult> warmup,
        Optional<Link> link,
        Map<String, Map<String, Long>> hostCounters,
        Optional<RunFailure> failure,
        Instant startTime,
        Instant completionTime,
        List<String> notApplied) {

    /**
     * Refuses nulls, copies the collections, and refuses reports of members that were not planned, of another workload,
     * or twice.
     */
    public RunEvidence {
        Objects.requireNonNull(runId, "runId");
        Objects.requireNonNull(spec, "spec");
        memberNames = List.copyOf(memberNames);
        reports = List.copyOf(reports);
        clocks = Map.copyOf(clocks);
        Objects.requireNonNull(clockCourses, "clockCourses");
        Objects.requireNonNull(preflight, "preflight");
        Objects.requireNonNull(warmup, "warmup");
        Objects.requireNonNull(link, "link");
        hostCounters = Map.copyOf(hostCounters);
        Objects.requireNonNull(failure, "failure");
        Objects.requireNonNull(startTime, "startTime");
        Objects.requireNonNull(completionTime, "completionTime");
        notApplied = List.copyOf(notApplied);
        for (var report : reports) {
            if (!memberNames.contains(report.member())) {
                throw new IllegalArgumentException(
                        "a report must be of a planned member " + memberNames + ", got: " + report.member());
            }
        }
        for (var report : reports) {
            if (report.workload().workloadType() != spec.workload().workloadType()) {
                throw new IllegalArgumentException(
                        "the report of " + report.member() + " must be of the run's workload "
                                + spec.workload().getClass().getSimpleName() + ", got: "
                                + report.workload().getClass().getSimpleName());
            }
        }
        if (reports.stream().map(MemberReport::member).distinct().count() != reports.size()) {
            throw new IllegalArgumentException("a member must report once, got: "
                    + reports.stream().map(MemberReport::member).toList());
        }
    }
}
