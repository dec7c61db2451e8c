package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.HostNetwork;
import io.jgbench.coordination.protocol.MemberFailure;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.MemberState;
import io.jgbench.coordination.protocol.PreflightReport;
import io.jgbench.coordination.protocol.StartState;
import io.jgbench.coordination.steady.WarmupProgress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A member as small as the state machine can tell: it moves through its phases at its own pace. */
final class SimulatedMember {
    private static final int MESSAGES = 1000;

    final int index;
    final String name;
    private final Plan.Pace pace;
    private final boolean untilSteady;
    private boolean probing;
    private boolean hasWarmedUpEnough;
    private long armingSinceEpochNanos;
    private long nowEpochNanos;
    private boolean launched;
    private boolean blind;
    private String runId = SimulatedWorld.RUN_ID;
    private Optional<String> end = Optional.empty();
    private Optional<MemberPhase> phase = Optional.empty();
    private int ticksLeft;
    private int done;
    private int membersSeen;
    private StartState start = StartState.NONE;
    private long startAtEpochNanos;
    private Optional<Long> beganAtEpochNanos = Optional.empty();

    SimulatedMember(int index, Plan.Pace pace, boolean untilSteady) {
        this.untilSteady = untilSteady;
        this.index = index;
        this.name = "m" + index;
        this.pace = pace;
    }

    boolean isLaunched() {
        return launched;
    }

    Optional<String> end() {
        return end;
    }

    Optional<MemberPhase> phase() {
        return phase;
    }

    boolean isIn(MemberPhase wanted) {
        return end.isEmpty() && phase.equals(Optional.of(wanted));
    }

    void launch() {
        if (!launched) {
            launched = true;
            ticksLeft = pace.boot();
        }
    }

    void openPreflight() {
        if (isIn(MemberPhase.CREATED)) {
            enter(MemberPhase.LISTENING, 0);
        }
    }

    void probe() {
        if (isIn(MemberPhase.LISTENING) && !probing) {
            probing = true;
            ticksLeft = pace.join();
        }
    }

    /** What it found where nothing is wrong. */
    static PreflightReport cleanPreflight(int index) {
        return new PreflightReport(
                index,
                new PreflightReport.Scope(true, false, true),
                Optional.empty(),
                OptionalLong.empty(),
                0,
                0,
                0,
                0,
                List.of(),
                List.of());
    }

    void join() {
        if (isIn(MemberPhase.CREATED) || isIn(MemberPhase.LISTENING) || isIn(MemberPhase.PROBED)) {
            enter(MemberPhase.JOINING, pace.join());
        }
    }

    void arm() {
        if (isIn(MemberPhase.JOINED)) {
            enter(MemberPhase.ARMING, pace.warmUp());
            armingSinceEpochNanos = nowEpochNanos;
            hasWarmedUpEnough = false;
        }
    }

    void endWarmup() {
        hasWarmedUpEnough |= isIn(MemberPhase.ARMING);
    }

    /** An instant that has passed is not taken. */
    void start(int attempt, long atEpochNanos, long nowEpochNanos) {
        if (isIn(MemberPhase.ARMED) && attempt > start.attempt()) {
            startAtEpochNanos = atEpochNanos;
            start = new StartState(attempt, nowEpochNanos < atEpochNanos);
        }
    }

    void withdraw(int attempt) {
        if (isIn(MemberPhase.ARMED) && !start.isFreeOf(attempt)) {
            start = new StartState(attempt, false);
        }
    }

    /** The instant at which it began, if it did; it may have been started anew since. */
    Optional<Long> beganAtEpochNanos() {
        return beganAtEpochNanos;
    }

    void end(String how) {
        if (launched && end.isEmpty()) {
            end = Optional.of(how);
        }
    }

    void fail() {
        if (end.isEmpty() && phase.isPresent()) {
            phase = Optional.of(MemberPhase.FAILED);
        }
    }

