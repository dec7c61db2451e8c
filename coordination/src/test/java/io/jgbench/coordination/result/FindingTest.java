package io.jgbench.coordination.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.result.Finding.Reason;
import org.junit.jupiter.api.Test;

class FindingTest {
    @Test
    void severityIsTheOneThatIsDeclaredForTheWorkload() {
        assertThat(Reason.DUPLICATED.found(WorkloadSettings.Type.MULTICAST, "2 messages."))
                .isEqualTo(new Finding(Reason.DUPLICATED, Severity.INVALID, "2 messages."));
        assertThat(Reason.DUPLICATED.found(WorkloadSettings.Type.DATAGRAM, "2 packets."))
                .isEqualTo(new Finding(Reason.DUPLICATED, Severity.INFO, "2 packets."));
        assertThat(Reason.VIEW_CHANGED.found("The view changed.").severity()).isEqualTo(Severity.INVALID);
    }

    @Test
    void severityThatDependsOnHowMuchWasFoundIsOneOfThoseDeclared() {
        assertThat(Reason.RETRANSMISSIONS.found(Severity.INFO, "1 of 1000.").severity())
                .isEqualTo(Severity.INFO);
        assertThatThrownBy(() -> Reason.VIEW_CHANGED.found(Severity.INFO, "The view changed."))
                .hasMessage("finding ViewChanged is not declared for Info");
    }

    @Test
    void findingOfAnotherWorkloadIsRefused() {
        assertThatThrownBy(() -> Reason.WINDOW_BOUND.found(WorkloadSettings.Type.RPC, "Senders waited."))
                .hasMessage("finding WindowBound is not declared for Rpc");
        assertThatThrownBy(() -> Reason.WINDOW_BOUND.found("Senders waited."))
                .hasMessage("finding WindowBound is not declared for all workloads");
    }
}
