package io.jgbench.e2e.faults.plan;

import static io.jgbench.e2e.faults.plan.Ending.APPLY_FAILED;
import static io.jgbench.e2e.faults.plan.Ending.CANCELLED;
import static io.jgbench.e2e.faults.plan.Ending.DELETED;
import static io.jgbench.e2e.faults.plan.Ending.EVIDENCE_LOST;
import static io.jgbench.e2e.faults.plan.Ending.MEMBER_LOST;
import static io.jgbench.e2e.faults.plan.Ending.PREFLIGHT_FAILED;
import static io.jgbench.e2e.faults.plan.Ending.REPORTED;
import static io.jgbench.e2e.faults.plan.Ending.REPORTED_UNSTORED;
import static io.jgbench.e2e.faults.plan.Ending.REPORTED_UNTUNED;
import static io.jgbench.e2e.faults.plan.Ending.REPORT_TIMEOUT;
import static io.jgbench.e2e.faults.plan.Ending.START_TIMEOUT;
import static io.jgbench.e2e.faults.plan.Ending.VIEW_INCOMPLETE;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** What strikes a run, in which stages that makes sense, and how a run may end that was struck there. */
@SuppressWarnings("ImmutableEnumChecker") // the map and its sets are not changed once they are there
public enum Fault {
    /** The operator's process is killed. */
    OPERATOR_KILLED(Target.OPERATOR, inEach(REPORTED)),
    /** The operator's process is stopped until its Lease has expired, and continues then. */
    OPERATOR_STOPPED(Target.OPERATOR, inEach(REPORTED)),
    /** A rolling update puts another pod of the operator in the place of the one that leads. */
    OPERATOR_REPLACED(Target.OPERATOR, inEach(REPORTED)),
    /**
     * The API server is killed. An operator that cannot renew its Lease meanwhile ends itself. A tuner asks it whether
     * the host can still be reached.
     */
    API_SERVER_KILLED(Target.OPERATOR, inEach(REPORTED).and(Stage.TUNING, REPORTED, APPLY_FAILED)),
    /** The API server is stopped for most of each moment, for seconds; a tuner may be answered too late. */
    API_SERVER_SLOW(Target.OPERATOR, inEach(REPORTED).and(Stage.TUNING, REPORTED, APPLY_FAILED)),
    /** The process of etcd is stopped for seconds, so that the API server answers nothing. */
    ETCD_STOPPED(Target.OPERATOR, inEach(REPORTED).and(Stage.TUNING, REPORTED, APPLY_FAILED)),
    /** A member's process is killed. */
    MEMBER_KILLED(
            Target.MEMBER,
            in(Stage.JOINING, MEMBER_LOST)
                    .and(Stage.ARMED, MEMBER_LOST)
                    .and(Stage.RUNNING, MEMBER_LOST)
                    .and(Stage.COLLECTING, MEMBER_LOST, REPORTED)),
    /** A member's process is stopped and does not continue. */
    MEMBER_STOPPED(
            Target.MEMBER,
            in(Stage.JOINING, START_TIMEOUT, PREFLIGHT_FAILED, VIEW_INCOMPLETE, MEMBER_LOST)
                    .and(Stage.ARMED, START_TIMEOUT, VIEW_INCOMPLETE, MEMBER_LOST)
                    .and(Stage.RUNNING, MEMBER_LOST, VIEW_INCOMPLETE)
                    .and(Stage.COLLECTING, REPORT_TIMEOUT, MEMBER_LOST, REPORTED)),
    /** A member receives nothing from the others for seconds. */
    MEMBERS_CUT_OFF(
            Target.MEMBER,
            in(Stage.JOINING, REPORTED, PREFLIGHT_FAILED, START_TIMEOUT, VIEW_INCOMPLETE)
                    .and(Stage.ARMED, REPORTED)
                    .and(Stage.RUNNING, REPORTED)
                    .and(Stage.COLLECTING, REPORTED)),
    /** A member's node receives nothing from the operator until the run is over. */
    OPERATOR_CUT_OFF(
            Target.MEMBER,
            in(Stage.TUNING, START_TIMEOUT)
                    .and(Stage.JOINING, START_TIMEOUT)
                    .and(Stage.ARMED, START_TIMEOUT, MEMBER_LOST)
                    .and(Stage.RUNNING, MEMBER_LOST)
                    .and(Stage.COLLECTING, REPORT_TIMEOUT, REPORTED)
                    .and(Stage.CLEARING, REPORTED)),
    /** The run is deleted. */
    RUN_DELETED(Target.RUN, inEach(DELETED)),
    /** The run is cancelled by {@code spec.cancel}. */
    RUN_CANCELLED(
            Target.RUN,
            inEach(CANCELLED).and(Stage.COLLECTING, CANCELLED, REPORTED).and(Stage.CLEARING, REPORTED)),
    /** The run's Secret is deleted. A kubelet that has not mounted it yet never gets it. */
    SECRET_DELETED(
            Target.RUN,
            in(Stage.TUNING, REPORTED, START_TIMEOUT)
                    .and(Stage.JOINING, REPORTED)
                    .and(Stage.ARMED, REPORTED)
                    .and(Stage.RUNNING, REPORTED)
                    .and(Stage.COLLECTING, REPORTED)),
    /**
     * A member's pod is deleted without a grace period. One that has not answered yet may be made again. A tuner that
     * is told to end before it has set its host says that it did not.
     */
    POD_DELETED_BY_FORCE(
            Target.MEMBER,
            in(Stage.TUNING, MEMBER_LOST, APPLY_FAILED, START_TIMEOUT, REPORTED)
                    .and(Stage.JOINING, MEMBER_LOST)
                    .and(Stage.ARMED, MEMBER_LOST)
                    .and(Stage.RUNNING, MEMBER_LOST)
                    .and(Stage.COLLECTING, MEMBER_LOST, REPORTED)
                    .and(Stage.CLEARING, REPORTED)),
    /** A member's node is cordoned until the run is over. A pod that has no node yet does not get one. */
    NODE_CORDONED(
            Target.MEMBER,
            in(Stage.TUNING, REPORTED, START_TIMEOUT)
                    .and(Stage.JOINING, REPORTED)
                    .and(Stage.ARMED, REPORTED)
                    .and(Stage.RUNNING, REPORTED)
                    .and(Stage.COLLECTING, REPORTED)
                    .and(Stage.CLEARING, REPORTED)),
    /** A member's node is drained, and is cordoned until the run is over. A pod that is made again gets no node. */
    NODE_DRAINED(Target.MEMBER, evicting()),
    /** A member's node has a taint that evicts pods, until the run is over. */
    NODE_TAINTED(Target.MEMBER, evicting()),
    /**
     * A member's node loses its power and has it again at once. Its kubelet starts no pod again that has run, and tells
     * how its containers ended: the member's, and the tuner's, which put nothing back. A pod in which nothing has run
     * is started, and its pre-flight may find that the node's port, which is a new one, takes shorter packets than the
     * other nodes' until the cluster is repaired.
     */
    NODE_RESTARTED(
            Target.NODE,
            in(Stage.TUNING, REPORTED, APPLY_FAILED, MEMBER_LOST, START_TIMEOUT, PREFLIGHT_FAILED)
                    .and(Stage.JOINING, MEMBER_LOST, APPLY_FAILED, START_TIMEOUT, PREFLIGHT_FAILED, VIEW_INCOMPLETE)
                    .and(Stage.ARMED, MEMBER_LOST, APPLY_FAILED, START_TIMEOUT, VIEW_INCOMPLETE)
                    .and(Stage.RUNNING, MEMBER_LOST, APPLY_FAILED, VIEW_INCOMPLETE)
                    .and(Stage.COLLECTING, REPORTED, REPORTED_UNTUNED, REPORT_TIMEOUT, MEMBER_LOST, APPLY_FAILED)
                    .and(Stage.CLEARING, REPORTED)),
    /**
     * A member's node loses its power, and has it again when the operator has given its pods up. Nobody tells how they
     * ended.
     */
    NODE_LOST(
            Target.NODE,
            in(Stage.TUNING, START_TIMEOUT)
                    .and(Stage.JOINING, START_TIMEOUT, PREFLIGHT_FAILED, VIEW_INCOMPLETE, MEMBER_LOST)
                    .and(Stage.ARMED, START_TIMEOUT, VIEW_INCOMPLETE, MEMBER_LOST)
                    .and(Stage.RUNNING, MEMBER_LOST, VIEW_INCOMPLETE)
                    .and(Stage.COLLECTING, REPORT_TIMEOUT, REPORTED)
                    .and(Stage.CLEARING, REPORTED)),
    /**
     * The process that holds a host's settings is killed. Its kubelet starts it again; the host was without it, so that
     * the member is lost, unless it has reported before that is told. In Clearing it lives for a moment only.
     */
    TUNER_KILLED(
            Target.MEMBER,
            in(Stage.TUNING, APPLY_FAILED)
                    .and(Stage.JOINING, APPLY_FAILED)
                    .and(Stage.ARMED, APPLY_FAILED)
                    .and(Stage.RUNNING, APPLY_FAILED, REPORTED_UNTUNED)
                    .and(Stage.COLLECTING, APPLY_FAILED, REPORTED_UNTUNED, REPORTED)),
    /** The API server denies for seconds what is written of the run: its pods, its ConfigMaps and its status. */
    WRITES_REFUSED(Target.RUN, inEach(REPORTED)),
    /**
     * All ConfigMaps are deleted that the run has by then. Its record is written again. What its members measured
     * stands in one from when all have reported until the run is over.
     */
    CONFIG_MAPS_DELETED(
            Target.RUN,
            in(Stage.TUNING, REPORTED)
                    .and(Stage.JOINING, REPORTED)
                    .and(Stage.ARMED, REPORTED)
                    .and(Stage.RUNNING, REPORTED)
                    .and(Stage.COLLECTING, REPORTED, REPORTED_UNSTORED, EVIDENCE_LOST)
                    .and(Stage.CLEARING, REPORTED)),
    /** The namespace of runs is deleted, with all runs and the operator's rights in it. */
    NAMESPACE_DELETED(Target.NAMESPACE, inEach(DELETED));