    void restart(String inRun) {
        if (launched) {
            end = Optional.empty();
            runId = inRun;
            membersSeen = 0;
            start = StartState.NONE;
            probing = false;
            enter(MemberPhase.CREATED, 0);
        }
    }

    void setBlind(boolean isBlind) {
        blind = isBlind;
    }

    /** Whether others see it. */
    private boolean isInCluster() {
        return end.isEmpty()
                && phase.isPresent()
                && phase.get().compareTo(MemberPhase.JOINING) >= 0
                && phase.get() != MemberPhase.FAILED
                && !(phase.get() == MemberPhase.JOINING && ticksLeft > 0);
    }

    void tick(List<SimulatedMember> all, long now) {
        nowEpochNanos = now;
        if (!launched || end.isPresent()) {
            return;
        }
        if (isIn(MemberPhase.ARMED) && start.taken() && nowEpochNanos >= startAtEpochNanos) {
            beganAtEpochNanos = Optional.of(startAtEpochNanos);
            enter(MemberPhase.RUNNING, pace.run());
        }
        ticksLeft = Math.max(0, ticksLeft - 1);
        done += isIn(MemberPhase.RUNNING) && done < MESSAGES ? 1 : 0;
        look(all);
        if (ticksLeft == 0) {
            advance(all.size());
        }
    }

    private void look(List<SimulatedMember> all) {
        int there = (int) all.stream().filter(SimulatedMember::isInCluster).count();
        membersSeen = !isInCluster() ? 0 : blind ? Math.max(1, there - 1) : there;
    }

    private void advance(int members) {
        if (phase.isEmpty()) {
            enter(MemberPhase.CREATED, 0);
        } else if (isIn(MemberPhase.LISTENING) && probing) {
            enter(MemberPhase.PROBED, 0);
        } else if (isIn(MemberPhase.JOINING) && membersSeen == members) {
            enter(MemberPhase.JOINED, 0);
        } else if (isIn(MemberPhase.ARMING) && (!untilSteady || hasWarmedUpEnough)) {
            enter(MemberPhase.ARMED, 0);
        } else if (isIn(MemberPhase.RUNNING)) {
            enter(MemberPhase.REPORTED, 0);
        }
    }

    private void enter(MemberPhase next, int ticks) {
        phase = Optional.of(next);
        ticksLeft = ticks;
    }

    Optional<MemberState> answer() {
        return phase.map(current -> new MemberState(
                runId,
                name,
                current,
                start,
                membersSeen,
                current == MemberPhase.REPORTED ? MESSAGES : done,
                current.compareTo(MemberPhase.ARMED) >= 0 ? MESSAGES : 0,
                current == MemberPhase.REPORTED ? MESSAGES : 0,
                warmup(current),
                Optional.empty(),
                HostNetwork.UNKNOWN,
                current == MemberPhase.FAILED ? Optional.of(MemberFailure.of("its disk is full")) : Optional.empty()));
    }

    /** It is steady when its own time is over. */
    private Optional<WarmupProgress> warmup(MemberPhase current) {
        if (current != MemberPhase.ARMING) {
            return Optional.empty();
        }
        var pace = new WarmupProgress.Pace(MESSAGES, ticksLeft == 0 ? MESSAGES : MESSAGES / 2.0, 0);
        return Optional.of(new WarmupProgress(nowEpochNanos - armingSinceEpochNanos, MESSAGES, Optional.of(pace)));
    }

    /** Its report, if it has measured anything. */
    Optional<ReportReceipt> report() {
        boolean hasOne = isIn(MemberPhase.RUNNING) || isIn(MemberPhase.REPORTED) || isIn(MemberPhase.FAILED);
        boolean partial = !isIn(MemberPhase.REPORTED);
        return hasOne
                ? Optional.of(new ReportReceipt(
                        runId,
                        index,
                        partial ? ReportStatus.PARTIAL : ReportStatus.COMPLETE,
                        partial ? Optional.of("cut off") : Optional.empty()))
                : Optional.empty();
    }
}
