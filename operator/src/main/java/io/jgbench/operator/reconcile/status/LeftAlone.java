package io.jgbench.operator.reconcile.status;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.ReasonWord;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.status.StatusDraft;
import java.util.Collection;
import java.util.Optional;

/**
 * Says in the condition TuningVerified which settings were left as they are when hosts were restored. Another program
 * had changed them, which fails no run and keeps no node, but nobody may take the hosts for what they were. It is said
 * to the end of the run, whatever else the condition comes to say; the status alone remembers it.
 */
public final class LeftAlone {
    private static final String LEAD = " Left as they are: ";
    private static final String IN_PART =
            "All hosts are restored, except for settings that another program changed or that are gone.";

    private LeftAlone() {}

    /** What is said of a node. */
    public static String on(String node, String settings) {
        return "Node " + node + ": " + settings;
    }

    /**
     * Sets the condition.
     *
     * @param leftAlone what was left alone, a text for each node; what the draft says of that already stays
     */
    public static void say(
            StatusDraft draft, Status status, ReasonWord reason, String message, Collection<String> leftAlone) {
        String all = said(draft);
        for (String each : leftAlone) {
            all = all.contains(each) ? all : all.isEmpty() ? each : all + "; " + each;
        }
        if (all.isEmpty()) {
            draft.condition(ConditionType.TUNING_VERIFIED, status, reason, message);
        } else if (reason.equals(ConditionReason.RESTORED)) {
            draft.condition(
                    ConditionType.TUNING_VERIFIED, status, ConditionReason.RESTORED_IN_PART, IN_PART + LEAD + all);
        } else {
            draft.condition(ConditionType.TUNING_VERIFIED, status, reason, message + LEAD + all);
        }
    }

    /** Adds to what the condition says, where it says something. */
    public static void add(StatusDraft draft, Collection<String> leftAlone) {
        if (leftAlone.isEmpty()) {
            return;
        }
        condition(draft)
                .ifPresent(
                        now -> say(draft, now.status(), ReasonWord.of(now.reason()), base(now.message()), leftAlone));
    }

    private static Optional<StatusCondition> condition(StatusDraft draft) {
        return draft.build().condition(ConditionType.TUNING_VERIFIED);
    }

    private static String said(StatusDraft draft) {
        return condition(draft)
                .map(StatusCondition::message)
                .filter(message -> message.contains(LEAD))
                .map(message -> message.substring(message.indexOf(LEAD) + LEAD.length()))
                .orElse("");
    }

    private static String base(String message) {
        int end = message.indexOf(LEAD);
        return end < 0 ? message : message.substring(0, end);
    }
}
