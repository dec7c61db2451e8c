package io.jgbench.operator.reconcile.restore;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fabric8.kubernetes.api.model.Pod;
import io.jgbench.operator.drive.RunRecord;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.plan.Assignment;
import io.jgbench.operator.plan.Plan;
import io.jgbench.operator.pod.MemberPod;
import io.jgbench.operator.pod.PodView;
import io.jgbench.operator.pod.TunerEnd;
import io.jgbench.operator.reconcile.state.RepetitionIds;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * How tuners ended that change their hosts: what the last sight of each pod told. A pod that is gone can be asked no
 * more, and one that is deleted is gone a moment after its tuner has said how it ended.
 */
public final class TunerEnds {
    /** Many times what may end at once. One that is forgotten costs a restore that was not needed. */
    private static final int MOST = 10_000;

    @GuardedBy("this")
    private final Map<String, Seen> byPod = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Seen> eldest) {
            return size() > MOST;
        }
    };

    /**
     * How the tuner of a pod ended.
     *
     * @param uid of the pod
     */
    private record Seen(String uid, TunerEnd end) {

        /**
         * What is known after a later sight of a pod of this name. Another pod of the name is made where the first was
         * deleted by force: the host stays as the first one left it until a tuner says that it has restored it.
         */
        Seen then(Seen later) {
            boolean isKept =
                    !Objects.equals(uid, later.uid) && end == TunerEnd.UNCONFIRMED && later.end != TunerEnd.RESTORED;
            return isKept ? this : later;
        }
    }

    /** A pod was seen, maybe for the last time. */
    public synchronized void see(Pod pod) {
        var view = new PodView(pod);
        if (view.changesHost()) {
            byPod.merge(
                    key(pod.getMetadata().getNamespace(), view.name()),
                    new Seen(pod.getMetadata().getUid(), view.tunerEnd()),
                    Seen::then);
        }
    }

    /**
     * The nodes of a repetition of which it is not known that they are as they were before the run: in alphabetical
     * order. The tuner of a repetition restores what one of the repetition before has left, once it runs.
     *
     * @param record of the repetition
     */
    public synchronized Set<String> unconfirmed(RunRef run, RunRecord record) {
        Plan plan = record.plan();
        Set<String> nodes = new TreeSet<>();
        for (Assignment assignment : plan.assignments()) {
            TunerEnd unseen = record.neverLaunched().contains(assignment.member())
                    ? TunerEnd.CHANGED_NOTHING
                    : TunerEnd.UNCONFIRMED;
            TunerEnd end = end(run, plan, assignment).orElse(unseen);
            for (int before = record.repetition() - 1; end == TunerEnd.CHANGED_NOTHING && before > 0; before--) {
                // what the repetition before has left is as that one's tuner left it
                end = end(run, plan.forRepetition(RepetitionIds.of(run, before)), assignment)
                        .orElse(TunerEnd.UNCONFIRMED);
            }
            if (end == TunerEnd.UNCONFIRMED) {
                nodes.add(assignment.node());
            }
        }
        return nodes;
    }

    @GuardedBy("this")
    private Optional<TunerEnd> end(RunRef run, Plan plan, Assignment assignment) {
        return Optional.ofNullable(byPod.get(key(run.namespace(), MemberPod.name(plan, assignment))))
                .map(Seen::end);
    }

    private static String key(String namespace, String pod) {
        return namespace + "/" + pod;
    }
}
