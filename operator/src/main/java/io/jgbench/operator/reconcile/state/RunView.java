package io.jgbench.operator.reconcile.state;

import io.fabric8.kubernetes.api.model.Pod;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ObjectLabels;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.kubernetes.UnreadableFields;
import io.jgbench.operator.plan.NodeView;
import io.jgbench.operator.pod.MemberPod;
import io.jgbench.operator.pod.PodView;
import io.jgbench.operator.status.StatusDraft;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All that a reconciliation looks at, and the status that it comes to.
 *
 * @param run the run as the cache has it
 * @param ref which run it is
 * @param session what the operator remembers of it
 * @param pods the run's pods
 * @param nodes reads all nodes; the same list as long as they have not changed
 * @param runs reads all runs; only a run that waits for nodes has to look at all others
 * @param now the time of the run, which is published as that at which something began or ended; see
 *     {@link Session#runTime}
 * @param draft takes what is found
 */
public record RunView(
        BenchmarkRun run,
        RunRef ref,
        Session session,
        List<Pod> pods,
        Supplier<List<NodeView>> nodes,
        Supplier<List<BenchmarkRun>> runs,
        Instant now,
        StatusDraft draft) {

    /**
     * What stands in the status: for a state that follows from it, and for a step that waits until what it said before
     * was written.
     */
    public StatusAsRead published() {
        return StatusAsRead.of(run);
    }

    /** The nodes of its members as the status names them, in alphabetical order; none where it has never begun. */
    public Set<String> nodesSaid() {
        return Stream.ofNullable(run.getStatus())
                .flatMap(status -> status.perMember().stream())
                .flatMap(member -> Stream.ofNullable(member.node()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Whether the run may have changed its hosts. Where that cannot be read, the Leases of its nodes tell. */
    public boolean mayChangeHosts() {
        return MemberPod.changesHosts(run.getSpec())
                || UnreadableFields.ofSpec(run).isPresent();
    }

    /** The pods of a repetition, by the member's name. */
    public Map<String, PodView> podsOf(String repetitionId) {
        Map<String, PodView> byMember = new HashMap<>();
        for (Pod pod : podList(repetitionId)) {
            byMember.put(pod.getMetadata().getLabels().get(ObjectLabels.MEMBER), new PodView(pod));
        }
        return byMember;
    }

    /** The same pods themselves. */
    public List<Pod> podList(String repetitionId) {
        return ofRepetition(pods, repetitionId);
    }

    /** Those of these pods that are of a repetition. */
    public static List<Pod> ofRepetition(List<Pod> pods, String repetitionId) {
        return pods.stream()
                .filter(pod -> repetitionId.equals(pod.getMetadata().getLabels().get(ObjectLabels.REPETITION_ID)))
                .toList();
    }
}
