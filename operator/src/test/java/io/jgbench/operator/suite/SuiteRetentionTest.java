package io.jgbench.operator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.status.StatusDraft;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SuiteRetentionTest {
    private static final Instant BEGIN = Instant.parse("2026-11-01T10:00:00Z");

    @Test
    void runThatSaysThatItsHostsAreNotRestoredStays() {
        var spec = Serialization.unmarshal("{\"retention\": {\"runs\": 1}}", BenchmarkSuiteSpec.class);
        BenchmarkRun unconfirmed = ended("a", 1, ConditionReason.RESTORE_UNCONFIRMED);
        BenchmarkRun restored = ended("b", 2, ConditionReason.RESTORED);
        BenchmarkRun last = ended("c", 3, ConditionReason.RESTORED);

        assertThat(SuiteRetention.surplus(spec, List.of(unconfirmed, restored, last)))
                .containsExactly(restored);
    }

    private static BenchmarkRun ended(String name, int minute, ConditionReason tuning) {
        var run = new BenchmarkRun();
        run.getMetadata().setName(name);
        run.getMetadata().setCreationTimestamp(BEGIN.toString());
        run.setStatus(new StatusDraft(null, 1L, BEGIN.plusSeconds(60L * minute))
                .condition(ConditionType.TUNING_VERIFIED, Status.UNKNOWN, tuning, "As the test has it.")
                .completed()
                .build());
        return run;
    }
}
