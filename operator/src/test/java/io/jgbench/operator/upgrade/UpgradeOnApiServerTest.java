package io.jgbench.operator.upgrade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.ObjectLabels;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.api.v1alpha1.SuiteConditionReason;
import io.jgbench.api.v1alpha1.SuiteConditionType;
import io.jgbench.coordination.control.ControlPaths;
import io.jgbench.operator.cluster.ChartRights;
import io.jgbench.operator.cluster.TestOperator;
import io.jgbench.testing.kubernetes.ApiServer;
import io.jgbench.testing.kubernetes.ApiServerTest;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs and suites that are under way when an operator of another release takes over. */
@Tag("slow")
@ApiServerTest
class UpgradeOnApiServerTest {
    /** An operator that goes on makes the next run at once. */
    private static final Duration LEFT_ALONE_FOR = Duration.ofSeconds(5);

    static Stream<Arguments> runsOfReleases() {
        return releases()
                .flatMap(release -> Stream.of(RecordedStage.values()).map(stage -> Arguments.of(release, stage)));
    }

    static Stream<ReleaseFiles> releases() {
        return ReleaseFiles.all().stream();
    }

    /** The members live; all that an operator knows of them is what the other release has written. */
    @ParameterizedTest
    @MethodSource("runsOfReleases")
    void runThatAnEarlierReleaseBeganComesToItsEnd(
            ReleaseFiles release, RecordedStage stage, ApiServer server, KubernetesClient client) throws IOException {
        try (var staged = StagedRun.bring(server, client, stage)) {
            RecordedRun now = RecordedRun.of(client, stage.run());
            RecordedRun before = RecordedRun.read(release.run(stage)).putInPlaceOf(client, stage.run());
            assertThat(now.podLabels().properties())
                    .as("an operator finds pods by their labels")
                    .isSubsetOf(before.podLabels().properties());

            staged.goOn();
            try (var operator = TestOperator.start(server, client)) {
                BenchmarkRun ended = operator.awaitReleased(stage.run());

                assertThat(message(ended)).isEqualTo("The run completed and its result is valid.");
                assertThat(ended.getStatus().perMember())
                        .hasSize(2)
                        .allSatisfy(
                                member -> assertThat(member.messagesReceived()).isEqualTo(2000));
                if (stage == RecordedStage.CLEARING) {
                    assertThat(ended.getStatus().summary())
                            .isEqualTo(before.run().getStatus().summary());
                }
            }
            assertThat(client.leases()
                            .inNamespace(ChartRights.operatorNamespace(client))
                            .list()
                            .getItems())
                    .isEmpty();
            assertThat(client.configMaps()
                            .withName(now.run().getStatus().runId())
                            .get())
                    .as("its record")
                    .isNull();
        }
    }

    @ParameterizedTest
    @MethodSource("releases")
    void requestsHaveTheFieldsThatMembersOfAnEarlierReleaseKnow(
            ReleaseFiles release, ApiServer server, KubernetesClient client) throws Exception {
        var known = RecordedMessages.read(release.messages());
        try (var staged = StagedRun.bring(server, client, RecordedStage.RUNNING)) {
            var asked = RecordedMessages.of(RecordedMessages.config(client), staged.exchanges());
            Set<String> paths = asked.paths();
            // a start is withdrawn on a busy machine alone
            paths.remove(ControlPaths.WITHDRAW);

            assertThat(known.paths()).containsAll(paths);
            for (String path : paths) {
                assertThat(asked.fields(path)).as(path).isEqualTo(known.fields(path));
            }
        }
    }

