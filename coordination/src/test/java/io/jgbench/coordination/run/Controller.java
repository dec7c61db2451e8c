package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.ClockMeasurement;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.HostNetwork;
import io.jgbench.coordination.protocol.MemberFailure;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.MemberState;
import io.jgbench.coordination.protocol.PreflightReport;
import io.jgbench.coordination.protocol.StartState;
import io.jgbench.coordination.spec.RunSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Steps a run of three members through what a test says was observed. */
final class Controller {
    static final String RUN_ID = "run-1";
    static final int MEMBERS = 3;

    private final RunSpec spec;
    private final List<MemberObservation> observed = new ArrayList<>();
    private final Map<Integer, ClockMeasurement> clocks = new HashMap<>();
    private final List<PreflightReport> preflights = new ArrayList<>();
    private final List<ReportReceipt> receipts = new ArrayList<>();
    private Optional<String> cancelled = Optional.empty();
    private Duration answering = Duration.ZERO;
    private Duration storing = Duration.ZERO;
    private long nowEpochNanos = 1_800_000_000_000_000_000L;
    private Step last = new Step(RunStatus.pending(RUN_ID, List.of("m0", "m1", "m2")), List.of());

    Controller() {
        this(Plan.spec(MEMBERS));
    }

    Controller(RunSpec spec) {
        this.spec = spec;
        for (int member = 0; member < MEMBERS; member++) {
            observed.add(new MemberObservation.NotLaunched());
        }
    }

    /** Takes a run to where all members answered that they are in this phase. */
    static Controller withAll(MemberPhase phase) {
        return withAll(Plan.spec(MEMBERS), phase);
    }

    /** The same of another run. */
    static Controller withAll(RunSpec spec, MemberPhase phase) {
        var controller = new Controller(spec);
        controller.step();
        for (var next : MemberPhase.values()) {
            if (next.compareTo(phase) > 0) {
                break;
            }
            controller.all(next).step();
            if (next == MemberPhase.ARMED && phase.compareTo(next) > 0) {
                controller.clocks().step();
            }
        }
        return controller;
    }

    Controller all(MemberPhase phase) {
        for (int member = 0; member < MEMBERS; member++) {
            sees(member, phase, phase == MemberPhase.CREATED ? 0 : MEMBERS);
        }
        return this;
    }

    Controller sees(int member, MemberPhase phase, int membersSeen) {
        return answers(member, state(RUN_ID, "m" + member, phase, membersSeen));
    }

    /** A member that waits for its start, or has taken one. */
    Controller isArmed(int member, StartState start) {
        return answers(member, state(RUN_ID, "m" + member, MemberPhase.ARMED, start, MEMBERS));
    }

    /** All wait for their start, or have taken one. */
    Controller allArmed(StartState start) {
        for (int member = 0; member < MEMBERS; member++) {
            isArmed(member, start);
        }
        return this;
    }

    /** One that runs began with the first start. */
    static MemberState state(String runId, String name, MemberPhase phase, int membersSeen) {
        boolean hasBegun = phase == MemberPhase.RUNNING || phase == MemberPhase.REPORTED;
        return state(runId, name, phase, hasBegun ? new StartState(1, true) : StartState.NONE, membersSeen);
    }

    static MemberState state(String runId, String name, MemberPhase phase, StartState start, int membersSeen) {
        return new MemberState(
                runId,
                name,
                phase,
                start,
                membersSeen,
                300,
                1000,
                500,
                Optional.empty(),
                Optional.empty(),
                HostNetwork.UNKNOWN,
                Optional.empty());
    }

    static MemberState failed(String name, MemberFailure why) {
        return new MemberState(
                RUN_ID,
                name,
                MemberPhase.FAILED,
                StartState.NONE,
                2,
                0,
                0,
                0,
                Optional.empty(),
                Optional.empty(),
                HostNetwork.UNKNOWN,
                Optional.of(why));
    }

    /** A member that was told an interface says at which address it binds. */
    Controller bindsTo(int member, String address) {
        return answers(
                member,
                new MemberState(
                        RUN_ID,
                        "m" + member,
                        MemberPhase.CREATED,
                        StartState.NONE,
                        0,
                        0,
                        0,
                        0,
                        Optional.empty(),
                        Optional.of(address),
                        HostNetwork.UNKNOWN,
                        Optional.empty()));
    }

    /** All run, and each has done this number of its 1,000 units. */
    Controller allHaveDone(long units) {
        for (int member = 0; member < MEMBERS; member++) {
            hasDone(member, units);
        }
        return this;
    }

    Controller hasDone(int member, long units) {
        return answers(
                member,
                new MemberState(
                        RUN_ID,
                        "m" + member,
                        MemberPhase.RUNNING,
                        new StartState(1, true),
                        MEMBERS,
                        units,
                        1000,
                        500,
                        Optional.empty(),
                        Optional.empty(),
                        HostNetwork.UNKNOWN,
                        Optional.empty()));
    }

    /** A member that has been created says what its host says of its network. */
    Controller tells(int member, HostNetwork network) {
        return answers(
                member,
                new MemberState(
                        RUN_ID,
                        "m" + member,
                        MemberPhase.CREATED,
                        StartState.NONE,
                        0,
                        0,
                        0,
                        0,
                        Optional.empty(),
                        Optional.empty(),
                        network,
                        Optional.empty()));
    }

    Controller answers(int member, MemberState state) {
        return finds(member, new MemberObservation.Answered(state));
    }

    Controller finds(int member, MemberObservation seen) {
        observed.set(member, seen);
        return this;
    }

    /** What a member found in the pre-flight was fetched. */
    Controller fetchedPreflight(PreflightReport report) {
        preflights.add(report);
        return this;
    }

    Controller clocks() {
        for (int member = 0; member < MEMBERS; member++) {
            clocks.put(member, new ClockMeasurement(new ClockOffset(10L * member, 50_000), 100_000, 0));
        }
        return this;
    }

    Controller fetched(int member, boolean partial) {
        receipts.add(new ReportReceipt(
                RUN_ID,
                member,
                partial ? ReportStatus.PARTIAL : ReportStatus.COMPLETE,
                partial ? Optional.of("its workload was cut off") : Optional.empty()));
        return this;
    }

    Controller gaveNoReport(int member, String why) {
        receipts.add(ReportReceipt.unreadable(RUN_ID, member, why));
        return this;
    }

    Controller cancel(String why) {
        cancelled = Optional.of(why);
        return this;
    }

    /** Storing a decision takes as long as this. */
    Controller answersWithin(Duration longest) {
        answering = longest;
        return this;
    }

    Controller storesWithin(Duration longest) {
        storing = longest;
        return this;
    }

    /** Another controller goes on from what this one stored; it has asked nobody yet. */
    Controller resumed() {
        last = new Step(last.status().resumed(nowEpochNanos), List.of());
        for (int member = 0; member < MEMBERS; member++) {
            finds(member, new MemberObservation.Silent("its JVM is starting"));
        }
        return step();
    }

    Controller later(Duration time) {
        nowEpochNanos += time.toNanos();
        return this;
    }

    Controller step() {
        last = RunMachine.step(
                spec,
                last.status(),
                new Observation(observed, preflights, clocks, receipts, cancelled)
                        .answeredWithin(answering)
                        .storedWithin(storing),
                nowEpochNanos);
        clocks.clear();
        receipts.clear();
        return this;
    }

    long nowEpochNanos() {
        return nowEpochNanos;
    }

    RunStatus status() {
        return last.status();
    }

    List<Action> actions() {
        return last.actions();
    }

    Failure failure() {
        return status().failure().orElseThrow();
    }
}
