package io.jgbench.operator.drive;

import io.jgbench.coordination.control.ReportBudget;
import io.jgbench.coordination.drive.MemberDrivers;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.preflight.Preflight;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.ClockCourses;
import io.jgbench.coordination.result.HostLinks;
import io.jgbench.coordination.result.Link;
import io.jgbench.coordination.result.RunEvidence;
import io.jgbench.coordination.result.RunEvidenceBuilder;
import io.jgbench.coordination.result.RunFailure;
import io.jgbench.coordination.result.WarmupResult;
import io.jgbench.coordination.run.Action;
import io.jgbench.coordination.run.MemberObservation;
import io.jgbench.coordination.run.Observation;
import io.jgbench.coordination.run.RunMachine;
import io.jgbench.coordination.run.Step;
import io.jgbench.coordination.run.WindowOfMembers;
import io.jgbench.operator.plan.Assignment;
import io.jgbench.operator.pod.PodView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** A repetition under way: its record, and a link to each of its members. */
public final class LiveRun implements AutoCloseable {
    private final List<MemberLink> links;
    private final MemberDrivers drivers;
    private final ReportBudget reports;
    private final Supplier<Runnable> follow;
    private volatile Runnable unfollow = () -> {};
    private volatile RunRecord record;

    /**
     * With links to its members.
     *
     * @param reports what the members' reports take
     * @param follow begins to show what the members do; what it gives ends that
     */
    LiveRun(RunRecord record, List<MemberLink> links, ReportBudget reports, Supplier<Runnable> follow) {
        this.record = Objects.requireNonNull(record, "record");
        this.links = List.copyOf(links);
        this.drivers = new MemberDrivers(links.stream().map(MemberLink::driver).toList());
        this.reports = reports;
        this.follow = follow;
    }

    /** Begins to export the run's progress as metrics; only one repetition of a run is exported at a time. */
    public void follow() {
        unfollow = follow.get();
    }

    /** How far it has come. */
    public RunRecord record() {
        return record;
    }

    /**
     * Decides what follows from what is found now; nothing is done yet.
     *
     * @param pods the members' pods as the cache has them, by the member's name
     * @param cancelled why the run is to end, if somebody wants it to
     * @param storing how long it may take to store a decision
     */
    public Step decide(Map<String, PodView> pods, Optional<String> cancelled, Duration storing, long nowEpochNanos) {
        var observation = observe(pods, cancelled).storedWithin(storing);
        return RunMachine.step(record.spec(), record.status(), observation, nowEpochNanos);
    }

    /** Takes a decision as made; it is stored before this is called, if it has to be. */
    public void accept(RunRecord next) {
        record = next;
    }

    /** Has the actions of a decision carried out; returns at once. */
    public void carryOut(List<Action> actions) {
        for (Action action : actions) {
            if (action instanceof Action.Launch) {
                links.get(action.member()).expectLaunch();
            }
            drivers.carryOut(action);
        }
    }

    /**
     * The members of which no pod was ever made in this repetition, and none is about to be made. One of which another
     * operator may have made one is none of them.
     */
    public Set<String> neverLaunched() {
        return record.plan().assignments().stream()
                .filter(assignment -> links.get(assignment.index()).wasNeverLaunched())
                .map(Assignment::member)
                .collect(Collectors.toSet());
    }

    /** The record as it is if nobody drives the members any more. */
    public RunRecord recordAtEnd() {
        return record.completionTime().isPresent() ? record : record.neverLaunching(neverLaunched());
    }

    private Observation observe(Map<String, PodView> pods, Optional<String> cancelled) {
        boolean quotesLogs =
                record.status().failure().isEmpty() && !record.status().phase().isTerminal();
        List<MemberObservation> observed = new ArrayList<>();
        for (Assignment assignment : record.plan().assignments()) {
            observed.add(
                    links.get(assignment.index()).seen(Optional.ofNullable(pods.get(assignment.member())), quotesLogs));
        }
        return drivers.observation(observed, cancelled);
    }

    /** Why the first member whose pod cannot be made has none. */
    public Optional<String> launchProblem() {
        return links.stream().flatMap(link -> link.launchProblem().stream()).findFirst();
    }

    /**
     * What the reports that were fetched take in memory once they are read again, as {@link ReportBudget} counts them.
     */
    public long reportBytes() {
        return reports.takenBytes();
    }

    /**
     * All that the repetition left behind. All reports are read for it.
     *
     * @param end the record with its outcome
     * @param pods the members' pods as the cache has them, by the member's name
     */
    public RunEvidence evidence(RunRecord end, Map<String, PodView> pods) {
        List<MemberReport> read = drivers.reports();
        return RunEvidenceBuilder.builder()
                .runId(end.plan().id())
                .spec(WindowOfMembers.settled(end.spec(), end.status()))
                .reliable(end.spec().transport().reliable())
                .memberNames(end.plan().names())
                .reports(read.stream()
                        .map(report -> withImage(report, Optional.ofNullable(pods.get(report.member()))))
                        .toList())
                .clocks(end.status().clocks())
                .clockCourses(Optional.of(ClockCourses.of(end.status(), drivers.clocksAtEnd())))
                .preflight(Preflight.of(end.status().preflight(), end.plan().names(), drivers.preflights()))
                .warmup(WarmupResult.of(end.spec(), end.status()))
                .link(link(end, read))
                .hostCounters(Map.of())
                .failure(RunFailure.of(end.status(), end.stageReached()))
                .startTime(end.startTime())
                .completionTime(end.completionTime().orElseThrow())
                .notApplied(List.of())
                .build();
    }

    /** Only Kubernetes knows which image a tag stood for. */
    private static MemberReport withImage(MemberReport report, Optional<PodView> pod) {
        return pod.flatMap(PodView::imageDigest)
                .map(digest -> report.with(HostFact.IMAGE_DIGEST, digest))
                .orElse(report);
    }

    /** Members on one host share its link; traffic between them does not cross it. */
    private static Optional<Link> link(RunRecord end, List<MemberReport> reports) {
        boolean isOnePerNode =
                end.plan().nodes().size() == end.plan().assignments().size();
        return isOnePerNode ? new HostLinks(reports, end.spec().lineRateBitsPerSecond()).narrowest() : Optional.empty();
    }

    /** Lets go of the members; they are not told anything. */
    @Override
    public void close() {
        links.forEach(MemberLink::close);
        unfollow.run();
    }
}
