package io.jgbench.coordination.run;

import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.protocol.ClockMeasurement;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.MemberState;
import io.jgbench.coordination.protocol.PreflightReport;
import io.jgbench.coordination.run.Fault.Kind;
import io.jgbench.coordination.run.Trace.Moment;
import io.jgbench.coordination.spec.RunSpec;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Members, a network and a controller, with all that can go wrong, on a clock that moves a tick at a time. */
final class SimulatedWorld {
    static final String RUN_ID = "run-1";
    private static final long EPOCH_NANOS = 1_800_000_000_000_000_000L;

    /** Far beyond any deadline: a run that gets here does not end. */
    private static final Duration END_OF_THE_WORLD = Duration.ofMinutes(30);

    private final Plan plan;
    private final RunSpec spec;
    private final List<SimulatedMember> members;
    private final List<Fault> pending;
    private final List<Map<Kind, Integer>> untilTick;
    private final List<Deque<Late>> late;
    private final Map<Integer, MemberState> oldAnswers = new HashMap<>();
    private final Map<RunPhase, Integer> phaseBeganTick = new EnumMap<>(RunPhase.class);
    private final Map<Integer, ClockMeasurement> measured = new HashMap<>();
    private final List<PreflightReport> preflights = new ArrayList<>();
    private final List<ReportReceipt> fetched = new ArrayList<>();
    private final List<ReportReceipt> everFetched = new ArrayList<>();
    private final List<Moment> moments = new ArrayList<>();
    private Optional<String> cancelled = Optional.empty();
    private Optional<Fault> crash = Optional.empty();
    private int controllerBackTick;
    private boolean isAway;
    private int looksSinceResumed = Plans.MOST_MEMBERS;
    private int tick;
    private long nowEpochNanos = EPOCH_NANOS;
    private RunStatus status;

    private SimulatedWorld(Plan plan) {
        this.plan = plan;
        this.spec = plan.spec();
        this.members = IntStream.range(0, plan.members())
                .mapToObj(index -> new SimulatedMember(index, plan.paces().get(index), plan.untilSteady()))
                .toList();
        this.pending = new ArrayList<>(plan.faults());
        this.untilTick = members.stream()
                .map(_ -> (Map<Kind, Integer>) new EnumMap<Kind, Integer>(Kind.class))
                .toList();
        this.late =
                members.stream().map(_ -> (Deque<Late>) new ArrayDeque<Late>()).toList();
        this.status = RunStatus.pending(
                RUN_ID, members.stream().map(member -> member.name).toList());
    }

    static Trace run(Plan plan) {
        return new SimulatedWorld(plan).run();
    }

    private Trace run() {
        long end = EPOCH_NANOS + END_OF_THE_WORLD.toNanos();
        while (!status.over() && nowEpochNanos < end) {
            tick++;
            nowEpochNanos += Duration.ofMillis(plan.tickMillis()).toNanos();
            phaseBeganTick.putIfAbsent(status.phase(), tick);
            strike();
            deliverLate();
            members.stream()
                    .filter(member -> !isUnder(member.index, Kind.STALL))
                    .forEach(member -> member.tick(members, nowEpochNanos));
            if (tick >= controllerBackTick) {
                control();
            }
        }
        return new Trace(
                List.copyOf(moments),
                members.stream().map(SimulatedMember::beganAtEpochNanos).toList());
    }

    /** What the controller before had heard of the members and not stored is lost. */
    private void resume() {
        isAway = false;
        looksSinceResumed = 0;
        measured.clear();
        preflights.clear();
        fetched.clear();
        status = status.resumed(nowEpochNanos);
    }

    private void control() {
        if (isAway) {
            resume();
        }
        var observation = observe();
        var step = RunMachine.step(spec, status, observation, nowEpochNanos);
        var truth = members.stream()
                .map(member -> member.end().isPresent() ? Optional.<MemberPhase>empty() : member.phase())
                .toList();
        moments.add(new Moment(nowEpochNanos, status, observation, step, truth));
        if (crash.isPresent()) {
            crash(crash.get(), step);
        } else {
            status = step.status();
            step.actions().forEach(this::carryOut);
        }
    }

