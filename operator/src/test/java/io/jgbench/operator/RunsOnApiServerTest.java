package io.jgbench.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.spec.InvalidSpecException;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.operator.cluster.ChartRights;
import io.jgbench.operator.cluster.PlayedCluster;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.cluster.TestOperator;
import io.jgbench.operator.drive.RunRecord;
import io.jgbench.operator.drive.RunRecords;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.plan.Assignment;
import io.jgbench.operator.plan.Plan;
import io.jgbench.operator.reserve.NodeLeases;
import io.jgbench.testing.kubernetes.ApiServer;
import io.jgbench.testing.kubernetes.ApiServerTest;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
@ApiServerTest
class RunsOnApiServerTest {
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Duration LONG = Duration.ofSeconds(8);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int MAX_STATUS_BYTES = 256 * 1024;

    @Test
    void aRunOnTakenNodesWaitsAndSaysBehindWhich(ApiServer server, KubernetesClient client) {
        try (var cluster = PlayedCluster.withSimulatedMembers(client, LONG).nodes("queue", 2);
                var operator = TestOperator.start(server, client)) {
            create(client, RunYaml.named("first", "queue", "members: 2, messages: 1000, messageSize: 1k"));
            operator.awaitRun("first", run -> run.isTrue(ConditionType.NODES_RESERVED));
            create(client, RunYaml.named("second", "queue", "members: 1, messages: 1000, messageSize: 1k"));

            var queued = operator.awaitRun(
                    "second", run -> run.hasReason(ConditionType.NODES_RESERVED, ConditionReason.NODE_BUSY));
            assertThat(message(queued, ConditionType.NODES_RESERVED))
                    .contains("behind", client.getNamespace() + "/first");

            assertThat(message(operator.awaitFinished("first"), ConditionType.SUCCEEDED))
                    .isEqualTo("The run completed and its result is valid.");
            assertThat(message(operator.awaitFinished("second"), ConditionType.SUCCEEDED))
                    .isEqualTo("The run completed and its result is valid.");
            awaitNoLeases(client);
            assertThat(cluster.running()).isEmpty();
        }
    }

    @Test
    void aRunNeedNotWaitForOneThatWaitsForItsStack(ApiServer server, KubernetesClient client) {
        try (var cluster = PlayedCluster.withSimulatedMembers(client, SHORT).nodes("aside", 1);
                var operator = TestOperator.start(server, client)) {
            create(
                    client,
                    RunYaml.named(
                            "incomplete",
                            "aside",
                            "members: 1, messages: 1000, messageSize: 1k,"
                                    + " stack: {configMapKeyRef: {name: late, key: stack.xml}}"));
            create(client, RunYaml.named("complete", "aside", "members: 1, messages: 1000, messageSize: 1k"));

            operator.awaitReleased("complete");

            assertThat(operator.awaitRun("incomplete", run -> true))
                    .satisfies(run -> assertThat(run.hasReason(ConditionType.SUCCEEDED, ConditionReason.PENDING))
                            .isTrue());
            assertThat(cluster.running()).isEmpty();
        }
    }

    @Test
    void tooFewNodesAreNamedAtOnceAndFailTheRunAtLast(ApiServer server, KubernetesClient client) {
        try (var cluster = PlayedCluster.withSimulatedMembers(client, SHORT).nodes("few", 2);
                var operator = TestOperator.start(server, client)) {
            stack(client, "three", "<config><UDP/><PING/><pbcast.GMS/></config>");
            create(
                    client,
                    RunYaml.of(
                            "few",
                            "members: 3, messages: 1000, messageSize: 1k, start: {timeout: 10s},"
                                    + " stack: {configMapKeyRef: {name: three, key: stack.xml}}"));

            operator.awaitRun(
                    "few", run -> run.hasReason(ConditionType.NODES_RESERVED, ConditionReason.NOT_ENOUGH_NODES));
            var failed = operator.awaitFinished("few");

            assertThat(message(failed, ConditionType.FINISHED)).contains("3 members need 3 nodes", "few-0, few-1");
            assertThat(cluster.running()).isEmpty();
        }
    }

