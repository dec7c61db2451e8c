package io.jgbench.operator.reconcile.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.reconcile.StepFixture;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StatusAsReadTest {
    private final StepFixture fixture = new StepFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void runWithoutAStatusSaysNothing() {
        assertThat(StatusAsRead.of(fixture.run)).isEqualTo(StatusAsRead.NOTHING);
    }

    @Test
    void fullResultIsToBeStoredUntilItIsStoredOrGivenUp() {
        fixture.stands(Map.of(ConditionType.RESULTS_STORED, Status.UNKNOWN), ConditionReason.STORING);
        assertThat(StatusAsRead.of(fixture.run).isToBeStored()).isTrue();

        fixture.stands(Map.of(ConditionType.RESULTS_STORED, Status.FALSE), ConditionReason.RESULTS_NOT_STORED);
        assertThat(StatusAsRead.of(fixture.run).isToBeStored()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = {"RESTORED", "RESTORED_IN_PART"})
    void hostsAreRestoredThoughSettingsWereLeftAlone(ConditionReason reason) {
        fixture.stands(Map.of(ConditionType.TUNING_VERIFIED, Status.TRUE), reason);

        StatusAsRead.Hosts hosts = StatusAsRead.of(fixture.run).hosts();

        assertThat(hosts.isRestored()).isTrue();
        assertThat(hosts.isUnrestored()).isFalse();
    }

    @Test
    void hostsThatNobodyKnowsToBeRestoredAreNot() {
        fixture.stands(Map.of(ConditionType.TUNING_VERIFIED, Status.FALSE), ConditionReason.RESTORE_UNCONFIRMED);

        StatusAsRead.Hosts hosts = StatusAsRead.of(fixture.run).hosts();

        assertThat(hosts.isUnrestored()).isTrue();
        assertThat(hosts.isRestored()).isFalse();
        assertThat(hosts.untunedSince()).hasValue(StepFixture.BEGIN);
    }
}
