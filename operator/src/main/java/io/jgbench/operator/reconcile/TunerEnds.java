package io.jgbench.operator.reconcile;

import io.fabric8.kubernetes.api.model.Pod;
import io.jgbench.operator.drive.RunRecord;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.plan.Assignment;
import io.jgbench.operator.plan.Plan;
import io.jgbench.operator.pod.MemberPod;
import io.jgbench.operator.pod.PodView;
import io.jgbench.operator.pod.TunerEnd;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * How tuners ended that change their hosts: what the last sight of each pod told. A pod that is gone can be asked no
 * more, and one that is deleted is gone a moment after its tuner has said how it ended.
 */
final class TunerEnds {
    /** Many times what may end at once. One that is forgotten costs a restore that was not needed. */
    private static final int MOST = 10_000;

    private final Map<String, TunerEnd> byPod = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, TunerEnd> eldest) {
            return size() > MOST;
        }
    };

    /** A pod was seen, maybe for the last time. */
    synchronized void see(Pod pod) {
        var view = new PodView(pod);
        if (view.changesHost()) {
            byPod.put(key(pod.getMetadata().getNamespace(), view.name()), view.tunerEnd());
        }
    }

    /**
     * The nodes of a repetition of which it is not known that they are as they were before the run: in alphabetical
     * order. The tuner of a repetition restores what one of the repetition before has left, once it runs.
     *
     * @param record of the repetition
     */
    synchronized Set<String> unconfirmed(RunRef run, RunRecord record) {
        Plan plan = record.plan();
        boolean isFirst = plan.id().equals(RepetitionIds.of(run, 1));
        Set<String> nodes = new TreeSet<>();
        for (Assignment assignment : plan.assignments()) {
            TunerEnd unseen = record.neverLaunched().contains(assignment.member())
                    ? TunerEnd.CHANGED_NOTHING
                    : TunerEnd.UNCONFIRMED;
            TunerEnd end = byPod.getOrDefault(key(run.namespace(), MemberPod.name(plan, assignment)), unseen);
            boolean isConfirmed = switch (end) {
                case RESTORED -> true;
                case CHANGED_NOTHING -> isFirst;
                case UNCONFIRMED -> false;
            };
            if (!isConfirmed) {
                nodes.add(assignment.node());
            }
        }
        return nodes;
    }

    private static String key(String namespace, String pod) {
        return namespace + "/" + pod;
    }
}
