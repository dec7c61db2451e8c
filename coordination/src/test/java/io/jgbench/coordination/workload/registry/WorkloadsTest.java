package io.jgbench.coordination.workload.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.result.TestReport;
import io.jgbench.coordination.result.TestRun;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WorkloadsTest {

    @ParameterizedTest
    @EnumSource(WorkloadSettings.Type.class)
    void typeOfTheApiHasItsOwnWorkload(WorkloadSettings.Type type) {
        assertThat(Workloads.of(type).type()).isEqualTo(type);
    }

    @ParameterizedTest
    @EnumSource(WorkloadSettings.Type.class)
    void recordsOfAWorkloadAreToldApartInJsonByItsLabel(WorkloadSettings.Type type) {
        assertThat(Workloads.of(type).records().all())
                .allSatisfy(record -> assertThat(
                                record.getAnnotation(JsonTypeName.class).value())
                        .isEqualTo(type.label()));
    }

    @ParameterizedTest
    @EnumSource(WorkloadSettings.Type.class)
    void blockOfAWorkloadIsAFieldOfTheApi(WorkloadSettings.Type type) {
        var fields = Arrays.stream(WorkloadSettings.class.getRecordComponents())
                .map(component -> component.getName())
                .collect(Collectors.toSet());

        assertThat(fields).contains(Workloads.of(type).block().name());
    }

    @Test
    void runOfAnotherWorkloadIsRefused() {
        var run = TestRun.of(1, 1, TestReport.whole(0, 1, 10)).result();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Workloads.RPC.of(run))
                .withMessage("the workload Rpc needs a RpcSpec, got: MulticastSpec");
    }
}