    private final Target target;
    private final Map<Stage, Set<Ending>> endings;

    Fault(Target target, Endings endings) {
        this.target = target;
        this.endings = Collections.unmodifiableMap(endings.byStage);
    }

    /** What a fault is planted at. */
    private enum Target {
        OPERATOR,
        MEMBER,
        /** The node of a member, whose repair touches the routes and ports of all nodes. */
        NODE,
        RUN,
        /** That of all runs. */
        NAMESPACE
    }

    /** The stages in which there is something that it can strike. */
    public Set<Stage> stages() {
        return endings.keySet();
    }

    /** How a run may end that it strikes in a stage; as if undisturbed where there is nothing to strike any more. */
    public Set<Ending> endings(Stage stage) {
        return endings.getOrDefault(stage, Set.of(REPORTED));
    }

    /** Whether a run that fails of it has to name the member that was struck. */
    public boolean strikesOneMember() {
        return target == Target.MEMBER || target == Target.NODE;
    }

    /** Whether it strikes no run but one, so that others may be struck at the same time. */
    public boolean strikesOneRun() {
        return switch (target) {
            case MEMBER, RUN -> true;
            case OPERATOR, NODE, NAMESPACE -> false;
        };
    }

    /** Whether the node has booted again when the round is over. */
    public boolean nodeBootsAgain() {
        return target == Target.NODE;
    }

