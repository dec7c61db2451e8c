package io.jgbench.operator.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.operator.cluster.FakeApiServer;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.plan.Assignment;
import io.jgbench.operator.plan.Plan;
import io.jgbench.operator.plan.StackTexts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunRecordsTest {
    private static final RunRef RUN = new RunRef("lab", "run", "uid");

    private final FakeApiServer api = new FakeApiServer();
    private final Deque<Long> times = new ArrayDeque<>();
    private final RunRecords records = new RunRecords(api.client(), times::remove);

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void nothingIsKnownOfAStoreThatWasNotUsedYet() {
        assertThat(records.saveTakes(RUN)).isZero();
    }

    @Test
    void whatStoringTookLatelyIsKnownUntilTheRecordGoes() throws Exception {
        save(Duration.ofMillis(40));
        assertThat(records.saveTakes(RUN)).isEqualTo(Duration.ofMillis(40));

        save(Duration.ofMillis(700));
        assertThat(records.saveTakes(RUN)).isEqualTo(Duration.ofMillis(700));

        records.delete(RUN);
        assertThat(records.saveTakes(RUN)).isZero();
    }

    @Test
    void storeThatStoodStillOnceIsNotTakenToBeSlowForGood() throws Exception {
        save(Duration.ofSeconds(8));

        save(Duration.ofMillis(40));
        assertThat(records.saveTakes(RUN)).isEqualTo(Duration.ofSeconds(4));
        save(Duration.ofMillis(40));
        assertThat(records.saveTakes(RUN)).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void whatItTookToBeRefusedCountsAsWell() {
        api.refuse("configmaps");

        assertThat(catchThrowable(() -> save(Duration.ofSeconds(1)))).isNotNull();

        assertThat(records.saveTakes(RUN)).isEqualTo(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 409})
    void recordThatAWebhookDeniesIsNotTakenForReplacedByAnotherOperator(int code) throws Exception {
        save(Duration.ofMillis(40));
        api.deny("configmaps", "PATCH", code);

        assertThat(catchThrowable(() -> save(Duration.ofMillis(40))))
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining("denied the request");
    }

    private void save(Duration lasting) throws Exception {
        times.addAll(List.of(5L, 5L + lasting.toNanos()));
        records.save(RUN, record());
    }

    private static RunRecord record() throws Exception {
        var run = RunYaml.parsed("run", "members: 1, messages: 1000, messageSize: 1k");
        var spec =
                new RunSpecResolver(source -> StackTexts.find(source, Optional.empty())).resolve("run", run.getSpec());
        var plan = Plan.of("run-x-1", List.of(new Assignment(0, "member-0", "node-0", "10.0.0.1", 7800, 27_800)));
        return RunRecord.begin(spec, 1, plan, Instant.parse("2026-11-01T10:00:00Z"));
    }
}
