package io.jgbench.e2e.operator;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.api.v1alpha1.StatusFinding;
import io.jgbench.coordination.result.Finding.Reason;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What may be said of a run because all nodes of the test cluster, and Kubernetes itself, share the cores of one
 * machine.
 *
 * @param excused each reason with why the machine brings it about
 */
record SharedMachine(Map<Reason, String> excused) {

    /** What it brings about whatever members do. */
    static final SharedMachine USUAL = new SharedMachine(Map.of(
            Reason.HOST_BUSY,
            "the control plane and the nodes' daemons take a part of the few CPUs that members could use",
            Reason.CPU_WAITED,
            "they come in bursts, for which members wait also where half of the time is left",
            Reason.NOT_STEADY,
            "what they take changes from second to second, and members' compilers wait for a CPU",
            Reason.RATE_VARIES,
            "so does what is left for members",
            Reason.WARMUP_CUT_SHORT,
            "members share the CPUs that would warm them up, and are not steady within warmup.atMost",
            Reason.SKEW_ABOVE_LIMIT,
            "more members are to begin at one instant than there are CPUs"));

    /** What it brings about where each member waits for the others. */
    static final SharedMachine STREAMS = USUAL.and(
                    Reason.STALLED,
                    "a member that waits for a CPU stands still for tenths of a second, and all with it")
            .and(Reason.GC_PAUSES, "a collector whose threads wait for a CPU stops its member for longer")
            .and(Reason.GENERATOR_LATE, "a sender waits for a CPU while messages or packets become due");

    /** What it brings about where nobody waits for a receiver, and nothing is sent again. */
    static final SharedMachine DATAGRAMS = STREAMS.and(
                    Reason.RECEIVE_DROPS, "a listener that waits for a CPU does not empty its small buffer in time")
            .and(Reason.HELD_BACK, "the listener that waited for longest lost most, and is named")
            .and(Reason.RATE_UNEVEN, "a publisher that waits for a CPU sends late, and then faster")
            .and(Reason.TARGET_RATE_MISSED, "what it could not send in its time is missing at the end")
            .and(
                    Reason.MESSAGES_MISSING,
                    "packets that became due meanwhile follow faster than a listener without a CPU takes them");

    /** What stops a member and is not its own doing, in the words of the findings that tell of it. */
    private static final Map<Reason, List<String>> STOPPED_BY_THE_MACHINE = Map.of(
            Reason.STALLED,
                    List.of(
                            "CPU steal took from member-",
                            "'s process did not run for ",
                            ", in most of which it waited for a CPU"),
            Reason.GC_PAUSES, List.of("Collectors had to wait for a CPU"));

    /** Copies the map. */
    SharedMachine {
        excused = Map.copyOf(excused);
    }

    /** This and one more reason. */
    SharedMachine and(Reason reason, String why) {
        Map<Reason, String> more = new EnumMap<>(excused);
        more.put(reason, why);
        return new SharedMachine(more);
    }

    /** Whether a run's figures may be used, but for what the machine explains. */
    boolean trusts(BenchmarkRun run) {
        StatusCondition valid = run.condition(ConditionType.VALID).orElseThrow();
        return (valid.status() == Status.TRUE || explains(valid.reason()))
                && unexplained(run).stream().allMatch(SharedMachine::stopped);
    }

    /** Whether a run is valid, and what doubts its figures has one of these reasons; that a member stopped is none. */
    boolean findsFlawless(BenchmarkRun run) {
        return run.isTrue(ConditionType.VALID) && unexplained(run).isEmpty();
    }

    /** The findings that doubt a run's figures and that the machine does not explain. */
    List<StatusFinding> unexplained(BenchmarkRun run) {
        return run.getStatus().findings().stream()
                .filter(finding -> finding.severity() != Severity.INFO)
                .filter(finding -> !explains(finding.reason()))
                .toList();
    }

    /** Whether a finding tells that members stood still because the machine had no CPU for them. */
    private static boolean stopped(StatusFinding finding) {
        return STOPPED_BY_THE_MACHINE.entrySet().stream()
                .filter(stop -> stop.getKey().label().equals(finding.reason()))
                .anyMatch(stop -> stop.getValue().stream().anyMatch(finding.message()::contains));
    }

    /** Whether it explains a reason, by its word. */
    private boolean explains(String reason) {
        return excused.keySet().stream().anyMatch(known -> known.label().equals(reason));
    }
}