    @Test
    void runOfANewerReleaseIsLeftAloneAndGoesOnWhenThatOneIsBack(ApiServer server, KubernetesClient client) {
        RecordedStage stage = RecordedStage.RUNNING;
        try (var staged = StagedRun.bring(server, client, stage)) {
            ConfigMap written = writeVersion(client, "2");
            List<String> members = staged.cluster().running();
            try (var older = TestOperator.start(server, client)) {
                BenchmarkRun found = older.awaitRun(
                        stage.run(), run -> run.hasReason(ConditionType.SUCCEEDED, ConditionReason.RECORD_UNREADABLE));

                assertThat(found.condition(ConditionType.SUCCEEDED)
                                .map(StatusCondition::status)
                                .orElseThrow())
                        .isEqualTo(Status.UNKNOWN);
                assertThat(message(found))
                        .isEqualTo("The record of the run in ConfigMap "
                                + found.getStatus().runId() + " is of version 2, and this operator reads version 1:"
                                + " a newer operator wrote it. Install that one again, or cancel or delete the run.");
            }
            assertThat(record(client)).isEqualTo(written);
            assertThat(staged.cluster().running()).hasSize(2).isEqualTo(members);

            writeVersion(client, "1");
            staged.goOn();
            try (var newer = TestOperator.start(server, client)) {
                assertThat(message(newer.awaitReleased(stage.run())))
                        .isEqualTo("The run completed and its result is valid.");
            }
        }
    }

    private static ConfigMap writeVersion(KubernetesClient client, String version) {
        return client.resource(record(client)).edit(map -> {
            map.getData().put("version", version);
            return map;
        });
    }

    private static ConfigMap record(KubernetesClient client) {
        return client.configMaps()
                .withLabel(ObjectLabels.CONTENT, "record")
                .list()
                .getItems()
                .getFirst();
    }

    @ParameterizedTest
    @MethodSource("releases")
    void suiteOfAnEarlierReleaseGoesOnFromItsDigests(ReleaseFiles release, ApiServer server, KubernetesClient client)
            throws IOException {
        String before = Files.readString(release.digest());
        try (var suite = StagedSuite.bring(server, client)) {
            suite.onlyDigestIs(before);
            try (var _ = TestOperator.start(server, client)) {
                var ended = suite.await(found -> found.isTrue(SuiteConditionType.FINISHED));

                assertThat(ended.isTrue(SuiteConditionType.SUCCEEDED)).isTrue();
                assertThat(ended.getStatus().visits().valid()).isEqualTo(3);
            }
            assertThat(suite.digest()).as("of the visit that is not made again").isEqualTo(before);
        }
    }

    @Test
    void suiteWithADigestOfANewerReleaseWaitsAndLeavesItAlone(ApiServer server, KubernetesClient client) {
        try (var suite = StagedSuite.bring(server, client)) {
            String before = suite.digest();
            String newer = before.replaceFirst("\"schemaVersion\" : 1", "\"schemaVersion\" : 2");
            assertThat(newer).isNotEqualTo(before);
            suite.onlyDigestIs(newer);
            List<String> runs = runs(client);
            try (var _ = TestOperator.start(server, client)) {
                var waiting = suite.await(
                        found -> found.hasReason(SuiteConditionType.SUCCEEDED, SuiteConditionReason.DIGEST_UNREADABLE));

                assertThat(waiting.condition(SuiteConditionType.SUCCEEDED)
                                .orElseThrow()
                                .message())
                        .contains("must be of version 1, got: 2", "read it with the jgbench that wrote it");
                await().atMost(LEFT_ALONE_FOR.multipliedBy(4))
                        .during(LEFT_ALONE_FOR)
                        .until(() ->
                                suite.digest().equals(newer) && runs(client).equals(runs));
            }
        }
    }

    private static List<String> runs(KubernetesClient client) {
        return client.resources(BenchmarkRun.class).list().getItems().stream()
                .map(run ->
                        run.getMetadata().getName() + " " + run.getMetadata().getUid())
                .sorted()
                .toList();
    }

    private static String message(BenchmarkRun run) {
        return run.condition(ConditionType.SUCCEEDED)
                .map(StatusCondition::message)
                .orElse("");
    }
}