    /** Whether there is nothing to strike where hosts are not set. */
    public boolean needsTunedHosts() {
        return this == TUNER_KILLED;
    }

    /** Whether the run has to be gone, however it ended before. */
    public boolean removesTheRun() {
        return this == RUN_DELETED || this == NAMESPACE_DELETED;
    }

    /**
     * Whether nobody may know that the hosts are as before. In a namespace that is gone no pod can look: the next run
     * that wants such a node has it restored first.
     */
    public boolean mayLeaveHostsToTheNextRun() {
        return this == NAMESPACE_DELETED;
    }

    /** Whether the operator's process may end because of it. */
    public boolean mayEndTheOperator() {
        return target == Target.OPERATOR || target == Target.NAMESPACE;
    }

    private static Endings inEach(Ending... right) {
        var all = new Endings();
        Arrays.stream(Stage.values()).forEach(stage -> all.and(stage, right));
        return all;
    }

    /** A pod that is evicted has the time to put its host back. */
    private static Endings evicting() {
        return in(Stage.TUNING, MEMBER_LOST, APPLY_FAILED, START_TIMEOUT, REPORTED)
                .and(Stage.JOINING, MEMBER_LOST)
                .and(Stage.ARMED, MEMBER_LOST)
                .and(Stage.RUNNING, MEMBER_LOST)
                .and(Stage.COLLECTING, MEMBER_LOST, REPORTED)
                .and(Stage.CLEARING, REPORTED);
    }

    private static Endings in(Stage stage, Ending... right) {
        return new Endings().and(stage, right);
    }

    /** The right endings by stage, while they are put together. */
    private static final class Endings {
        private final Map<Stage, Set<Ending>> byStage = new EnumMap<>(Stage.class);

        Endings and(Stage stage, Ending... right) {
            byStage.put(stage, Collections.unmodifiableSet(EnumSet.copyOf(Arrays.asList(right))));
            return this;
        }
    }
}
