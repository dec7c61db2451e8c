package io.jgbench.operator.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.spec.InvalidSpecException;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.drive.RunRecords.OutdatedRecordException;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.plan.Assignment;
import io.jgbench.operator.plan.Plan;
import io.jgbench.operator.plan.StackTexts;
import io.jgbench.testing.kubernetes.ApiServerTest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Two operators that both believe to lead. */
@ApiServerTest
class RunRecordsOnApiServerTest {

    @Test
    void operatorThatWasReplacedWritesNoRecord(KubernetesClient client) throws Exception {
        RunRef run = new RunRef(client.getNamespace(), "replaced", "uid-1");
        var former = new RunRecords(client);
        var next = new RunRecords(client);
        former.save(run, record(1));
        former.save(run, record(2));

        assertThat(next.load(run).orElseThrow().repetition()).isEqualTo(2);
        next.save(run, record(3));
        assertThatThrownBy(() -> former.save(run, record(4)))
                .isInstanceOf(OutdatedRecordException.class)
                .hasMessageContaining(run.runId());

        assertThat(next.load(run).orElseThrow().repetition()).isEqualTo(3);
        former.load(run);
        former.save(run, record(4));
        assertThat(next.load(run).orElseThrow().repetition()).isEqualTo(4);
    }

    @Test
    void recordThatSomebodyRemovedIsWrittenAnew(KubernetesClient client) throws Exception {
        RunRef run = new RunRef(client.getNamespace(), "removed", "uid-3");
        var records = new RunRecords(client);
        records.save(run, record(1));
        client.configMaps().withName(run.runId()).delete();

        records.save(run, record(2));
        records.save(run, record(3));

        assertThat(records.load(run).orElseThrow().repetition()).isEqualTo(3);
    }

    @Test
    void recordOfAnOperatorThatStoredLessIsContinued(KubernetesClient client) throws Exception {
        RunRef run = new RunRef(client.getNamespace(), "older", "uid-4");
        new RunRecords(client).save(run, record(2));
        client.configMaps().withName(run.runId()).edit(map -> {
            String json = map.getData().get("record.json");
            map.getData().put("record.json", json.replace(",\"takeovers\":0", ""));
            assertThat(map.getData().get("record.json")).isNotEqualTo(json);
            return map;
        });

        assertThat(new RunRecords(client).load(run)).contains(record(2));
    }

    @Test
    void runThatAnotherOperatorHasBegunIsNotBegunAgain(KubernetesClient client) throws Exception {
        RunRef run = new RunRef(client.getNamespace(), "begun", "uid-2");
        var former = new RunRecords(client);
        assertThat(former.load(run)).isEmpty();
        new RunRecords(client).save(run, record(2));

        assertThatThrownBy(() -> former.save(run, record(1))).isInstanceOf(OutdatedRecordException.class);
    }

    private static RunRecord record(int repetition) throws InvalidSpecException {
        RunSpec spec = new RunSpecResolver(source -> StackTexts.find(source, Optional.empty()))
                .resolve(
                        "run",
                        RunYaml.parsed("run", "members: 1, messages: 1000, messageSize: 1k, repetitions: 4")
                                .getSpec());
        Plan plan = Plan.of(
                "run-x-" + repetition, List.of(new Assignment(0, "member-0", "node-0", "10.0.0.1", 7800, 27_800)));
        return RunRecord.begin(spec, repetition, plan, Instant.parse("2026-11-01T10:00:00Z"));
    }
}
