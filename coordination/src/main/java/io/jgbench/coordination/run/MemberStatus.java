package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.ClockMeasurement;
import io.jgbench.coordination.protocol.HostNetwork;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.MemberState;
import io.jgbench.coordination.protocol.StartState;
import io.jgbench.coordination.steady.WarmupProgress;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Objects;
import java.util.Optional;

/**
 * What is known of one member.
 *
 * @param index its place in the run, from 0
 * @param name its name
 * @param answer its last answer, those left out that came after a later one; empty before its first
 * @param silentSinceEpochNanos since when it has not answered; 0 while it answers
 * @param blindSinceEpochNanos since when it has seen fewer than all members in each answer while running; 0 where its
 *     last answer saw all
 * @param clock how its clock stands to the controller's, empty until measured
 * @param report whether its report was fetched
 * @param gone whether it is known to have ended
 * @param progressedAtEpochNanos when its units of work or its phase were last seen to have changed, on the controller's
 *     clock; 0 before its first answer
 */
@RecordBuilder
public record MemberStatus(
        int index,
        String name,
        Optional<MemberState> answer,
        long silentSinceEpochNanos,
        long blindSinceEpochNanos,
        Optional<ClockMeasurement> clock,
        ReportStatus report,
        boolean gone,
        long progressedAtEpochNanos) {

    /** Refuses nulls. */
    public MemberStatus {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(answer, "answer");
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(report, "report");
    }

    /** A member of which nothing is known yet. */
    public static MemberStatus unknown(int index, String name) {
        return new MemberStatus(index, name, Optional.empty(), 0, 0, Optional.empty(), ReportStatus.MISSING, false, 0);
    }

    /** The furthest phase that it answered, empty before its first answer. */
    public Optional<MemberPhase> phase() {
        return answer.map(MemberState::phase);
    }

    /** How many members it saw in its last answer, itself included. */
    public int membersSeen() {
        return answer.map(MemberState::membersSeen).orElse(0);
    }

    /** Units of work that it had done in its last answer. */
    public long unitsDone() {
        return answer.map(MemberState::unitsDone).orElse(0L);
    }

    /** Units of work that it expected in its last answer. */
    public long unitsExpected() {
        return answer.map(MemberState::unitsExpected).orElse(0L);
    }

    /** Units of work that it had begun in its last answer. */
    public long unitsSent() {
        return answer.map(MemberState::unitsSent).orElse(0L);
    }

    /** How far its warm-up had come in its last answer. */
    public WarmupProgress warmup() {
        return answer.flatMap(MemberState::warmup).orElse(WarmupProgress.NONE);
    }

    /** The address that its transport binds to, where it was told an interface and has answered. */
    public Optional<String> bindAddress() {
        return answer.flatMap(MemberState::bindAddress);
    }

    /** What its host says of its network, once it has answered. */
    public Optional<HostNetwork> network() {
        return answer.map(MemberState::network);
    }

    /** Whether it answered that it had come at least this far. */
    public boolean reached(MemberPhase least) {
        return phase().filter(phase -> phase.compareTo(least) >= 0).isPresent();
    }

    /** What became of the starts that it was asked for, as it answered last. */
    StartState start() {
        return answer.map(MemberState::start).orElse(StartState.NONE);
    }

    /** Whether it began at the instant of this start, or is about to and cannot be kept from it. */
    boolean hasBegun(int attempt) {
        return reached(MemberPhase.RUNNING) && start().hasTaken(attempt);
    }

    /** With an answer that is not older than the last. */
    public MemberStatus answered(MemberState state) {
        return MemberStatusBuilder.builder(this).answer(Optional.of(state)).build();
    }

    /** With such an answer, at this instant: whether it shows progress is seen by the answer before. */
    MemberStatus answered(MemberState state, long nowEpochNanos) {
        boolean isTheSame = answer.filter(before -> before.phase() == state.phase())
                .filter(before -> before.unitsDone() == state.unitsDone())
                .isPresent();
        return isTheSame ? answered(state) : answered(state).progressed(nowEpochNanos);
    }

    /** Counts as having made progress at this instant. */
    MemberStatus progressed(long nowEpochNanos) {
        return MemberStatusBuilder.builder(this)
                .progressedAtEpochNanos(nowEpochNanos)
                .build();
    }

    /** Does not answer, from this instant on unless it was so already; what it sees is not known to have changed. */
    MemberStatus silent(long nowEpochNanos) {
        return silentSinceEpochNanos != 0
                ? this
                : MemberStatusBuilder.builder(this)
                        .silentSinceEpochNanos(nowEpochNanos)
                        .build();
    }

    /** Answers and sees fewer than all members, from this instant on unless it was so already. */
    MemberStatus blind(long nowEpochNanos) {
        return MemberStatusBuilder.builder(this)
                .silentSinceEpochNanos(0)
                .blindSinceEpochNanos(blindSinceEpochNanos == 0 ? nowEpochNanos : blindSinceEpochNanos)
                .build();
    }

    /** Answers and sees all. */
    MemberStatus inTouch() {
        return MemberStatusBuilder.builder(this)
                .silentSinceEpochNanos(0)
                .blindSinceEpochNanos(0)
                .build();
    }

    /** Whether it answers and sees all. */
    boolean isInTouch() {
        return silentSinceEpochNanos == 0 && blindSinceEpochNanos == 0;
    }

    MemberStatus withClock(Optional<ClockMeasurement> measured) {
        return MemberStatusBuilder.builder(this).clock(measured).build();
    }

    MemberStatus withReport(ReportStatus fetched) {
        return MemberStatusBuilder.builder(this).report(fetched).build();
    }

    MemberStatus gone(boolean isGone) {
        return MemberStatusBuilder.builder(this).gone(isGone).build();
    }
}
