package io.jgbench.operator.suite;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.SuiteRetentionSettings;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Which runs of a suite are not to stay. */
final class SuiteRetention {
    private SuiteRetention() {}

    /**
     * All but the last ones.
     *
     * @param ended the runs of a suite that are over and whose digests are stored
     */
    static List<BenchmarkRun> surplus(BenchmarkSuiteSpec spec, List<BenchmarkRun> ended) {
        int kept = Optional.ofNullable(spec.retention())
                .map(SuiteRetentionSettings::runs)
                .orElse(SuiteRetentionSettings.DEFAULT_RUNS);
        return ended.stream()
                .filter(SuiteRetention::mayGo)
                .sorted(Comparator.comparing(SuiteRetention::completion).reversed())
                .skip(kept)
                .toList();
    }

    /** Whether nothing of a run that is over has to be seen to before it is deleted. */
    static boolean mayGo(BenchmarkRun run) {
        // its pods end and its nodes are freed as after any run; a deletion would hurry that
        boolean hasNodes = run.isTrue(ConditionType.NODES_RESERVED);
        // it is tried again and again to restore its hosts, and nobody would say any more that they are not
        boolean isRestoring = run.hasReason(ConditionType.TUNING_VERIFIED, ConditionReason.RESTORE_UNCONFIRMED);
        return !hasNodes && !isRestoring && run.getMetadata().getDeletionTimestamp() == null;
    }

    private static String completion(BenchmarkRun run) {
        return Optional.ofNullable(run.getStatus().completionTime())
                .orElse(run.getMetadata().getCreationTimestamp());
    }
}
