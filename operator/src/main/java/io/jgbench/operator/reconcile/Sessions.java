package io.jgbench.operator.reconcile;

import io.jgbench.operator.kubernetes.RunRef;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What the operator remembers of each run that there is. */
final class Sessions {
    private final Map<String, Session> byUid = new ConcurrentHashMap<>();

    /** The session of a run; a new one if it is seen for the first time. */
    Session of(RunRef run) {
        return byUid.computeIfAbsent(run.uid(), uid -> new Session());
    }

    /** Forgets a run that is no more. */
    void forget(RunRef run) {
        Session session = byUid.remove(run.uid());
        if (session != null) {
            session.letGo();
        }
    }

    /** Lets go of the members of all runs; they go on, and another operator finds them. */
    void letGo() {
        byUid.values().forEach(Session::letGo);
    }
}
