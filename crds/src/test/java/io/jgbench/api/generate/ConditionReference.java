package io.jgbench.api.generate;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.SuiteConditionReason;
import io.jgbench.api.v1alpha1.SuiteConditionType;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The reference of conditions and of their reasons in Markdown. */
final class ConditionReference {
    private ConditionReference() {}

    static String ofTypes() {
        return "| condition | True means | reasons |\n|---|---|---|\n"
                + Arrays.stream(ConditionType.values())
                        .map(type -> "| `" + type.label() + "` | " + type.meaning() + " | " + reasons(type) + " |\n")
                        .collect(Collectors.joining());
    }

    private static String reasons(ConditionType type) {
        return type.reasons().stream().map(reason -> "`" + reason.label() + "`").collect(Collectors.joining(", "));
    }

    static String ofReasons() {
        return "| reason | of | what it means | what to do |\n|---|---|---|---|\n"
                + Arrays.stream(ConditionReason.values())
                        .map(reason -> "| `" + reason.label() + "` | " + types(reason) + " | " + reason.meaning()
                                + " | " + reason.remedy() + " |\n")
                        .collect(Collectors.joining());
    }

    private static String types(ConditionReason reason) {
        return reason.types().stream().map(type -> "`" + type.label() + "`").collect(Collectors.joining(", "));
    }

    /** Those of suites: the types, and below them the reasons. */
    static String ofSuites() {
        return "| condition | True means |\n|---|---|\n"
                + Arrays.stream(SuiteConditionType.values())
                        .map(type -> "| `" + type.label() + "` | " + type.meaning() + " |\n")
                        .collect(Collectors.joining())
                + "\n| reason | of | what it means | what to do |\n|---|---|---|---|\n"
                + Arrays.stream(SuiteConditionReason.values())
                        .map(reason -> "| `" + reason.label() + "` | " + types(reason) + " | " + reason.meaning()
                                + " | " + reason.remedy() + " |\n")
                        .collect(Collectors.joining());
    }

    private static String types(SuiteConditionReason reason) {
        return reason.types().stream().map(type -> "`" + type.label() + "`").collect(Collectors.joining(", "));
    }
}