    private void crash(Fault fault, Step step) {
        crash = Optional.empty();
        isAway = true;
        controllerBackTick = tick + 1 + fault.ticksDown();
        if (fault.kind() == Kind.CRASH_BEFORE_STORING) {
            return;
        }
        status = stored(step.status());
        if (fault.kind() == Kind.CRASH_HALFWAY) {
            carryOutHalf(step.actions());
        }
    }

    private void carryOutHalf(List<Action> actions) {
        actions.subList(0, actions.size() / 2).forEach(this::carryOut);
    }

    /** What another controller reads of what this one stored. */
    private static RunStatus stored(RunStatus status) {
        try {
            return ProtocolJson.readRequest(ProtocolJson.write(status), RunStatus.class);
        } catch (MalformedJsonException e) {
            throw new AssertionError("a status that was stored cannot be read", e);
        }
    }

    private Observation observe() {
        for (var member : members) {
            if (isUnder(member.index, Kind.REPEAT_REPORTS)) {
                everFetched.stream()
                        .filter(receipt -> receipt.index() == member.index)
                        .forEach(fetched::add);
            }
            if (isUnder(member.index, Kind.STRAY_REPORTS)) {
                fetched.addFirst(
                        new ReportReceipt("another-run", member.index, ReportStatus.COMPLETE, Optional.empty()));
                fetched.add(new ReportReceipt(RUN_ID, -1, ReportStatus.COMPLETE, Optional.empty()));
            }
        }
        var observation =
                new Observation(members.stream().map(this::look).toList(), preflights, measured, fetched, cancelled);
        measured.clear();
        fetched.clear();
        looksSinceResumed = Math.min(looksSinceResumed + 1, Plans.MOST_MEMBERS);
        return observation;
    }

    private MemberObservation look(SimulatedMember member) {
        if (!member.isLaunched()) {
            return new MemberObservation.NotLaunched();
        }
        if (member.end().isPresent()) {
            return new MemberObservation.Exited(member.end().get(), "");
        }
        if (isUnder(member.index, Kind.UNREACHABLE)) {
            return new MemberObservation.Silent("read timed out");
        }
        if (looksSinceResumed <= member.index) {
            return new MemberObservation.Silent("not asked yet");
        }
        boolean isOld =
                isUnder(member.index, Kind.OLD_ANSWERS) || (isUnder(member.index, Kind.MIXED_ANSWERS) && tick % 2 == 0);
        var answer = isOld ? Optional.ofNullable(oldAnswers.get(member.index)) : member.answer();
        return answer.<MemberObservation>map(MemberObservation.Answered::new)
                .orElse(new MemberObservation.Silent("connection refused"));
    }

    private void carryOut(Action action) {
        switch (action) {
            case Action.Launch(int member) -> reach(member, SimulatedMember::launch, false);
            case Action.OpenPreflight open -> reach(open.member(), SimulatedMember::openPreflight, true);
            case Action.Probe(int member) -> reach(member, SimulatedMember::probe, true);
            case Action.FetchPreflight(int member) -> reach(member, this::fetchPreflight, true);
            case Action.Join join -> reach(join.member(), SimulatedMember::join, true);
            case Action.Arm arm -> reach(arm.member(), SimulatedMember::arm, true);
            case Action.EndWarmup(int member) -> reach(member, SimulatedMember::endWarmup, true);
            case Action.MeasureClock(int member) ->
                reach(
                        member,
                        it -> measured.put(
                                it.index,
                                new ClockMeasurement(new ClockOffset(1_000L * it.index, 100_000), 200_000, 0)),
                        true);
            case Action.Release release -> {
                if (!isUnder(release.member(), Kind.LOSE_STARTS)) {
                    reachLate(
                            release.member(),
                            it -> it.start(release.attempt(), release.startAtEpochNanos(), nowEpochNanos),
                            Kind.DELAY_STARTS);
                }
            }
            case Action.Withdraw(int member, int attempt) -> {
                if (!isUnder(member, Kind.LOSE_WITHDRAWALS)) {
                    reachLate(member, it -> it.withdraw(attempt), Kind.DELAY_WITHDRAWALS);
                }
            }
            case Action.FetchReport(int member) -> reach(member, this::fetch, true);
            case Action.Stop(int member) -> reach(member, it -> it.end("exit code 0"), true);
        }
    }

