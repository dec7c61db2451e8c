package io.jgbench.tune;

import io.jgbench.coordination.protocol.TuningReport.Setting;
import java.util.List;

/**
 * The result of applying a plan.
 *
 * @param settings each setting of the plan
 * @param problems what is not as asked, one sentence each; none if all is
 */
record ApplyResult(List<Setting> settings, List<String> problems) {
    ApplyResult {
        settings = List.copyOf(settings);
        problems = List.copyOf(problems);
    }

    boolean verified() {
        return problems.isEmpty();
    }
}