    @Test
    @Tag("slow")
    void anImageThatCannotBePulledIsQuoted(ApiServer server, KubernetesClient client) {
        try (var cluster = PlayedCluster.withoutImages(client).nodes("image", 1);
                var operator = TestOperator.start(server, client)) {
            create(client, RunYaml.of("image", "members: 1, messages: 1000, messageSize: 1k, start: {timeout: 8s}"));

            operator.awaitRun(
                    "image", run -> run.hasReason(ConditionType.MEMBERS_READY, ConditionReason.IMAGE_PULL_BACK_OFF));
            var failed = operator.awaitFinished("image");

            assertThat(message(failed, ConditionType.SUCCEEDED))
                    .contains("member-0 did not come up within 8s", "ImagePullBackOff", "nowhere/none");
            assertThat(failed.hasReason(ConditionType.MEMBERS_READY, ConditionReason.IMAGE_PULL_BACK_OFF))
                    .isTrue();
            awaitNoLeases(client);
            assertThat(cluster.running()).isEmpty();
        }
    }

    @Test
    void aMemberThatIsKilledFailsTheRunAndIsNamed(ApiServer server, KubernetesClient client) {
        try (var cluster = PlayedCluster.withSimulatedMembers(client, Duration.ofMinutes(5))
                        .nodes("kill", 2);
                var operator = TestOperator.start(server, client)) {
            create(client, RunYaml.of("kill", "members: 2, messages: 1000, messageSize: 1k"));
            operator.awaitRun("kill", run -> run.hasReason(ConditionType.SUCCEEDED, ConditionReason.RUNNING));

            cluster.kill(podOf(client, "member-1"));
            var failed = operator.awaitFinished("kill");

            assertThat(message(failed, ConditionType.RESULTS_COLLECTED)).contains("member-1");
            assertThat(message(failed, ConditionType.SUCCEEDED)).contains("member-1 ended (killed by signal 9)");
            awaitNoLeases(client);
            assertThat(client.pods().list().getItems())
                    .as("pods of a failed run stay for reading")
                    .hasSize(2);
        }
    }

    @Test
    void anOperatorThatIsKilledIsFollowedByOneThatGoesOn(ApiServer server, KubernetesClient client) {
        try (var cluster = PlayedCluster.withSimulatedMembers(client, LONG).nodes("again", 2)) {
            try (var first = TestOperator.start(server, client)) {
                create(client, RunYaml.of("again", "members: 2, messages: 1000, messageSize: 1k"));
                first.awaitRun("again", run -> run.hasReason(ConditionType.SUCCEEDED, ConditionReason.RUNNING));
            }
            List<String> pods = cluster.running();
            try (var second = TestOperator.start(server, client)) {
                var finished = second.awaitFinished("again");

                assertThat(finished.isTrue(ConditionType.VALID)).isTrue();
                assertThat(finished.getStatus().perMember()).hasSize(2);
                awaitNoLeases(client);
            }
            assertThat(pods).hasSize(2);
        }
    }

    @Test
    void aRunThatIsDeletedEndsItsPodsAndFreesItsNodes(ApiServer server, KubernetesClient client) {
        try (var cluster = PlayedCluster.withSimulatedMembers(client, Duration.ofMinutes(5))
                        .nodes("gone", 2);
                var operator = TestOperator.start(server, client)) {
            create(client, RunYaml.of("gone", "members: 2, messages: 1000, messageSize: 1k"));
            operator.awaitRun("gone", run -> run.hasReason(ConditionType.SUCCEEDED, ConditionReason.RUNNING));

            client.resources(BenchmarkRun.class).withName("gone").delete();

            awaitGone(client, "gone");
            awaitNoLeases(client);
            assertThat(client.pods().list().getItems()).isEmpty();
            assertThat(cluster.running()).isEmpty();
        }
    }

