package io.jgbench.helm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceRule;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectRulesReviewBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.jgbench.testing.kubernetes.ApiServer;
import io.jgbench.testing.kubernetes.ApiServerTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The chart as helm installs it on a real API server: what it makes is accepted, and grants what is listed here. */
@ApiServerTest(definitions = {})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("slow")
class ChartInstallationTest {
    private static final String NAMESPACE = "chart-system";
    private static final String RUNS = "chart-runs";
    private static final String RESIZES = "resizes-pods";
    private static final String OPERATOR = "chart-jgbench-operator";
    private static final String CLUSTER_OBJECTS = NAMESPACE + "-chart-jgbench-";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Helm helm = new Helm();
    private final DocumentedRights documented = DocumentedRights.read();
    private ApiServer server;
    private KubernetesClient client;
    private Optional<PreviousChart> previous = Optional.empty();
    private GenericKubernetesResource runBefore;

    @BeforeAll
    void install(ApiServer server, KubernetesClient client, @TempDir Path folder) throws Exception {
        this.server = server;
        this.client = client;
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(NAMESPACE)
                        .addToLabels("pod-security.kubernetes.io/enforce", "restricted")
                        .endMetadata()
                        .build())
                .create();
        previous = PreviousChart.into(folder);
        var installed = helm("install", previous.map(PreviousChart::chart).orElse(Helm.CHART), "replicas=2");
        assertThat(installed.status()).describedAs(installed.text()).isZero();
        if (previous.isPresent()) {
            upgradeWithARun(previous.get().quickstart());
        }
    }

    private void upgradeWithARun(Path quickstart) throws Exception {
        var applied = server.kubectl("apply", "--namespace", RUNS, "-f", quickstart.toString());
        assertThat(applied.status()).describedAs(applied.text()).isZero();
        runBefore = run();
        var upgraded = helm("upgrade", "replicas=2");
        assertThat(upgraded.status()).describedAs(upgraded.text()).isZero();
    }

    private GenericKubernetesResource run() {
        return client.genericKubernetesResources("jgbench.io/v1alpha1", "BenchmarkRun")
                .inNamespace(RUNS)
                .withName("quickstart")
                .require();
    }

    @Test
    @Order(0)
    void upgradeFromThePreviousChartRenewsTheDefinitionAndLeavesRunsAlone() throws Exception {
        assumeTrue(previous.isPresent(), PreviousChart.NONE);

        assertThat(run())
                .usingRecursiveComparison()
                .ignoringFields("metadata.managedFields", "additionalProperties.spec")
                .isEqualTo(runBefore);
        assertThat(kept(run().get("spec"), runBefore.get("spec")))
                .describedAs("what the run declared; fields that are new have their defaults")
                .isEqualTo(runBefore.<Object>get("spec"));
        var definition = client.apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName("benchmarkruns.jgbench.io")
                .require();
        var shipped = client.apiextensions()
                .v1()
                .customResourceDefinitions()
                .load(Helm.CHART
                        .resolve("files/benchmarkruns.jgbench.io-v1.yml")
                        .toFile())
                .item();
        assertThat(fieldsOfSpec(definition)).isEqualTo(fieldsOfSpec(shipped)).contains("jgroups");
    }

    /** Of a value as it is now, the fields that it had before. */
    private static Object kept(Object now, Object before) {
        if (now instanceof Map<?, ?> fields && before instanceof Map<?, ?> earlier) {
            return fields.entrySet().stream()
                    .filter(field -> earlier.containsKey(field.getKey()))
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, field -> kept(field.getValue(), earlier.get(field.getKey()))));
        }
        return now;
    }

    private static Set<String> fieldsOfSpec(CustomResourceDefinition definition) {
        return definition
                .getSpec()
                .getVersions()
                .getFirst()
                .getSchema()
                .getOpenAPIV3Schema()
                .getProperties()
                .get("spec")
                .getProperties()
                .keySet();
    }

    private Helm.Output helm(String verb, String... values) {
        return helm(verb, Helm.CHART, values);
    }

    private Helm.Output helm(String verb, Path chart, String... values) {
        var command = Stream.concat(
                Stream.of(
                        verb,
                        "chart",
                        chart.toString(),
                        "--namespace",
                        NAMESPACE,
                        "--set",
                        "runs.namespaces={" + RUNS + "}"),
                Stream.of(values).flatMap(value -> Stream.of("--set", value)));
        return helm.run(Map.of("KUBECONFIG", server.kubeconfig().toString()), command.toArray(String[]::new));
    }

    @Test
    @Order(1)
    void namespaceThatEnforcesTheRestrictedStandardTakesTheOperator() {
        PodTemplateSpec template = client.apps()
                .deployments()
                .inNamespace(NAMESPACE)
                .withName(OPERATOR)
                .require()
                .getSpec()
                .getTemplate();
        Pod pod = new PodBuilder()
                .withNewMetadata()
                .withNamespace(NAMESPACE)
                .withName("like-the-operator")
                .endMetadata()
                .withSpec(template.getSpec())
                .build();
        pod.getSpec().setServiceAccountName(null);
        pod.getSpec().setAutomountServiceAccountToken(false);

        assertThat(client.resource(pod).dryRun().create().getMetadata().getName())
                .isEqualTo("like-the-operator");

        pod.getSpec().setHostNetwork(true);
        assertThatThrownBy(() -> client.resource(pod).dryRun().create())
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining("violates PodSecurity");
    }

    @Test
    @Order(1)
    void namespaceIsToBeRestrictedOnlyWhereItHasNoRuns() {
        String restricts = "kubectl label namespace notes-system pod-security.kubernetes.io/enforce=restricted";

        assertThat(notes("notes-runs")).contains(restricts);
        assertThat(notes("notes-system"))
                .contains("kubectl label namespace notes-system pod-security.kubernetes.io/enforce=privileged")
                .doesNotContain(restricts);
    }

    @Test
    @Order(1)
    void timeThatARunStaysIsToldAsThePolicyLimitsIt() {
        assertThat(notes("notes-runs")).contains("is deleted after 720h (runs.ttlAfterFinished)");
        assertThat(notes("notes-runs", "policy.limits.ttlAfterFinished=48h"))
                .contains("is deleted after 48h (policy.limits.ttlAfterFinished)");
        assertThat(notes("notes-runs", "policy.limits.ttlAfterFinished=1000h"))
                .contains("is deleted after 720h (runs.ttlAfterFinished)");
        assertThat(notes("notes-runs", "runs.ttlAfterFinished=", "policy.limits.ttlAfterFinished=48h"))
                .contains("is deleted after 48h (policy.limits.ttlAfterFinished)");
        assertThat(notes("notes-runs", "runs.ttlAfterFinished=")).doesNotContain("is deleted after");
    }

    /** What helm would say of a release in the namespace notes-system. */
    private String notes(String namespaceOfRuns, String... more) {
        var tried = helm.run(
                Map.of("KUBECONFIG", server.kubeconfig().toString()),
                "install",
                "notes",
                Helm.CHART.toString(),
                "--dry-run=client",
                "--namespace",
                "notes-system",
                "--set",
                Stream.concat(
                                Stream.of(
                                        "crds.install=false",
                                        "runs.createNamespaces=false",
                                        "runs.namespaces={" + namespaceOfRuns + "}"),
                                Stream.of(more))
                        .collect(Collectors.joining(",")));
        assertThat(tried.status()).describedAs(tried.text()).isZero();
        return tried.text();
    }

    @Test
    @Order(2)
    void operatorMayDoInNamespacesOfRunsWhatIsDocumented() {
        assertThat(rules(NAMESPACE, OPERATOR, RUNS))
                .isEqualTo(documented.of("jgbench-operator", "jgbench-runs", DocumentedRights.CLUSTER));
    }

    @Test
    @Order(3)
    void operatorMayUseLeasesWhereItIsAndReadNoSecretThere() {
        assertThat(rules(NAMESPACE, OPERATOR, NAMESPACE))
                .isEqualTo(documented.of("jgbench-operator", "jgbench-system", DocumentedRights.CLUSTER))
                .noneMatch(right -> right.startsWith("secrets"));
        assertThat(rules(NAMESPACE, OPERATOR, "default"))
                .isEqualTo(documented.of("jgbench-operator", DocumentedRights.CLUSTER));
    }

    @Test
    @Order(4)
    void memberMayListPodsWhereItIsAndNothingElse() {
        assertThat(rules(RUNS, "jgbench-member", RUNS))
                .isEqualTo(documented.of("jgbench-member", "jgbench-runs"))
                .containsExactly("pods: list");
        assertThat(rules(RUNS, "jgbench-member", NAMESPACE)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"view", "edit"})
    @Order(4)
    void whoeverIsBoundToARoleForPeopleMayDoWhatIsDocumentedThereAndNothingElsewhere(String role) {
        client.resource(new RoleBindingBuilder()
                        .withNewMetadata()
                        .withNamespace(RUNS)
                        .withName(role)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", CLUSTER_OBJECTS + role)
                        .addNewSubject(null, "ServiceAccount", role, RUNS)
                        .build())
                .create();

        await("the API server knows of the binding")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(rules(RUNS, role, RUNS))
                        .isEqualTo(documented.of("jgbench-system-jgbench-" + role, DocumentedRights.WHERE_BOUND)));
        assertThat(rules(RUNS, role, NAMESPACE)).isEmpty();
    }

    @Test
    @Order(5)
    void apiServerRefusesWhatThePolicyDoesNotAllowWithTheRule() {
        await("the API server acts by the policy")
                .atMost(PATIENCE)
                .until(() -> refusal("tuning: {mode: Apply, mtu: 1000}").isPresent());

        assertThat(Map.of(
                        "tuning: {mode: Apply, mtu: 1000}", "spec.tuning.mtu must be between 1280 and 65535",
                        "tuning: {mode: Apply, sysctls: [{name: net.ipv4.ip_forward, value: '1'}]}",
                                "what changes the node for all its pods",
                        "tuning: {mode: Apply, sysctls: [{name: net.core.default_qdisc, value: fq}]}",
                                "policy.tuning.sysctls",
                        "placement: {interface: cni0}", "no value of the chart allows it",
                        "placement: {interface: br-lab}", "policy.interfaces",
                        "placement: {tolerations: [{operator: Exists}]}", "policy.placement.tolerations",
                        "jgroups: {image: 'evil/member:1'}", "policy.images",
                        "jvm: {options: ['-javaagent:x.jar']}", "policy.jvmOptions",
                        "activeDeadline: 25h", "policy.limits.activeDeadline",
                        "start: {timeout: 2h}", "policy.limits.startTimeout"))
                .allSatisfy((spec, said) -> assertThat(refusal(spec))
                        .hasValueSatisfying(text -> assertThat(text).contains(said)));
        assertThat(List.of(
                        "tuning: {mode: Apply, rmemMax: 25Mi, wmemMax: 25Mi, mtu: 9000, sysctls: [{name:"
                                + " net.core.somaxconn, value: '3210'}]}",
                        "tuning: {mode: Verify, mtu: 1000}",
                        "placement: {interface: ens1f0, tolerations: [{key: dedicated, operator: Exists}]}",
                        "jgroups: {image: 'jgbench.io/member:mine'}",
                        "jgroups: {version: 5.5.6.Final}",
                        "jvm: {options: [-Xmx1g, '-XX:+UseZGC']}",
                        "activeDeadline: 1h30m, repetitions: 3, retention: {ttlAfterFinished: 24h}"))
                .allSatisfy(spec -> assertThat(refusal(spec)).isEmpty());
    }

    @Test
    @Order(5)
    void runOfASuiteIsMadeByTheOperatorAloneAndCancelledByWhomeverMay() {
        var run = Serialization.unmarshal("""
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkRun
                metadata:
                  name: grid-c1-r1
                  namespace: %s
                  ownerReferences: [{apiVersion: jgbench.io/v1alpha1, kind: BenchmarkSuite, name: grid, uid: grid-uid}]
                spec: {members: 2, messages: 1000, messageSize: 1k}
                """.formatted(RUNS), GenericKubernetesResource.class);

        await("the API server acts by the policy")
                .atMost(PATIENCE)
                .until(() -> refusal(() -> client.resource(run).dryRun().create())
                        .filter(said -> said.contains("jgbench's operator alone makes the runs of suites"))
                        .isPresent());
        try (var operator = server.clientOfServiceAccount(NAMESPACE, OPERATOR)) {
            operator.resource(run).create();
        }
        assertThat(refusal(() -> merge("{\"spec\":{\"cancel\":true}}"))).isEmpty();
        assertThat(refusal(() -> merge("{\"metadata\":{\"ownerReferences\":[{\"apiVersion\":\"jgbench.io/v1alpha1\","
                        + "\"kind\":\"BenchmarkSuite\",\"name\":\"other\",\"uid\":\"other-uid\"}]}}")))
                .hasValueSatisfying(said -> assertThat(said).contains("must not name a BenchmarkSuite"));
        assertThat(refusal(() -> merge("{\"metadata\":{\"ownerReferences\":null}}")))
                .as("as the garbage collector does")
                .isEmpty();
        client.resource(run).delete();
    }

    private void merge(String patch) {
        merge("BenchmarkRun", "grid-c1-r1", patch);
    }

    private void merge(String kind, String name, String patch) {
        client.genericKubernetesResources("jgbench.io/v1alpha1", kind)
                .inNamespace(RUNS)
                .withName(name)
                .patch(PatchContext.of(PatchType.JSON_MERGE), patch);
    }

    @Test
    @Order(5)
    void apiServerRefusesASuiteWhoseTemplateOrSizeThePolicyDoesNotAllow() {
        String sixtyFour = IntStream.rangeClosed(1, 64)
                .mapToObj(value -> "'" + value + "'")
                .collect(Collectors.joining(", ", "values: [", "]"));
        String axes = "axes: [{name: count, path: messages, " + sixtyFour + "}]";

        await("the API server acts by the policies")
                .atMost(PATIENCE)
                .until(() -> refusalOfSuite("activeDeadline: 25h", "rounds: 1").isPresent()
                        && refusalOfSuite("senders: 1", "budget: 169h").isPresent());

        assertThat(Map.of(
                        "activeDeadline: 25h", "spec.template.activeDeadline must be at most 24h",
                        "tuning: {mode: Apply, mtu: 1000}", "spec.template.tuning.mtu must be between 1280 and 65535",
                        "placement: {interface: br-lab}", "policy.interfaces",
                        "placement: {tolerations: [{operator: Exists}]}", "policy.placement.tolerations",
                        "jgroups: {image: 'evil/member:1'}", "policy.images",
                        "jvm: {options: ['-javaagent:x.jar']}", "policy.jvmOptions"))
                .allSatisfy((template, said) -> assertThat(refusalOfSuite(template, "rounds: 1"))
                        .hasValueSatisfying(text -> assertThat(text).contains(said)));
        assertThat(Map.of(
                        axes + ", rounds: 32",
                        "spec.rounds times cells must be at most 2000",
                        "budget: 169h",
                        "spec.budget must be at most 168h"))
                .allSatisfy((size, said) -> assertThat(refusalOfSuite("senders: 1", size))
                        .hasValueSatisfying(text -> assertThat(text).contains(said)));
        assertThat(List.of(
                        "rounds: 1000",
                        "budget: 168h",
                        axes + ", rounds: 31",
                        axes + ", rounds: 32, exclude: [{where: {count: '1'}}]"))
                .allSatisfy(
                        size -> assertThat(refusalOfSuite("senders: 1", size)).isEmpty());
    }

    @Test
    @Order(5)
    void suiteThatThePolicyAllowsMayNotGrowBeyondItAndMayChangeOtherwise() {
        String threeCells = "axes: [{name: count, path: messages, values: ['1', '2', '3']}]";
        client.resource(suite("senders: 1", threeCells + ", rounds: 2")).create();

        await("the API server acts by the policy")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(refusal(() -> mergeSuite("{\"spec\":{\"rounds\":667}}")))
                        .hasValueSatisfying(said -> assertThat(said).contains("times cells must be at most 2000")));
        assertThat(refusal(() -> mergeSuite("{\"spec\":{\"budget\":\"200h\"}}")))
                .hasValueSatisfying(said -> assertThat(said).contains("spec.budget must be at most 168h"));
        assertThat(refusal(() -> mergeSuite("{\"spec\":{\"rounds\":666,\"budget\":\"1h\"}}")))
                .isEmpty();
        assertThat(refusal(() -> mergeSuite("{\"spec\":{\"suspend\":true}}"))).isEmpty();
        client.resource(suite("senders: 1", "rounds: 2")).delete();
    }

    @Test
    @Order(5)
    void budgetAboveTheLimitMayBeShortened() {
        withoutLimitsOfSuites(
                () -> client.resource(suite("senders: 1", "budget: 500h")).create());
        var other = suite("senders: 1", "budget: 169h");
        other.getMetadata().setName("other");
        await("the API server acts by the policy")
                .atMost(PATIENCE)
                .until(() ->
                        refusal(() -> client.resource(other).dryRun().create()).isPresent());

        assertThat(refusal(() -> mergeSuite("{\"spec\":{\"budget\":\"501h\"}}")))
                .hasValueSatisfying(said -> assertThat(said).contains("spec.budget must be at most 168h"));
        assertThat(refusal(() -> mergeSuite("{\"spec\":{\"budget\":\"300h\"}}")))
                .isEmpty();
        client.resource(suite("senders: 1", "budget: 300h")).delete();
    }

    /** Does what the chart's policy would not let anybody do, as before there was one. */
    private void withoutLimitsOfSuites(Runnable thing) {
        var bindings = client.genericKubernetesResources(
                "admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding");
        GenericKubernetesResource binding =
                bindings.withName(CLUSTER_OBJECTS + "suite-limits").require();
        client.resource(binding).delete();
        await("the API server takes it")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(refusal(thing)).isEmpty());
        binding.getMetadata().setResourceVersion(null);
        binding.getMetadata().setUid(null);
        binding.getMetadata().setManagedFields(List.of());
        client.resource(binding).create();
    }

    private void mergeSuite(String patch) {
        merge("BenchmarkSuite", "tried", patch);
    }

    /** What the API server says of a suite; empty if it takes it. The suite is not made. */
    private Optional<String> refusalOfSuite(String template, String more) {
        var suite = suite(template, more);
        return refusal(() -> client.resource(suite).dryRun().create());
    }

    private static GenericKubernetesResource suite(String template, String more) {
        return Serialization.unmarshal("""
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkSuite
                metadata: {name: tried, namespace: %s}
                spec:
                  {template: {members: 2, messages: 1000, messageSize: 1k, %s}, %s}
                """.formatted(RUNS, template, more), GenericKubernetesResource.class);
    }

    /** What the API server says of a run; empty if it takes it. The run is not made. */
    private Optional<String> refusal(String spec) {
        var run = Serialization.unmarshal("""
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkRun
                metadata: {name: tried, namespace: %s}
                spec: {members: 2, messages: 1000, messageSize: 1k, %s}
                """.formatted(RUNS, spec), GenericKubernetesResource.class);
        return refusal(() -> client.resource(run).dryRun().create());
    }

    private static Optional<String> refusal(Runnable creation) {
        try {
            creation.run();
            return Optional.empty();
        } catch (KubernetesClientException e) {
            return Optional.of(e.getMessage());
        }
    }

    @Test
    @Order(6)
    void podsAreMadeByTheOperatorAloneInNamespacesThatTheChartMakes() {
        Pod pod = likeAMember();

        await("the API server acts by the policy")
                .atMost(PATIENCE)
                .until(() -> refusal(() -> client.resource(pod).dryRun().create())
                        .filter(said -> said.contains("pods of this namespace must be made by jgbench's operator"))
                        .isPresent());
        try (var operator = server.clientOfServiceAccount(NAMESPACE, OPERATOR)) {
            assertThat(refusal(() -> operator.resource(pod).dryRun().create())
                            .filter(said -> said.contains("jgbench's operator")))
                    .isEmpty();
        }
    }

    private static Pod likeAMember() {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace(RUNS)
                .withName("like-a-member")
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("member")
                .withImage("jgbench.io/member:1")
                .withNewResources()
                .addToRequests("cpu", new Quantity("100m"))
                .endResources()
                .endContainer()
                .withAutomountServiceAccountToken(false)
                .endSpec()
                .build();
    }

    @Test
    @Order(6)
    void whoeverMayEditChangesNoPodThereAndRunsNothingInIt() {
        // what the cluster's own role edit is made of, by a controller that is not here
        bindToEditor("system:aggregate-to-view");
        bindToEditor("system:aggregate-to-edit");
        client.resource(new ClusterRoleBuilder()
                        .withNewMetadata()
                        .withName(RESIZES)
                        .endMetadata()
                        .addNewRule()
                        .addToApiGroups("")
                        .addToResources("pods/resize")
                        .addToVerbs("patch")
                        .endRule()
                        .build())
                .create();
        bindToEditor(RESIZES);
        try (var operator = server.clientOfServiceAccount(NAMESPACE, OPERATOR);
                var editor = server.clientOfServiceAccount(RUNS, "editor")) {
            operator.resource(likeAMember()).create();

            await("the API server acts by the binding and by the policy")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(refusal(() -> changeImage(editor)))
                            .hasValueSatisfying(said ->
                                    assertThat(said).contains("only jgbench's operator and the cluster's admins")));
            for (String entry : List.of(
                    "pods/like-a-member/exec?command=id",
                    "pods/like-a-member/attach?stdout=true",
                    "pods/like-a-member/portforward?ports=7800",
                    "pods/like-a-member/proxy/",
                    "services/before-a-member:7800/proxy/")) {
                assertThat(refusal(() -> enter(editor, entry)))
                        .as(entry)
                        .hasValueSatisfying(said -> assertThat(said).contains("the cluster's admins"));
                assertThat(refusal(() -> enter(client, entry)))
                        .as("an admin's " + entry + " of a pod that has no node")
                        .hasValueSatisfying(said -> assertThat(said).doesNotContain("the cluster's admins"));
            }
            assertThat(refusal(() -> resize(editor)))
                    .as("resizing")
                    .hasValueSatisfying(said -> assertThat(said).contains("the cluster's admins"));
            assertThat(refusal(() -> resize(client))).as("an admin's resizing").isEmpty();
            assertThat(refusal(() -> change(editor, "{\"metadata\":{\"labels\":{\"mine\":\"yes\"}}}")))
                    .as("a label")
                    .isEmpty();
            assertThat(refusal(() -> changeImage(client))).as("an admin's").isEmpty();
            assertThat(refusal(() -> change(operator, "{\"spec\":{\"activeDeadlineSeconds\":60}}")))
                    .as("the operator's")
                    .isEmpty();
        } finally {
            client.resource(likeAMember()).withGracePeriod(0).delete();
            client.rbac().clusterRoles().withName(RESIZES).delete();
        }
    }

    private void bindToEditor(String role) {
        client.resource(new RoleBindingBuilder()
                        .withNewMetadata()
                        .withNamespace(RUNS)
                        .withName("editor-" + role.replace(':', '-'))
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", role)
                        .addNewSubject(null, "ServiceAccount", "editor", RUNS)
                        .build())
                .create();
    }

    private static void changeImage(KubernetesClient who) {
        change(who, "{\"spec\":{\"containers\":[{\"name\":\"member\",\"image\":\"evil/member:1\"}]}}");
    }

    private static void change(KubernetesClient who, String patch) {
        who.pods().inNamespace(RUNS).withName("like-a-member").patch(PatchContext.of(PatchType.STRATEGIC_MERGE), patch);
    }

    private static void resize(KubernetesClient who) {
        who.pods()
                .inNamespace(RUNS)
                .withName("like-a-member")
                .subresource("resize")
                .patch(
                        PatchContext.of(PatchType.STRATEGIC_MERGE),
                        "{\"spec\":{\"containers\":[{\"name\":\"member\","
                                + "\"resources\":{\"requests\":{\"cpu\":\"200m\"}}}]}}");
    }

    private static void enter(KubernetesClient who, String how) {
        who.raw("/api/v1/namespaces/" + RUNS + "/" + how, "POST", "");
    }

    @Test
    @Order(7)
    void upgradeChangesWhatChanged() {
        var upgraded = helm("upgrade", "replicas=1", "runs.watchAll=true");

        assertThat(upgraded.status()).describedAs(upgraded.text()).isZero();
        assertThat(client.policy()
                        .v1()
                        .podDisruptionBudget()
                        .inNamespace(NAMESPACE)
                        .list()
                        .getItems())
                .isEmpty();
        assertThat(rules(NAMESPACE, OPERATOR, "default"))
                .isEqualTo(documented.of("jgbench-operator", "jgbench-runs", DocumentedRights.CLUSTER));
    }

    @Test
    @Order(8)
    void definitionAndRunsStayWhenTheReleaseGoes() {
        var gone = helm.run(
                Map.of("KUBECONFIG", server.kubeconfig().toString()), "uninstall", "chart", "--namespace", NAMESPACE);

        assertThat(gone.status()).describedAs(gone.text()).isZero();
        assertThat(client.apiextensions()
                        .v1()
                        .customResourceDefinitions()
                        .withName("benchmarkruns.jgbench.io")
                        .get())
                .isNotNull();
        assertThat(client.apiextensions()
                        .v1()
                        .customResourceDefinitions()
                        .withName("benchmarksuites.jgbench.io")
                        .get())
                .isNotNull();
        assertThat(client.namespaces().withName(RUNS).get()).isNotNull();
        assertThat(client.apps().deployments().inNamespace(NAMESPACE).list().getItems())
                .isEmpty();
    }

    @Test
    @Order(9)
    void releaseOfAnotherNameTakesWhatStayedWhenItIsToldTo() {
        var refused = install("other");
        var taken = install("other", "--take-ownership");

        assertThat(refused.status()).isNotZero();
        assertThat(refused.text()).contains("invalid ownership metadata", "chart");
        assertThat(taken.status()).describedAs(taken.text()).isZero();
        var definition = client.apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName("benchmarkruns.jgbench.io")
                .require();
        assertThat(definition.getMetadata().getAnnotations()).containsEntry("meta.helm.sh/release-name", "other");
        assertThat(client.namespaces().withName(RUNS).require().getMetadata().getAnnotations())
                .containsEntry("meta.helm.sh/release-name", "other");
    }

    private Helm.Output install(String name, String... options) {
        var command = Stream.concat(
                Stream.of(
                        "install",
                        name,
                        Helm.CHART.toString(),
                        "--namespace",
                        NAMESPACE,
                        "--set",
                        "runs.namespaces={" + RUNS + "}"),
                Stream.of(options));
        return helm.run(Map.of("KUBECONFIG", server.kubeconfig().toString()), command.toArray(String[]::new));
    }

    /** As {@code kubectl auth can-i --list} has them, less what every account may do: ask who it is and what it may. */
    private Set<String> rules(String namespace, String account, String where) {
        try (var own = server.clientOfServiceAccount(namespace, account)) {
            var review = new SelfSubjectRulesReviewBuilder()
                    .withNewSpec()
                    .withNamespace(where)
                    .endSpec()
                    .build();
            return own.resource(review).create().getStatus().getResourceRules().stream()
                    .filter(rule -> rule.getApiGroups().stream()
                            .noneMatch(group ->
                                    group.equals("authorization.k8s.io") || group.equals("authentication.k8s.io")))
                    .flatMap(ChartInstallationTest::texts)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static Stream<String> texts(ResourceRule rule) {
        return rule.getApiGroups().stream()
                .flatMap(group -> rule.getResources().stream()
                        .map(resource -> ChartRightsTest.named(resource, group))
                        .flatMap(resource -> rule.getVerbs().stream().map(verb -> resource + ": " + verb)));
    }
}