    private void fetchPreflight(SimulatedMember member) {
        if (preflights.stream().noneMatch(report -> report.member() == member.index)) {
            preflights.add(SimulatedMember.cleanPreflight(member.index));
        }
    }

    private void fetch(SimulatedMember member) {
        member.report().ifPresent(receipt -> {
            fetched.add(receipt);
            everFetched.add(receipt);
        });
    }

    /** Reaches the member, or does so when the fault that delays such requests is over. */
    private void reachLate(int index, Consumer<SimulatedMember> request, Kind delay) {
        if (isUnder(index, delay)) {
            late.get(index).push(new Late(delay, request));
        } else {
            reach(index, request, true);
        }
    }

    private void reach(int index, Consumer<SimulatedMember> request, boolean byNetwork) {
        if (byNetwork && isUnder(index, Kind.DELAY_ACTIONS)) {
            late.get(index).push(new Late(Kind.DELAY_ACTIONS, request));
            return;
        }
        var member = members.get(index);
        if (byNetwork
                && (isUnder(index, Kind.UNREACHABLE)
                        || member.end().isPresent()
                        || member.phase().isEmpty())) {
            return;
        }
        if (isUnder(index, Kind.LOSE_ACTIONS)) {
            return;
        }
        request.accept(member);
        if (isUnder(index, Kind.REPEAT_ACTIONS)) {
            request.accept(member);
        }
    }

    private void deliverLate() {
        for (var member : members) {
            var due = late.get(member.index).stream()
                    .filter(request -> !isUnder(member.index, request.delay()))
                    .toList();
            late.get(member.index).removeAll(due);
            due.forEach(request -> reach(member.index, request.request(), true));
        }
    }

    /** A request that waits for the end of a fault. */
    private record Late(Kind delay, Consumer<SimulatedMember> request) {}

    private boolean isUnder(int member, Kind kind) {
        return untilTick.get(member).getOrDefault(kind, 0) > tick;
    }

    private void strike() {
        var due = pending.stream().filter(this::isDue).toList();
        pending.removeAll(due);
        due.forEach(this::strike);
        members.forEach(member -> member.setBlind(isUnder(member.index, Kind.BLIND)));
    }

    private boolean isDue(Fault fault) {
        var began = phaseBeganTick.get(fault.in());
        return began != null && tick >= began + fault.afterTicks();
    }

    private void strike(Fault fault) {
        var member = members.get(fault.member() % members.size());
        switch (fault.kind()) {
            case KILL -> member.end("killed by signal 9");
            case FAIL -> member.fail();
            case RESTART -> member.restart(RUN_ID);
            case REPLACE -> member.restart("another-run");
            case CANCEL -> cancelled = Optional.of("interrupted");
            case CRASH_BEFORE_STORING, CRASH_BEFORE_ACTING, CRASH_HALFWAY -> crash = Optional.of(fault);
            case OLD_ANSWERS, MIXED_ANSWERS -> {
                member.answer().ifPresent(answer -> oldAnswers.put(member.index, answer));
                last(fault, member);
            }
            case STALL,
                    UNREACHABLE,
                    BLIND,
                    LOSE_ACTIONS,
                    LOSE_STARTS,
                    LOSE_WITHDRAWALS,
                    DELAY_ACTIONS,
                    DELAY_STARTS,
                    DELAY_WITHDRAWALS,
                    REPEAT_ACTIONS,
                    REPEAT_REPORTS,
                    STRAY_REPORTS -> last(fault, member);
        }
    }

    private void last(Fault fault, SimulatedMember member) {
        untilTick.get(member.index).put(fault.kind(), tick + fault.ticks());
    }
}