    @Test
    void aRunThatIsCancelledEndsFreesItsNodesAndStays(ApiServer server, KubernetesClient client) {
        try (var cluster = PlayedCluster.withSimulatedMembers(client, Duration.ofMinutes(5))
                        .nodes("cancel", 1);
                var operator = TestOperator.start(server, client)) {
            create(client, RunYaml.of("cancel", "members: 1, messages: 1000, messageSize: 1k, repetitions: 3"));
            create(client, RunYaml.parsed("held", "members: 1, messages: 1000, messageSize: 1k, suspend: true"));
            operator.awaitRun("cancel", run -> run.hasReason(ConditionType.SUCCEEDED, ConditionReason.RUNNING));
            operator.awaitRun("held", run -> run.hasReason(ConditionType.SUCCEEDED, ConditionReason.SUSPENDED));

            cancel(client, "cancel");
            cancel(client, "held");

            var cancelled = operator.awaitReleased("cancel");
            assertThat(cancelled.hasReason(ConditionType.FINISHED, ConditionReason.CANCELLED))
                    .isTrue();
            assertThat(message(cancelled, ConditionType.FINISHED)).contains("spec.cancel is true");
            assertThat(cancelled.getStatus().perMember()).hasSize(1);
            assertThat(operator.awaitFinished("held").hasReason(ConditionType.FINISHED, ConditionReason.CANCELLED))
                    .isTrue();
            awaitNoLeases(client);
            assertThat(cluster.running()).isEmpty();
        }
    }

