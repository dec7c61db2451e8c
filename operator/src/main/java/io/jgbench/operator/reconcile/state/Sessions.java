package io.jgbench.operator.reconcile.state;

import io.jgbench.api.v1alpha1.BenchmarkRunStatus;
import io.jgbench.operator.kubernetes.RunRef;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The operator's session of each run. */
public final class Sessions {
    private final Map<String, Session> byUid = new ConcurrentHashMap<>();

    /** The session of a run; a new one if it is seen for the first time. */
    public Session of(RunRef run) {
        return byUid.computeIfAbsent(run.uid(), uid -> new Session());
    }

    /** The status that was written last of a run, which the cache may not have yet; empty if that is not known. */
    public Optional<BenchmarkRunStatus> written(RunRef run) {
        return Optional.ofNullable(byUid.get(run.uid())).flatMap(Session::written);
    }

    /** Forgets a run that is no more. */
    public void forget(RunRef run) {
        Session session = byUid.remove(run.uid());
        if (session != null) {
            session.letGo();
        }
    }

    /** Closes the connections to the members of all runs. The runs continue, and another operator picks them up. */
    public void letGo() {
        byUid.values().forEach(Session::letGo);
    }
}
