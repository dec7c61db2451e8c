package io.jgbench.tune;

import io.jgbench.coordination.protocol.TuningReport.Setting;
import java.util.List;
import java.util.stream.Stream;

/**
 * The result of applying a plan.
 *
 * @param settings each setting of the plan
 * @param problems what is not as asked, one sentence each; none if all is
 * @param putBack what came of putting the host back at once, where that was done
 */
record ApplyResult(List<Setting> settings, List<String> problems, RestoreResult putBack) {
    ApplyResult {
        settings = List.copyOf(settings);
        problems = List.copyOf(problems);
    }

    /** The result where nothing was put back. */
    ApplyResult(List<Setting> settings, List<String> problems) {
        this(settings, problems, RestoreResult.NOTHING);
    }

    /** This with one problem more. */
    ApplyResult with(String problem) {
        return new ApplyResult(
                settings, Stream.concat(problems.stream(), Stream.of(problem)).toList(), putBack);
    }

    boolean verified() {
        return problems.isEmpty();
    }
}
