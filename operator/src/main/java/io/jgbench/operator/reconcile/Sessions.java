package io.jgbench.operator.reconcile;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunStatus;
import io.jgbench.operator.kubernetes.RunRef;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The operator's session of each run. */
final class Sessions {
    private final Map<String, Session> byUid = new ConcurrentHashMap<>();

    /** The session of a run; a new one if it is seen for the first time. */
    Session of(RunRef run) {
        return byUid.computeIfAbsent(run.uid(), uid -> new Session());
    }

    /** The status that was written last of a run, which the cache may not have yet; empty if that is not known. */
    Optional<BenchmarkRunStatus> written(RunRef run) {
        return Optional.ofNullable(byUid.get(run.uid())).flatMap(Session::written);
    }

    /** Forgets a run that is no more. */
    void forget(RunRef run) {
        forget(run.uid());
    }

    private void forget(String uid) {
        Session session = byUid.remove(uid);
        if (session != null) {
            session.letGo();
        }
    }

    /** The uids of the runs that it remembers. */
    Set<String> uids() {
        return Set.copyOf(byUid.keySet());
    }

    /**
     * Forgets those that are no more: one whose finalizer somebody took away is never seen to be deleted.
     *
     * @param known which to look for; remembered before the runs that there are were listed
     * @param there the runs that there are
     */
    void forgetMissing(Set<String> known, List<BenchmarkRun> there) {
        Set<String> missing = new HashSet<>(known);
        there.forEach(run -> missing.remove(run.getMetadata().getUid()));
        missing.forEach(this::forget);
    }

    /** Closes the connections to the members of all runs. The runs continue, and another operator picks them up. */
    void letGo() {
        byUid.values().forEach(Session::letGo);
    }
}
