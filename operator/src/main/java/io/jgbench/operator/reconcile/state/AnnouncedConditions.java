package io.jgbench.operator.reconcile.state;

import io.jgbench.api.v1alpha1.StatusCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The conditions that this operator has found of a run or suite last, and made Events of. Where the API server refuses
 * a status, the same ones have changed at each try, for as long as it does.
 */
public final class AnnouncedConditions {
    private final Map<String, StatusCondition> byType = new ConcurrentHashMap<>();

    /** Those of the changed conditions that were not found last of their type; they are from now on. */
    public List<StatusCondition> unknown(List<StatusCondition> changed) {
        List<StatusCondition> unknown = new ArrayList<>();
        for (StatusCondition condition : changed) {
            StatusCondition before = byType.put(condition.type(), condition);
            if (before == null || !before.agreesWith(condition)) {
                unknown.add(condition);
            }
        }
        return unknown;
    }
}
