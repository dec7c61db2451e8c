package io.jgbench.coordination.run;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.coordination.preflight.PreflightFault;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.steady.WarmupOutcome;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * All that a run's controller has to remember of one repetition. It is replaced by each step, never changed, and can be
 * stored as JSON. Instants are nanoseconds since the Unix epoch on the controller's clock.
 *
 * @param runId the repetition's identity, its own for each repetition; answers and reports that name another are not
 *     taken
 * @param phase how far the run has come
 * @param phaseBegan when each phase began, for those that did
 * @param deadlineEpochNanos when the phase ends at the latest, 0 while pending
 * @param members what is known of each member, by index
 * @param preflight what the pre-flight found, once it was judged; empty as well where the run is not probed
 * @param warmup why a warm-up until it is steady was ended, once it was
 * @param release the start instant, once one was given out
 * @param stall since when no member of a running workload makes progress; empty while one does
 * @param failure why the run failed; present from the moment it did, while partial reports are still fetched
 * @param over whether there is nothing left to do; what then still lives of a member is to be killed
 */
@RecordBuilder
public record RunStatus(
        String runId,
        RunPhase phase,
        Map<RunPhase, Long> phaseBegan,
        long deadlineEpochNanos,
        List<MemberStatus> members,
        Optional<List<PreflightFault>> preflight,
        Optional<WarmupOutcome> warmup,
        Optional<StartPlan> release,
        Optional<NoProgress> stall,
        Optional<Failure> failure,
        boolean over) {
    private static final Duration AFTER_START = Duration.ofMillis(20);
    private static final Duration LONG_WARMUP = Duration.ofSeconds(5);

    /** Refuses nulls and copies the collections. */
    public RunStatus {
        Objects.requireNonNull(runId, "runId");
        Objects.requireNonNull(phase, "phase");
        phaseBegan = Map.copyOf(phaseBegan);
        members = List.copyOf(members);
        preflight = preflight.map(List::copyOf);
        Objects.requireNonNull(warmup, "warmup");
        Objects.requireNonNull(release, "release");
        Objects.requireNonNull(stall, "stall");
        Objects.requireNonNull(failure, "failure");
    }

    /** The status that a run begins with; {@code names} are those of its members, by index. */
    public static RunStatus pending(String runId, List<String> names) {
        var members = IntStream.range(0, names.size())
                .mapToObj(index -> MemberStatus.unknown(index, names.get(index)))
                .toList();
        return new RunStatus(
                runId,
                RunPhase.PENDING,
                Map.of(),
                0,
                members,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false);
    }

    /**
     * How many of a hundred units of work that count are done, such as messages received or requests answered, over all
     * members.
     */
    public int progressPercent() {
        long expected = members.stream().mapToLong(MemberStatus::unitsExpected).sum();
        long received = members.stream().mapToLong(MemberStatus::unitsDone).sum();
        return expected == 0 ? 0 : (int) Math.min(100, received * 100 / expected);
    }

    /** The stage that a status gives. */
    public ConditionReason stage() {
        return phase == RunPhase.RUNNING && stall.isPresent() ? ConditionReason.STALLED : phase.stage();
    }

    /** How the members' clocks stand to the controller's, by member name, as far as they were measured. */
    public Map<String, ClockOffset> clocks() {
        return members.stream()
                .filter(member -> member.clock().isPresent())
                .collect(Collectors.toMap(
                        MemberStatus::name,
                        member -> member.clock().orElseThrow().offset()));
    }

    /**
     * Whether the members have been warming up for a while, in which they have better to do than to say how they are.
     */
    public boolean warmsUpForLong() {
        return phase == RunPhase.ARMED
                && members.stream()
                        .anyMatch(member -> !member.reached(MemberPhase.ARMED)
                                && member.warmup().elapsedNanos() >= LONG_WARMUP.toNanos());
    }

    /**
     * How long a member is to be left alone: from when it has taken the start until a moment after its instant, unless
     * the start is withdrawn. What asking one costs of its host's CPU time would make it, or others there, late. Zero
     * at any other time.
     */
    public Duration quietTime(int member, long nowEpochNanos) {
        long leftNanos = release.filter(plan -> isToBegin(member, plan))
                .map(plan -> plan.startAtEpochNanos() - nowEpochNanos)
                .orElse(0L);
        return leftNanos > 0 ? AFTER_START.plusNanos(leftNanos) : Duration.ZERO;
    }

    private boolean isToBegin(int member, StartPlan plan) {
        return switch (phase) {
            case ARMED -> plan.stands() && members.get(member).start().hasTaken(plan.attempt());
            case RUNNING -> true;
            case PENDING, STARTING, JOINING, COLLECTING, SUCCEEDED, FAILED -> false;
        };
    }

    /**
     * How soon the run is to be stepped again where nothing happens: a start that not all have taken in time is
     * withdrawn in time.
     *
     * @param most how soon it is to be stepped otherwise
     */
    public Duration stepAgainWithin(Duration most, long nowEpochNanos) {
        boolean isGivenOut = phase == RunPhase.ARMED;
        return release.filter(plan -> isGivenOut && plan.stands())
                .map(plan -> Duration.ofNanos(Math.max(1, plan.takenByEpochNanos() - nowEpochNanos)))
                .filter(left -> left.compareTo(most) < 0)
                .orElse(most);
    }

    /** When the run began, 0 while pending. */
    public long beganEpochNanos() {
        return phaseBegan.getOrDefault(RunPhase.STARTING, 0L);
    }

    /**
     * The status from which another controller continues. It lacks the reports that the previous one fetched:
     * unless the outcome stands, they are fetched again, and members keep theirs until they are stopped. It has not
     * polled the members yet, so none of them counts as lost or as without progress, and a deadline that has passed
     * meanwhile leaves it time to poll them.
     *
     * @param nowEpochNanos when it continues
     */
    public RunStatus resumed(long nowEpochNanos) {
        if (phase == RunPhase.PENDING || over) {
            return this;
        }
        var unasked = members.stream()
                .map(member -> member.inTouch().progressed(nowEpochNanos))
                .map(member -> phase.isTerminal() ? member : member.withReport(ReportStatus.MISSING))
                .toList();
        long least = Deadlines.after(nowEpochNanos, Deadlines.resumed(this));
        return withMembers(unasked).withStall(Optional.empty()).withDeadline(Math.max(deadlineEpochNanos, least));
    }

    /**
     * Whether a controller that continues from the other status decides the same, once the members have answered it. So
     * long as this is so, the other need not be stored anew.
     */
    public boolean decidesLike(RunStatus other) {
        return withMembers(List.of()).equals(other.withMembers(List.of()));
    }

    /** A phase that is entered again, as collecting is after a failure, keeps its first beginning. */
    RunStatus entering(RunPhase next, long nowEpochNanos, long nextDeadlineEpochNanos) {
        var began = new EnumMap<RunPhase, Long>(RunPhase.class);
        began.putAll(phaseBegan);
        began.putIfAbsent(next, nowEpochNanos);
        return but().phase(next)
                .phaseBegan(began)
                .deadlineEpochNanos(nextDeadlineEpochNanos)
                .build();
    }

    RunStatus withDeadline(long nextDeadlineEpochNanos) {
        return but().deadlineEpochNanos(nextDeadlineEpochNanos).build();
    }

    RunStatus withMembers(List<MemberStatus> next) {
        return but().members(next).build();
    }

    RunStatus withPreflight(List<PreflightFault> found) {
        return but().preflight(Optional.of(found)).build();
    }

    RunStatus withWarmup(WarmupOutcome outcome) {
        return but().warmup(Optional.of(outcome)).build();
    }

    RunStatus withRelease(StartPlan plan) {
        return but().release(Optional.of(plan)).build();
    }

    RunStatus withStall(Optional<NoProgress> found) {
        return but().stall(found).build();
    }

    RunStatus withFailure(Failure why) {
        return but().failure(Optional.of(why)).build();
    }

    RunStatus finished() {
        return but().over(true).build();
    }

    private RunStatusBuilder but() {
        return RunStatusBuilder.builder(this);
    }
}