    private static void cancel(KubernetesClient client, String name) {
        client.resources(BenchmarkRun.class)
                .withName(name)
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"cancel\":true}}");
    }

    @Test
    void eachRepetitionHasPodsOfItsOwn(ApiServer server, KubernetesClient client) {
        try (var cluster = PlayedCluster.withSimulatedMembers(client, SHORT).nodes("repeat", 2);
                var operator = TestOperator.start(server, client)) {
            create(
                    client,
                    RunYaml.of(
                            "repeat",
                            "members: 2, messages: 1000, messageSize: 1k, repetitions: 2, retention: {pods: Always}"));

            var finished = operator.awaitReleased("repeat");

            assertThat(finished.getStatus().summary().repetitions()).isEqualTo(2);
            assertThat(finished.getStatus().summary().limitBytesPerSecond())
                    .as("two members on links of 10 Gbit/s receive twice what crosses one, less its headers")
                    .isBetween(2_000_000_000L, 2_500_000_000L);
            assertThat(finished.getStatus().summary().efficiencyPermille()).isPositive();
            assertThat(finished.getStatus().window().bytes())
                    .as("two members that tell lines of 10 Gbit/s: 1 ms of it")
                    .isEqualTo(1_250_000);
            assertThat(finished.getStatus().window().reason()).contains("1 ms of a line of 10 Gbit/s");
            assertThat(client.pods().list().getItems())
                    .extracting(pod -> pod.getMetadata().getLabels().get("jgbench.io/repetition-id"))
                    .containsExactlyInAnyOrder(
                            finished.getStatus().runId() + "-1",
                            finished.getStatus().runId() + "-1",
                            finished.getStatus().runId() + "-2",
                            finished.getStatus().runId() + "-2");
            assertThat(cluster.running()).isEmpty();
        }
    }

    @Test
    void aStackThatDoesNotParseIsRefusedWithItsPlace(ApiServer server, KubernetesClient client) {
        try (var operator = TestOperator.start(server, client)) {
            create(
                    client,
                    RunYaml.of(
                            "stack",
                            "members: 1, messages: 1000, messageSize: 1k, stack: {inline: '<config><UDP></config>'}"));

            var failed = operator.awaitFinished("stack");

            assertThat(failed.hasReason(ConditionType.MEMBERS_READY, ConditionReason.STACK_INVALID))
                    .isTrue();
            assertThat(message(failed, ConditionType.MEMBERS_READY)).contains("stack inline is not XML: line 1");
        }
    }

    @Test
    @Tag("slow")
    void aRunWaitsForTheOneBeforeThatWhichIsSuspended(ApiServer server, KubernetesClient client) {
        String work = "members: 1, messages: 1000, messageSize: 1k";
        try (var cluster = PlayedCluster.withSimulatedMembers(client, LONG).nodes("passed", 1);
                var operator = TestOperator.start(server, client)) {
            create(client, RunYaml.named("passed-1", "passed", work));
            operator.awaitRun("passed-1", run -> run.isTrue(ConditionType.NODES_RESERVED));
            create(client, RunYaml.named("passed-2", "passed", work));
            create(client, RunYaml.named("passed-3", "passed", work));
            operator.awaitRun(
                    "passed-3",
                    run -> message(run, ConditionType.NODES_RESERVED).contains("/passed-2, "));

            client.resources(BenchmarkRun.class)
                    .withName("passed-2")
                    .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"suspend\":true}}");

            operator.awaitRun(
                    "passed-3",
                    run -> !message(run, ConditionType.NODES_RESERVED).contains("/passed-2, "));
            assertThat(operator.awaitFinished("passed-3").isTrue(ConditionType.SUCCEEDED))
                    .isTrue();
            assertThat(cluster.running()).hasSizeLessThanOrEqualTo(1);
        }
    }

    @Test
    void aSuspendedRunBeginsWhenItIsResumed(ApiServer server, KubernetesClient client) {
        try (var cluster = PlayedCluster.withSimulatedMembers(client, SHORT).nodes("suspend", 1);
                var operator = TestOperator.start(server, client)) {
            create(client, RunYaml.of("suspend", "members: 1, messages: 1000, messageSize: 1k, suspend: true"));
            operator.awaitRun("suspend", run -> run.hasReason(ConditionType.SUCCEEDED, ConditionReason.SUSPENDED));
            assertThat(cluster.running()).isEmpty();

            client.resources(BenchmarkRun.class)
                    .withName("suspend")
                    .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"suspend\":false}}");

            assertThat(operator.awaitFinished("suspend").isTrue(ConditionType.SUCCEEDED))
                    .isTrue();
        }
    }

    @Test
    @Tag("slow")
    void twoHundredMembersAreCoordinatedWithinABoundedStatus(ApiServer server, KubernetesClient client) {
        try (var cluster = PlayedCluster.withSimulatedMembers(client, SHORT).nodes("many", 200);
                var operator = TestOperator.start(server, client)) {
            create(client, RunYaml.of("many", "members: 200, messages: 1000, messageSize: 1k, start: {maxSkew: 5s}"));

            var finished = operator.awaitFinished("many");

            assertThat(finished.isTrue(ConditionType.SUCCEEDED))
                    .as(() -> message(finished, ConditionType.SUCCEEDED))
                    .isTrue();
            assertThat(finished.getStatus().perMember()).hasSize(200);
            assertThat(Serialization.asJson(finished.getStatus()).getBytes(StandardCharsets.UTF_8))
                    .hasSizeLessThan(MAX_STATUS_BYTES);
            awaitNoLeases(client);
            assertThat(cluster.running()).isEmpty();
        }
    }

    @Test
    @Tag("slow")
    void anOperatorWithoutWorkReconcilesNothing(ApiServer server, KubernetesClient client) {
        try (var cluster = PlayedCluster.withSimulatedMembers(client, SHORT).nodes("idle", 1);
                var operator = TestOperator.start(server, client)) {
            create(client, RunYaml.of("idle", "members: 1, messages: 1000, messageSize: 1k"));
            operator.awaitReleased("idle");
            assertThat(cluster.running()).isEmpty();

            await().atMost(PATIENCE)
                    .pollDelay(Duration.ofSeconds(5))
                    .pollInterval(Duration.ofSeconds(5))
                    .until(new NothingMore(operator));
        }
    }

    @Test
    void aRunWithAStackOfALongNameEndsOnce(ApiServer server, KubernetesClient client) {
        String map = "team-benchmarks-stacks-of-all-that-we-compare-this-autumn-7d9h2k5m6t";
        try (var cluster = PlayedCluster.withSimulatedMembers(client, SHORT).nodes("long", 1);
                var operator = TestOperator.start(server, client)) {
            stack(client, map, "<config><UDP/><PING/><pbcast.GMS/></config>");
            create(client, RunYaml.of("long", stackOf(map)));

            var finished = operator.awaitReleased("long");

            assertThat(finished.getStatus().stack()).isEqualTo(map + "/stack.xml");
            assertThat(finished.isTrue(ConditionType.SUCCEEDED)).isTrue();
            assertThat(cluster.running()).isEmpty();
        }
    }

    @Test
    @Tag("slow")
    void aStackIsTheOneThatItsConfigMapHoldsWhenTheRunBegins(ApiServer server, KubernetesClient client) {
        try (var cluster = PlayedCluster.withSimulatedMembers(client, LONG.plusSeconds(4))
                        .nodes("edited", 1);
                var operator = TestOperator.start(server, client)) {
            create(client, RunYaml.named("before", "edited", "members: 1, messages: 1000, messageSize: 1k"));
            operator.awaitRun("before", run -> run.isTrue(ConditionType.NODES_RESERVED));
            create(client, RunYaml.named("after", "edited", stackOf("edited")));
            operator.awaitRun(
                    "after", run -> run.hasReason(ConditionType.MEMBERS_READY, ConditionReason.STACK_INVALID));
            stack(client, "edited", "<config><UDP/><PING/><pbcast.GMS/></config>");
            var queued = operator.awaitRun(
                    "after", run -> run.hasReason(ConditionType.NODES_RESERVED, ConditionReason.NODE_BUSY));
            assertThat(message(queued, ConditionType.MEMBERS_READY)).contains("The stack is there now");

            stack(client, "edited", "<config><TCP/><TCPPING/><pbcast.GMS/></config>");
            var begun = operator.awaitRun("after", run -> run.isTrue(ConditionType.NODES_RESERVED));

            assertThat(recordOf(client, begun).getData().get("record.json")).contains("<TCP/>");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(cluster.running()).hasSize(1));
        }
    }

    @Test
    void membersOfALaterRepetitionAreCountedToo(ApiServer server, KubernetesClient client) {
        try (var cluster = PlayedCluster.withSimulatedMembers(client, Duration.ofSeconds(3))
                        .nodes("counted", 1);
                var operator = TestOperator.start(server, client)) {
            create(client, RunYaml.of("counted", "members: 1, messages: 1000, messageSize: 1k, repetitions: 2"));
            operator.awaitRun("counted", run -> isOfRepetition(client, run, 2));

            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(operator.metersNamed("jgbench.member.received")).hasSize(1);
                assertThat(operator.awaitRun("counted", _ -> true)
                                .hasReason(ConditionType.SUCCEEDED, ConditionReason.RUNNING))
                        .isTrue();
            });
            operator.awaitReleased("counted");
            assertThat(operator.metersNamed("jgbench.member.received")).isEmpty();
            assertThat(cluster.running()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"configmaps", "secrets"})
    void whatTheApiServerRefusesIsSaidAndKeepsNobodyFromTheNodes(
            String refused, ApiServer server, KubernetesClient client) {
        String name = "quota-" + refused;
        try (var cluster = PlayedCluster.withSimulatedMembers(client, SHORT).nodes(name, 1);
                var operator = TestOperator.start(server, client)) {
            var quota = forbid(client, "count/" + refused);
            create(client, RunYaml.of(name, "members: 1, messages: 1000, messageSize: 1k"));

            var run = operator.awaitRun(
                    name, found -> found.hasReason(ConditionType.SUCCEEDED, ConditionReason.API_REFUSED));
            assertThat(message(run, ConditionType.SUCCEEDED)).contains("exceeded quota: none");
            awaitWarning(client, name, ConditionReason.API_REFUSED);
            awaitNoLeases(client);

            client.resource(quota).delete();
            assertThat(operator.awaitReleased(name).hasReason(ConditionType.SUCCEEDED, ConditionReason.PASSED))
                    .isTrue();
            assertThat(cluster.running()).isEmpty();
        }
    }

    @Test
    void aRunNeedNotWaitForOneThatTheApiServerRefuses(ApiServer server, KubernetesClient client) throws Exception {
        try (var cluster = PlayedCluster.withSimulatedMembers(client, SHORT).nodes("barred", 1);
                var operator = TestOperator.start(server, client);
                var _ = forbidSecrets(client, "barred-")) {
            create(client, RunYaml.of("barred", "members: 1, messages: 1000, messageSize: 1k"));

            var refused = operator.awaitRun(
                    "barred", run -> run.hasReason(ConditionType.SUCCEEDED, ConditionReason.API_REFUSED));
            assertThat(message(refused, ConditionType.SUCCEEDED)).contains("no Secret barred-");

            create(client, RunYaml.named("later", "barred", "members: 1, messages: 1000, messageSize: 1k"));
            operator.awaitReleased("later");
            assertThat(cluster.running()).isEmpty();
        }
    }

    @Test
    void aStackThatNoMemberWouldTakeIsRefusedBeforeNodesAreReserved(ApiServer server, KubernetesClient client) {
        try (var operator = TestOperator.start(server, client)) {
            stack(client, "huge", "<config>" + "\n".repeat(700_000) + "<UDP/><PING/><pbcast.GMS/></config>");
            create(client, RunYaml.of("huge", stackOf("huge")));

            var refused = operator.awaitFinished("huge");
            assertThat(refused.hasReason(ConditionType.MEMBERS_READY, ConditionReason.STACK_INVALID))
                    .isTrue();
            assertThat(message(refused, ConditionType.FINISHED)).contains("huge/stack.xml", "98304 bytes");
        }
    }

    @Test
    void aRunWhoseStackNeverCameIsGoneWhenItsTimeToLiveHasPassed(ApiServer server, KubernetesClient client) {
        try (var operator = TestOperator.start(server, client)) {
            create(
                    client,
                    RunYaml.of(
                            "never", stackOf("never") + ", start: {timeout: 2s}, retention: {ttlAfterFinished: 2s}"));
            assertThat(message(operator.awaitFinished("never"), ConditionType.FINISHED))
                    .contains("Create it and apply the run again");

            awaitGone(client, "never");
        }
    }

    @Test
    @Tag("slow")
    void podsThatNeverHadANodeDoNotHoldTheNodesOfAFailedRun(ApiServer server, KubernetesClient client) {
        try (var cluster = PlayedCluster.withoutScheduler(client).nodes("unbound", 1);
                var operator = TestOperator.start(server, client)) {
            create(client, RunYaml.of("unbound", "members: 1, messages: 1000, messageSize: 1k, start: {timeout: 2s}"));

            operator.awaitReleased("unbound");

            assertThat(client.pods().list().getItems()).isEmpty();
            assertThat(cluster.running()).isEmpty();
        }
    }

    @Test
    void aSuspendedRunOfWhichNothingButTheRecordWasBegunHoldsNothing(ApiServer server, KubernetesClient client)
            throws InvalidSpecException {
        var run = client.resource(RunYaml.of("half", "members: 1, messages: 1000, messageSize: 1k, suspend: true"))
                .create();
        RunRef ref = RunRef.of(run);
        var spec = new RunSpecResolver(_ -> new Stack("udp", "<config><UDP/><PING/><pbcast.GMS/></config>"))
                .resolve("half", run.getSpec());
        var plan =
                Plan.of(ref.runId() + "-1", List.of(new Assignment(0, "member-0", "half-0", "127.0.0.1", 7800, 7700)));
        ChartRights.grant(server, client);
        new NodeLeases(client, ChartRights.operatorNamespace(client), Clock.systemUTC(), _ -> true)
                .take(ref, List.of("half-0"), false, Duration.ofHours(1));
        new RunRecords(client).save(ref, RunRecord.begin(spec, 1, plan, Instant.now()));

        try (var operator = TestOperator.start(server, client)) {
            operator.awaitRun("half", found -> found.hasReason(ConditionType.SUCCEEDED, ConditionReason.SUSPENDED));

            awaitNoLeases(client);
            assertThat(client.configMaps().withName(ref.runId()).get()).isNull();
        }
    }

    @Test
    void aRecordThatCannotBeReadEndsTheRunAndFreesItsNodes(ApiServer server, KubernetesClient client) {
        try (var cluster = PlayedCluster.withSimulatedMembers(client, Duration.ofMinutes(5))
                .nodes("record", 1)) {
            BenchmarkRun running;
            try (var first = TestOperator.start(server, client)) {
                create(client, RunYaml.of("record", "members: 1, messages: 1000, messageSize: 1k"));
                running = first.awaitRun(
                        "record", run -> run.hasReason(ConditionType.SUCCEEDED, ConditionReason.RUNNING));
            }
            overwrite(client, recordOf(client, running));
            try (var second = TestOperator.start(server, client)) {
                var failed = second.awaitReleased("record");

                assertThat(failed.hasReason(ConditionType.RESULTS_COLLECTED, ConditionReason.RECORD_UNREADABLE))
                        .isTrue();
                assertThat(message(failed, ConditionType.SUCCEEDED))
                        .contains("written by another version of the operator", "Delete the run and apply it again");
                awaitNoLeases(client);
                assertThat(cluster.running()).isEmpty();
            }
        }
    }

    @Test
    void aRunThatHasItsOutcomeKeepsItThoughItsRecordCannotBeRead(ApiServer server, KubernetesClient client) {
        try (var cluster = PlayedCluster.withSimulatedMembers(client, SHORT).nodes("kept", 1)) {
            BenchmarkRun finished;
            try (var first = TestOperator.start(server, client)) {
                create(client, RunYaml.of("kept", "members: 1, messages: 1000, messageSize: 1k"));
                finished = first.awaitReleased("kept");
            }
            String runId = finished.getStatus().runId();
            client.resource(new ConfigMapBuilder()
                            .withNewMetadata()
                            .withName(runId)
                            .endMetadata()
                            .addToData("record.json", "{}")
                            .build())
                    .create();
            try (var second = TestOperator.start(server, client)) {
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(
                                        client.configMaps().withName(runId).get())
                                .isNull());
                assertThat(second.awaitFinished("kept").hasReason(ConditionType.SUCCEEDED, ConditionReason.PASSED))
                        .isTrue();
                assertThat(cluster.running()).isEmpty();
            }
        }
    }

    @Test
    void aRunOfWhichARepetitionsEvidenceWasRemovedEndsAndFreesItsNodes(ApiServer server, KubernetesClient client) {
        try (var cluster = PlayedCluster.withSimulatedMembers(client, Duration.ofSeconds(3))
                        .nodes("lost", 1);
                var operator = TestOperator.start(server, client)) {
            create(client, RunYaml.of("lost", "members: 1, messages: 1000, messageSize: 1k, repetitions: 2"));
            operator.awaitRun("lost", run -> isOfRepetition(client, run, 2));

            client.configMaps().withLabel("jgbench.io/content", "evidence").delete();
            var failed = operator.awaitReleased("lost");

            assertThat(failed.hasReason(ConditionType.RESULTS_COLLECTED, ConditionReason.EVIDENCE_LOST))
                    .isTrue();
            assertThat(message(failed, ConditionType.SUCCEEDED)).contains("-1-evidence-00 and so on was removed");
            awaitNoLeases(client);
            assertThat(cluster.running()).isEmpty();
        }
    }

    private static void create(KubernetesClient client, BenchmarkRun run) {
        client.resource(run).create();
    }

    private static String message(BenchmarkRun run, ConditionType type) {
        return run.condition(type).map(StatusCondition::message).orElse("");
    }

    private static String podOf(KubernetesClient client, String member) {
        return client.pods()
                .withLabel("jgbench.io/member", member)
                .list()
                .getItems()
                .getFirst()
                .getMetadata()
                .getName();
    }

    private static String stackOf(String configMap) {
        return "members: 1, messages: 1000, messageSize: 1k, stack: {configMapKeyRef: {name: " + configMap
                + ", key: stack.xml}}";
    }

    private static void stack(KubernetesClient client, String configMap, String xml) {
        client.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName(configMap)
                        .endMetadata()
                        .addToData("stack.xml", xml)
                        .build())
                .serverSideApply();
    }

    private static boolean isOfRepetition(KubernetesClient client, BenchmarkRun run, int repetition) {
        return run.getStatus() != null
                && !client.pods()
                        .withLabel("jgbench.io/repetition-id", run.getStatus().runId() + "-" + repetition)
                        .list()
                        .getItems()
                        .isEmpty();
    }

    private static ConfigMap recordOf(KubernetesClient client, BenchmarkRun run) {
        return client.configMaps().withName(run.getStatus().runId()).require();
    }

    private static void overwrite(KubernetesClient client, ConfigMap record) {
        client.configMaps().withName(record.getMetadata().getName()).edit(there -> {
            there.getData().replaceAll((_, _) -> "{}");
            return there;
        });
    }

    /** Allows no objects of a kind; nobody but the test keeps a quota's account. */
    private static ResourceQuota forbid(KubernetesClient client, String counted) {
        var none = Map.of(counted, new Quantity("0"));
        var quota = client.resource(new ResourceQuotaBuilder()
                        .withNewMetadata()
                        .withName("none")
                        .endMetadata()
                        .withNewSpec()
                        .withHard(none)
                        .endSpec()
                        .build())
                .create();
        client.resourceQuotas()
                .withName("none")
                .editStatus(there -> new ResourceQuotaBuilder(there)
                        .withNewStatus()
                        .withHard(none)
                        .withUsed(none)
                        .endStatus()
                        .build());
        return quota;
    }

    /** Has the API server refuse Secrets by the start of their name, until it is closed. */
    private static AutoCloseable forbidSecrets(KubernetesClient client, String prefix) {
        String policy = "no-secrets-" + prefix + "in-" + client.getNamespace();
        var objects = client.load(
                        new ByteArrayInputStream("""
                        apiVersion: admissionregistration.k8s.io/v1
                        kind: ValidatingAdmissionPolicy
                        metadata: {name: %1$s}
                        spec:
                          matchConstraints:
                            resourceRules:
                            - {apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [secrets]}
                          validations:
                          - {expression: "!object.metadata.name.startsWith('%2$s')", message: no Secret %2$s}
                        ---
                        apiVersion: admissionregistration.k8s.io/v1
                        kind: ValidatingAdmissionPolicyBinding
                        metadata: {name: %1$s}
                        spec: {policyName: %1$s, validationActions: [Deny]}
                        """.formatted(policy, prefix).getBytes(StandardCharsets.UTF_8)))
                .create();
        var probe = new SecretBuilder()
                .withNewMetadata()
                .withName(prefix + "probe")
                .endMetadata()
                .build();
        await().untilAsserted(() -> assertThatThrownBy(
                        () -> client.resource(probe).dryRun().create())
                .hasMessageContaining("no Secret"));
        return () -> client.resourceList(objects).delete();
    }

    private static void awaitGone(KubernetesClient client, String name) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(client.resources(BenchmarkRun.class)
                                .withName(name)
                                .get())
                        .isNull());
    }

    private static void awaitWarning(KubernetesClient client, String name, ConditionReason reason) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(client.v1().events().list().getItems())
                        .filteredOn(event -> event.getInvolvedObject().getName().equals(name))
                        .anyMatch(event -> event.getType().equals("Warning")
                                && event.getReason().equals(reason.label())));
    }

    private static void awaitNoLeases(KubernetesClient client) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            List<Lease> leases = client.leases()
                    .inNamespace(ChartRights.operatorNamespace(client))
                    .list()
                    .getItems();
            assertThat(leases).isEmpty();
        });
    }
}
