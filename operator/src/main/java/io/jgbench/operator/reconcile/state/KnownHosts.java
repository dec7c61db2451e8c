package io.jgbench.operator.reconcile.state;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.operator.pod.HostTuning;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * What is known of the tuning of the hosts of the repetition under way.
 *
 * @param byMember what their tuners said, by member; also of those whose pods are gone
 * @param hasFailedBefore whether an operator before this one saw one fail in the same repetition
 * @param isVerified whether the status says that the run's hosts are as asked
 */
public record KnownHosts(Map<String, HostTuning> byMember, boolean hasFailedBefore, boolean isVerified) {
    /** Nothing is known yet. */
    public static final KnownHosts NONE = new KnownHosts(Map.of(), false, false);

    /** Copies the map. */
    public KnownHosts {
        byMember = Map.copyOf(byMember);
    }

    /** What the status tells an operator that takes over a repetition which began at an instant. */
    public static KnownHosts of(StatusAsRead published, Instant began) {
        boolean hasFailed = published
                .hosts()
                .untunedSince()
                .filter(since -> !since.isBefore(began))
                .isPresent();
        return new KnownHosts(Map.of(), hasFailed, published.hosts().isTuned());
    }

    /** Another host was seen; one that failed once has failed. */
    public KnownHosts saw(String member, HostTuning tuning) {
        Map<String, HostTuning> all = new HashMap<>(byMember);
        all.merge(member, tuning, (before, now) -> isSettledBy(before, now) ? before : now);
        return new KnownHosts(all, hasFailedBefore, isVerified);
    }

    /**
     * The kubelet starts a tuner again that has failed, and the operator ends it with its pod: what that one says is
     * not why the host is not as asked. That it cannot be put back is told all the same, and a host that was only busy
     * may fail for another reason later.
     */
    private static boolean isSettledBy(HostTuning before, HostTuning now) {
        return before instanceof HostTuning.Failed first
                && !(now instanceof HostTuning.Failed later
                        && (later.reason() == ConditionReason.RESTORE_FAILED
                                || first.reason() == ConditionReason.HOST_BUSY));
    }

    /** The same with what the status holds now. */
    KnownHosts seeing(StatusAsRead published) {
        return new KnownHosts(byMember, hasFailedBefore, published.hosts().isTuned());
    }

    /** The same hosts in the next repetition. */
    KnownHosts again() {
        return new KnownHosts(Map.of(), false, isVerified);
    }
}
