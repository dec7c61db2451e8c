package io.jgbench.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.SuiteConditionType;
import io.jgbench.operator.cluster.PlayedCluster;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.cluster.SuiteYaml;
import io.jgbench.operator.cluster.TestOperator;
import io.jgbench.operator.kubernetes.LeanObjects;
import io.jgbench.testing.kubernetes.ApiServer;
import io.jgbench.testing.kubernetes.ApiServerTest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs and suites are stored that do not fit the operator's types, as definitions of other versions let them in. They
 * are written into the store itself, as the API server would refuse them.
 */
@ApiServerTest
@Tag("slow")
class UnreadableObjectsOnApiServerTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final String WORK = "members: 1, messages: 1000, messageSize: 1k";
    private static final String DEFINITION = "benchmarkruns.jgbench.io";

    /** As docs/OPERATOR.md has it. */
    private static final String WITHOUT_RULES =
            replacing("{\"type\":\"object\",\"x-kubernetes-preserve-unknown-fields\":true}");

    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void runsThatCannotBeReadAreEndedAndAllOthersRun(ApiServer server, KubernetesClient client) {
        suspended(client, "type");
        suspended(client, "enum");
        suspended(client, "lacking");
        suspended(client, "empty");
        store(server, client, "benchmarkruns", "type", run -> spec(run).put("members", "four"));
        store(
                server,
                client,
                "benchmarkruns",
                "enum",
                run -> spec(run).putObject("workload").put("type", "Gossip"));
        store(
                server,
                client,
                "benchmarkruns",
                "lacking",
                run -> spec(run).put("suspend", false).remove("messageSize"));
        store(server, client, "benchmarkruns", "empty", run -> run.remove("spec"));

        try (var lean = lean(client);
                var _ = PlayedCluster.withSimulatedMembers(client, SHORT).nodes("good", 1);
                var operator = TestOperator.start(server, client)) {
            client.resource(RunYaml.of("good", WORK)).create();

            assertThat(operator.awaitFinished("good").isTrue(ConditionType.SUCCEEDED))
                    .isTrue();
            assertThat(told(lean, "enum"))
                    .contains("spec.workload.type: expected one of Multicast, Rpc, MessageBus, Datagram, found"
                            + " \"Gossip\"")
                    .contains("Delete the run and apply it again");
            assertThat(told(lean, "empty")).contains("spec: expected an object, found nothing");
            assertThat(told(lean, "lacking")).contains("spec.messageSize");
            awaitEvent(client, "enum", "spec.workload.type");
            // the API server takes no change of a run with a value of another type
            awaitEvent(client, "type", "spec.members: expected a number, found \"four\"");
            for (String name : List.of("type", "enum", "lacking", "empty")) {
                lean.resources(BenchmarkRun.class).withName(name).delete();
            }
            awaitNone(lean, BenchmarkRun.KIND, "type", "enum", "lacking", "empty");
        }
    }

    @Test
    void runThatCannotBeReadAnyMoreWhileTheOperatorIsThereIsEndedAndTheNextRuns(
            ApiServer server, KubernetesClient client) {
        try (var _ = PlayedCluster.withSimulatedMembers(client, SHORT).nodes("next", 1);
                var operator = TestOperator.start(lean(client), client)) {
            suspended(client, "spoilt");
            operator.awaitRun("spoilt", run -> run.hasReason(ConditionType.SUCCEEDED, ConditionReason.SUSPENDED));

            store(server, client, "benchmarkruns", "spoilt", run -> {
                spec(run).putArray("members");
                // as the API server has it with each change of a spec
                ((ObjectNode) run.get("metadata")).put("generation", 2);
            });

            awaitEvent(client, "spoilt", "spec.members: expected a number, found []");
            client.resource(RunYaml.of("next", WORK)).create();
            assertThat(operator.awaitFinished("next").isTrue(ConditionType.SUCCEEDED))
                    .isTrue();
            operator.awaitReleased("next");
            // the API server takes no status of the other one, which is tried once
            var lately = new AtomicReference<>(operator.reconciliations());
            await().during(Duration.ofSeconds(3)).atMost(PATIENCE).until(() -> {
                double now = operator.reconciliations();
                return lately.getAndSet(now) == now;
            });
        }
    }

    @Test
    void runThatIsOverStaysAsItIsThoughItCannotBeRead(ApiServer server, KubernetesClient client) {
        try (var lean = lean(client);
                var _ = PlayedCluster.withSimulatedMembers(client, SHORT)
                        .nodes("over", 1)
                        .nodes("next", 1)) {
            BenchmarkRun before;
            try (var operator = TestOperator.start(server, client)) {
                client.resource(RunYaml.of("over", WORK)).create();
                before = operator.awaitReleased("over");
            }
            store(server, client, "benchmarkruns", "over", run -> {
                spec(run).putObject("workload").put("type", "Gossip");
                ((ObjectNode) run.get("status")).putObject("bottleneck").put("type", "Moonlight");
            });

            try (var operator = TestOperator.start(server, client)) {
                client.resource(RunYaml.of("next", WORK)).create();
                operator.awaitReleased("next");
                BenchmarkRun after =
                        lean.resources(BenchmarkRun.class).withName("over").get();
                assertThat(after.getStatus().conditions())
                        .isEqualTo(before.getStatus().conditions());
                assertThat(after.getStatus().summary())
                        .isEqualTo(before.getStatus().summary());
                lean.resource(after).delete();
                awaitNone(lean, BenchmarkRun.KIND, "over");
            }
        }
    }

    @Test
    void suiteThatCannotBeReadIsRefusedAndAnotherRuns(ApiServer server, KubernetesClient client) {
        client.resource(SuiteYaml.ofCells("odd", "odd", 1, "rounds: 1, suspend: true"))
                .create();
        store(
                server,
                client,
                "benchmarksuites",
                "odd",
                suite -> ((ObjectNode) spec(suite).get("template")).put("members", "four"));

        try (var lean = lean(client);
                var _ = PlayedCluster.withSimulatedMembers(client, SHORT).nodes("even", 1);
                var _ = TestOperator.start(server, client)) {
            client.resource(SuiteYaml.ofCells("even", "even", 1, "rounds: 1")).create();

            awaitEvent(client, "odd", "spec.template.members: expected a number, found \"four\"");
            awaited(lean, BenchmarkSuite.class, "even", suite -> suite.isTrue(SuiteConditionType.FINISHED));
            lean.resources(BenchmarkSuite.class).withName("odd").delete();
            awaitNone(lean, BenchmarkSuite.KIND, "odd");
        }
    }

    @Test
    void finalizerOfAnEarlierVersionIsTakenFromARunThatCannotBeReadOrCanBeTakenByHand(
            ApiServer server, KubernetesClient client) throws Exception {
        held(client, "allowed");
        held(client, "lacking");
        held(client, "refused");
        store(
                server,
                client,
                "benchmarkruns",
                "allowed",
                run -> spec(run).putObject("workload").put("type", "Gossip"));
        store(server, client, "benchmarkruns", "lacking", run -> spec(run).remove("messageSize"));
        store(server, client, "benchmarkruns", "refused", run -> spec(run).put("members", "four"));

        try (var lean = lean(client);
                var _ = TestOperator.start(server, client)) {
            lean.resources(BenchmarkRun.class).withName("allowed").delete();
            lean.resources(BenchmarkRun.class).withName("lacking").delete();
            lean.resources(BenchmarkRun.class).withName("refused").delete();
            awaitNone(lean, BenchmarkRun.KIND, "allowed", "lacking");
        }

        String definition =
                server.kubectl("get", "crd", DEFINITION, "-o", "json").text();
        try {
            kubectl(server, "patch", "crd", DEFINITION, "--type", "json", "-p", WITHOUT_RULES);
            await().atMost(PATIENCE)
                    .until(() -> server.kubectl(
                                            "-n",
                                            client.getNamespace(),
                                            "patch",
                                            "benchmarkrun",
                                            "refused",
                                            "--type",
                                            "merge",
                                            "-p",
                                            "{\"metadata\":{\"finalizers\":null}}")
                                    .status()
                            == 0);
            try (var lean = lean(client)) {
                awaitNone(lean, BenchmarkRun.KIND, "refused");
            }
        } finally {
            String schema = JSON.readTree(definition)
                    .at("/spec/versions/0/schema/openAPIV3Schema")
                    .toString();
            kubectl(server, "patch", "crd", DEFINITION, "--type", "json", "-p", replacing(schema));
        }
    }

    private static void kubectl(ApiServer server, String... arguments) throws Exception {
        assertThat(server.kubectl(arguments))
                .satisfies(
                        output -> assertThat(output.status()).as(output.text()).isZero());
    }

    private static void held(KubernetesClient client, String name) {
        BenchmarkRun run = RunYaml.parsed(name, WORK + ", suspend: true");
        run.getMetadata().setFinalizers(List.of("jgbench.io/members"));
        client.resource(run).create();
    }

    private static String replacing(String schema) {
        return "[{\"op\":\"replace\",\"path\":\"/spec/versions/0/schema/openAPIV3Schema\",\"value\":" + schema + "}]";
    }

    private static void suspended(KubernetesClient client, String name) {
        client.resource(RunYaml.parsed(name, WORK + ", suspend: true")).create();
    }

    private static ObjectNode spec(ObjectNode object) {
        return (ObjectNode) object.get("spec");
    }

    private static void store(
            ApiServer server, KubernetesClient client, String plural, String name, Consumer<ObjectNode> change) {
        server.changeStored("jgbench.io/" + plural + "/" + client.getNamespace() + "/" + name, text -> {
            try {
                var object = (ObjectNode) JSON.readTree(text);
                change.accept(object);
                return object.toString();
            } catch (JsonProcessingException e) {
                throw new IllegalStateException("what is stored is not JSON", e);
            }
        });
    }

    /** A client that may do all and reads as the operator does. */
    private static KubernetesClient lean(KubernetesClient client) {
        return new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(client.getConfiguration())
                        .withRequestRetryBackoffLimit(3)
                        .build())
                .withKubernetesSerialization(LeanObjects.serialization())
                .build();
    }

    /** What a run says of why it could not begin, once it is over. */
    private static String told(KubernetesClient client, String name) {
        BenchmarkRun run = awaited(client, BenchmarkRun.class, name, it -> it.isTrue(ConditionType.FINISHED));
        assertThat(run.isTrue(ConditionType.SUCCEEDED)).isFalse();
        return run.condition(ConditionType.MEMBERS_READY).orElseThrow().message();
    }

    private static <T extends CustomResource<?, ?>> T awaited(
            KubernetesClient client, Class<T> kind, String name, Predicate<T> expected) {
        var objects = client.resources(kind);
        return await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> objects.withName(name).get(), object -> object != null && expected.test(object));
    }

    private static void awaitNone(KubernetesClient client, String kind, String... names) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(names)
                        .allSatisfy(name -> assertThat(Optional.ofNullable(client.genericKubernetesResources(
                                                BenchmarkRun.GROUP + "/" + BenchmarkRun.VERSION, kind)
                                        .withName(name)
                                        .get()))
                                .isEmpty()));
    }

    /** Waits until a Warning of an object says so. */
    private static void awaitEvent(KubernetesClient client, String name, String message) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(client.v1().events().list().getItems())
                        .filteredOn(event -> event.getInvolvedObject().getName().equals(name))
                        .anySatisfy(event -> {
                            assertThat(event.getType()).isEqualTo("Warning");
                            assertThat(event.getMessage()).contains(message);
                        }));
    }
}
