package io.jgbench.helm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.bucket.BucketCredentials;
import io.jgbench.bucket.BucketSettings;
import io.jgbench.coordination.spec.NamePattern;
import io.jgbench.operator.OperatorSettings;
import io.jgbench.operator.pod.PodSettings;
import io.jgbench.operator.policy.RunPolicy;
import io.jgbench.operator.policy.SystemInterfaces;
import io.jgbench.operator.storage.StoragePath;
import io.jgbench.operator.storage.StorageSettings;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the chart renders, asserted on the objects. */
@NeedsHelm
class ChartTest {
    private static final Path DEFINITIONS = Path.of("../crds/src/main/crd");

    private static final String POLICY = "jgbench-system-jgbench-policy";
    private static final String SUITES = "jgbench-system-jgbench-suites";
    private static final String SUITE_LIMITS = "jgbench-system-jgbench-suite-limits";
    private static final String VISITS = "jgbench-system-jgbench-visits";
    private static final String PODS = "jgbench-system-jgbench-pods";
    private static final String POD_CHANGES = "jgbench-system-jgbench-pod-changes";

    private final Helm helm = new Helm();

    @Test
    void largeNumbersOfAValuesFileAreWrittenAsTheyStandThere(@TempDir Path folder) throws Exception {
        Path values = Files.writeString(folder.resolve("values.yaml"), """
                members: {memory: 1073741824}
                results: {configMaps: {perRun: 33554432, perNamespace: 1073741824}}
                """);

        var rendered = helm.templateWith(values);

        assertThat(rendered.status()).as(rendered.text()).isZero();
        assertThat(rendered.text())
                .contains("value: \"33554432\"", "value: \"1073741824\"")
                .doesNotContain("e+0");
    }

    @Test
    void lintFindsNothing() {
        var linted = helm.run(Map.of(), "lint", "--strict", Helm.CHART.toString());

        assertThat(linted.status()).describedAs(linted.text()).isZero();
        assertThat(linted.text()).doesNotContain("[WARNING]", "[ERROR]");
    }

    @Test
    void operatorMeetsTheRestrictedStandardOnAReadOnlyRoot() {
        JsonNode pod = helm.objects().only("Deployment").at("/spec/template/spec");
        JsonNode security = pod.at("/containers/0/securityContext");

        assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
        assertThat(pod.at("/securityContext/seccompProfile/type").asText()).isEqualTo("RuntimeDefault");
        assertThat(security.get("allowPrivilegeEscalation").asBoolean(true)).isFalse();
        assertThat(security.get("readOnlyRootFilesystem").asBoolean()).isTrue();
        assertThat(texts(security.at("/capabilities/drop"))).containsExactly("ALL");
        assertThat(pod.has("hostNetwork")).isFalse();
        assertThat(pod.get("volumes")).allMatch(volume -> volume.has("emptyDir"));
    }

    @Test
    void rightsAreInTheNamespacesOfRunsOnlyUnlessAllAreWatched() {
        var named = helm.objects("runs.namespaces={lab-a,lab-b}");
        var all = helm.objects("runs.watchAll=true");

        assertThat(names(named.of("ClusterRole")))
                .containsExactly(
                        "jgbench-system-jgbench-edit", "jgbench-system-jgbench-nodes", "jgbench-system-jgbench-view");
        assertThat(named.of("Role").stream()
                        .filter(role -> role.at("/metadata/name").asText().equals("jgbench-runs"))
                        .map(role -> role.at("/metadata/namespace").asText()))
                .containsExactlyInAnyOrder("lab-a", "lab-b");
        assertThat(variables(named).get("JGBENCH_WATCH_NAMESPACES")).isEqualTo("lab-a,lab-b");
        assertThat(names(all.of("ClusterRole")))
                .containsExactly(
                        "jgbench-system-jgbench-edit",
                        "jgbench-system-jgbench-nodes",
                        "jgbench-system-jgbench-runs",
                        "jgbench-system-jgbench-view");
        assertThat(variables(all).get("JGBENCH_WATCH_NAMESPACES")).isEmpty();
    }

    @Test
    void runsThatAreOverStayForThirtyDaysUnlessAnotherTimeIsGivenOrNone() {
        assertThat(variables(helm.objects())).containsEntry("JGBENCH_TTL_AFTER_FINISHED", "720h");
        assertThat(variables(helm.objects("runs.ttlAfterFinished=168h")))
                .containsEntry("JGBENCH_TTL_AFTER_FINISHED", "168h");
        assertThat(variables(helm.objects("runs.ttlAfterFinished="))).containsEntry("JGBENCH_TTL_AFTER_FINISHED", "");
    }

    @Test
    void fullResultsHaveABudgetInConfigMaps() {
        assertThat(variables(helm.objects()))
                .containsEntry("JGBENCH_RESULTS_RUN_LIMIT", "32Mi")
                .containsEntry("JGBENCH_RESULTS_NAMESPACE_LIMIT", "512Mi");
    }

    @Test
    void nodesAndNamespacesAreOnlyLookedAt() {
        var rules = helm.objects()
                .named("ClusterRole", "jgbench-system-jgbench-nodes")
                .get("rules");

        assertThat(rules).hasSize(2);
        assertThat(texts(rules.at("/0/resources"))).containsExactly("nodes");
        assertThat(texts(rules.at("/0/verbs"))).containsExactly("list", "watch");
        assertThat(texts(rules.at("/1/resources"))).containsExactly("namespaces");
        assertThat(texts(rules.at("/1/verbs"))).containsExactly("get");
    }

    @Test
    void membersMayListPodsOfTheirNamespaceAndNothingElse() {
        var objects = helm.objects();
        var rules = objects.named("Role", "jgbench-member").get("rules");

        assertThat(rules).hasSize(1);
        assertThat(texts(rules.at("/0/resources"))).containsExactly("pods");
        assertThat(texts(rules.at("/0/verbs"))).containsExactly("list");
        assertThat(objects.named("ServiceAccount", "jgbench-member")
                        .get("automountServiceAccountToken")
                        .asBoolean(true))
                .isFalse();
    }

    @Test
    void noRuleNamesEverything() {
        var rules = helm.objects("runs.watchAll=true").all().stream()
                .filter(object -> object.has("rules"))
                .flatMap(object -> StreamSupport.stream(object.get("rules").spliterator(), false))
                .toList();

        assertThat(rules).isNotEmpty().noneMatch(rule -> rule.toString().contains("\"*\""));
    }

    @Test
    void namespacesOfRunsAllowPrivilegedPodsAndStayWithTheirResults() {
        var namespace = helm.objects().only("Namespace");

        assertThat(namespace.at("/metadata/name").asText()).isEqualTo("jgbench-runs");
        assertThat(namespace
                        .at("/metadata/labels")
                        .get("pod-security.kubernetes.io/enforce")
                        .asText())
                .isEqualTo("privileged");
        assertThat(namespace
                        .at("/metadata/annotations")
                        .get("helm.sh/resource-policy")
                        .asText())
                .isEqualTo("keep");
        assertThat(helm.objects("runs.createNamespaces=false").of("Namespace")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"benchmarkruns.jgbench.io", "benchmarksuites.jgbench.io"})
    void definitionIsTheGeneratedOneAndStaysUnlessToldOtherwise(String name) throws Exception {
        var definition = helm.objects().named("CustomResourceDefinition", name);
        var generated =
                new YAMLMapper().readTree(DEFINITIONS.resolve(name + "-v1.yml").toFile());

        assertThat(definition.get("spec")).isEqualTo(generated.get("spec"));
        assertThat(definition
                        .at("/metadata/annotations")
                        .get("helm.sh/resource-policy")
                        .asText())
                .isEqualTo("keep");
        assertThat(helm.objects("crds.keep=false")
                        .named("CustomResourceDefinition", name)
                        .at("/metadata/annotations")
                        .has("helm.sh/resource-policy"))
                .isFalse();
        assertThat(helm.objects("crds.install=false").of("CustomResourceDefinition"))
                .isEmpty();
    }

    @Test
    void disruptionBudgetAndSpreadingComeWithReplicas() {
        var one = helm.objects();
        var two = helm.objects("replicas=2");

        assertThat(one.of("PodDisruptionBudget")).isEmpty();
        assertThat(two.only("PodDisruptionBudget").at("/spec/minAvailable").asInt())
                .isEqualTo(1);
        assertThat(two.only("Deployment")
                        .at("/spec/template/spec/affinity/podAntiAffinity")
                        .isMissingNode())
                .isFalse();
        assertThat(two.only("PodDisruptionBudget").at("/spec/selector"))
                .isEqualTo(two.only("Deployment").at("/spec/selector"));
    }

    @Test
    void networkPolicyLetsOutToApiServerNamesAndMembers() {
        var policy = helm.objects("members.controlPort=30000", "networkPolicy.controlPorts=16")
                .named("NetworkPolicy", "jgbench-operator");

        assertThat(policy.at("/spec/egress/0/ports/1/port").asInt()).isEqualTo(6443);
        assertThat(policy.at("/spec/egress/1/ports/0/port").asInt()).isEqualTo(53);
        assertThat(policy.at("/spec/egress/2/ports/0/port").asInt()).isEqualTo(30000);
        assertThat(policy.at("/spec/egress/2/ports/0/endPort").asInt()).isEqualTo(30015);
        assertThat(policy.at("/spec/ingress/0/ports/0/port").asInt()).isEqualTo(8080);
        assertThat(policy.at("/spec/ingress/0/ports").size())
                .as("the kubelet needs no rule, and others are not to reach the probes")
                .isOne();
        assertThat(helm.objects("networkPolicy.enabled=false").of("NetworkPolicy"))
                .isEmpty();
    }

    @Test
    void eachPodOfTheChartIsBoundedInMemoryAndStorageAndInWhatItReaches() {
        var objects = helm.objects();
        var operator = objects.only("Deployment").at("/spec/template");
        var trial = objects.only("Pod");

        for (JsonNode pod : List.of(operator, trial)) {
            var resources = pod.at("/spec/containers/0/resources");
            assertThat(resources.at("/limits").fieldNames())
                    .toIterable()
                    .containsExactlyInAnyOrder("memory", "ephemeral-storage");
            assertThat(resources.at("/requests").fieldNames())
                    .toIterable()
                    .containsExactlyInAnyOrder("cpu", "memory", "ephemeral-storage");
            assertThat(objects.of("NetworkPolicy"))
                    .filteredOn(policy -> selects(policy, pod))
                    .singleElement()
                    .satisfies(policy ->
                            assertThat(texts(policy.at("/spec/policyTypes"))).containsExactly("Ingress", "Egress"));
        }
        var ofTrial = objects.named("NetworkPolicy", "jgbench-trial");
        assertThat(ofTrial.at("/spec").has("ingress")).isFalse();
        assertThat(ofTrial.at("/spec/egress")).hasSize(2);
    }

    private static boolean selects(JsonNode policy, JsonNode pod) {
        return policy.at("/spec/podSelector/matchLabels").properties().stream()
                .allMatch(
                        label -> pod.at("/metadata/labels").path(label.getKey()).equals(label.getValue()));
    }

    @Test
    void monitoringIsThereWhenAskedFor() throws Exception {
        var without = helm.objects();
        var with = helm.objects("metrics.podMonitor.enabled=true", "metrics.dashboard.enabled=true");

        assertThat(without.of("PodMonitor")).isEmpty();
        assertThat(names(without.of("ConfigMap"))).containsExactly("jgbench-trial");
        var endpoint = with.only("PodMonitor").at("/spec/podMetricsEndpoints/0");
        assertThat(endpoint.get("port").asText()).isEqualTo("http");
        assertThat(endpoint.get("honorLabels").asBoolean())
                .as("a run's namespace stays the metric's")
                .isTrue();
        var dashboard = with.named("ConfigMap", "jgbench-dashboard");
        assertThat(dashboard.at("/metadata/labels/grafana_dashboard").asText()).isEqualTo("1");
        assertThat(new JsonMapper()
                        .readTree(dashboard.at("/data/jgbench.json").asText())
                        .get("panels"))
                .isNotEmpty();
    }

    @Test
    void helmTestIsARunOfTwoMembers() throws Exception {
        var objects = helm.objects("test.messages=5000000", "test.spread=OnePerNode");
        var trial = objects.only("Pod");
        var run = new YAMLMapper()
                .readTree(objects.named("ConfigMap", "jgbench-trial")
                        .at("/data/run.yaml")
                        .asText());

        assertThat(trial.at("/metadata/annotations").get("helm.sh/hook").asText())
                .isEqualTo("test");
        assertThat(trial.at("/spec/containers/0/securityContext/readOnlyRootFilesystem")
                        .asBoolean())
                .isTrue();
        assertThat(run.at("/spec/members").asInt()).isEqualTo(2);
        assertThat(run.at("/spec/messages").asLong()).isEqualTo(5_000_000);
        assertThat(run.at("/spec/placement/spread").asText()).isEqualTo("OnePerNode");
        assertThat(run.at("/metadata/namespace").asText()).isEqualTo("jgbench-runs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jgbench", "a.b", "a-release-whose-name-has-as-many-as-fifty-three-chars"})
    void helmTestIsARunWhoseNameTheApiTakesWhateverTheReleaseIsCalled(String release) throws Exception {
        var texts = helm.objectsOf(release, "jgbench-system").of("ConfigMap").stream()
                .map(map -> map.at("/data/run.yaml").asText())
                .filter(text -> !text.isEmpty())
                .toList();

        assertThat(texts).hasSize(1);
        assertThat(new YAMLMapper()
                        .readTree(texts.getFirst())
                        .at("/metadata/name")
                        .asText())
                .matches(BenchmarkRun.NAME_PATTERN);
    }

    @Test
    void rightsOfHelmTestGoWhenItHasEnded() {
        var hooks = helm.objects().all().stream()
                .filter(object -> object.at("/metadata/annotations").has("helm.sh/hook"))
                .filter(object -> !object.get("kind").asText().equals("Pod"))
                .toList();

        assertThat(hooks)
                .extracting(hook -> hook.get("kind").asText())
                .containsExactlyInAnyOrder("ServiceAccount", "Role", "RoleBinding", "ConfigMap");
        assertThat(hooks)
                .allSatisfy(hook -> assertThat(hook.at("/metadata/annotations")
                                .get("helm.sh/hook-delete-policy")
                                .asText())
                        .isEqualTo("before-hook-creation,hook-succeeded"));
    }

    @Test
    void operatorThatSeesNothingIsNotReadyAndYetNotKilled() {
        var container = helm.objects().only("Deployment").at("/spec/template/spec/containers/0");

        assertThat(container.at("/livenessProbe/httpGet/path").asText()).isEqualTo("/healthz");
        assertThat(container.at("/readinessProbe/httpGet/path").asText()).isEqualTo("/readyz");
    }

    @Test
    void portOfTheMetricsIsRefusedForProbes() {
        var refused = helm.template("healthPort=8080");

        assertThat(refused.status()).isNotZero();
        assertThat(refused.text()).contains("healthPort must be another port than httpPort, got 8080 for both");
    }

    @Test
    void probesHaveAPortOfTheirOwn() {
        var container = helm.objects("healthPort=9091").only("Deployment").at("/spec/template/spec/containers/0");

        assertThat(container.at("/ports").findValuesAsText("name")).containsExactly("http", "health");
        assertThat(container.at("/ports").findValuesAsText("containerPort")).containsExactly("8080", "9091");
        for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
            assertThat(container.at("/" + probe + "/httpGet/port").asText()).isEqualTo("health");
        }
    }

    @Test
    void operatorIsToldWhatTheValuesSay() {
        var told = variables(helm.objects(
                "members.image.repository=lab/member",
                "members.image.tag=v7",
                "members.imagePullSecrets={a,b}",
                "members.cpu=2",
                "members.cpuLimit=3",
                "members.memory=2Gi",
                "members.bindPort=7900",
                "members.controlPort=28000",
                "httpPort=9090",
                "healthPort=9091"));

        assertThat(told)
                .containsEntry("JGBENCH_MEMBER_IMAGE", "lab/member:v7")
                .containsEntry("JGBENCH_MEMBER_IMAGE_PULL_SECRETS", "a,b")
                .containsEntry("JGBENCH_MEMBER_SERVICE_ACCOUNT", "jgbench-member")
                .containsEntry("JGBENCH_MEMBER_CPU", "2")
                .containsEntry("JGBENCH_MEMBER_CPU_LIMIT", "3")
                .containsEntry("JGBENCH_MEMBER_MEMORY", "2Gi")
                .containsEntry("JGBENCH_BIND_PORT", "7900")
                .containsEntry("JGBENCH_CONTROL_PORT", "28000")
                .containsEntry("JGBENCH_HTTP_PORT", "9090")
                .containsEntry("JGBENCH_HEALTH_PORT", "9091");
    }

    @Test
    void membersPodsAreGivenPriorityAndAnnotationsByTheAdmin() {
        var given = settings(
                helm.objects("members.priorityClassName=lab-high", "members.podAnnotations.team=lab"), Map.of());

        assertThat(given.members().pods()).isEqualTo(new PodSettings(Optional.of("lab-high"), Map.of("team", "lab")));
        assertThat(settings(helm.objects(), Map.of()).members().pods()).isEqualTo(PodSettings.NONE);
    }

    @Test
    void digestTakesThePlaceOfTheTag() {
        String digest = "sha256:" + "0f".repeat(32);
        var objects = helm.objects("image.digest=" + digest, "members.image.tag=v7", "members.image.digest=" + digest);
        var operator = objects.only("Deployment").at("/spec/template/spec/containers/0/image");
        var trial = objects.only("Pod").at("/spec/containers/0/image");

        assertThat(operator.asText()).isEqualTo("jgbench.io/operator@" + digest).isEqualTo(trial.asText());
        assertThat(variables(objects)).containsEntry("JGBENCH_MEMBER_IMAGE", "jgbench.io/member@" + digest);
        assertThat(helm.template("image.digest=v7").text()).contains("/image/digest");
        assertThat(helm.template("members.image.digest=sha256:0f").status()).isNotZero();
    }

    @Test
    void apiServerAtAnotherPortIsReachedByOperatorAndTest() {
        var policies = helm.objects("networkPolicy.apiServerPorts={443,16443}").of("NetworkPolicy");

        assertThat(policies)
                .hasSize(2)
                .allSatisfy(policy -> assertThat(StreamSupport.stream(
                                        policy.at("/spec/egress/0/ports").spliterator(), false)
                                .map(port -> port.get("port").asInt()))
                        .containsExactly(443, 16443));
    }

    @Test
    void portsOfTheApiServerThatAreTakenAwayAreTheUsualOnesAndNotAll() {
        for (JsonNode policy : helm.objects("networkPolicy.apiServerPorts=null").of("NetworkPolicy")) {
            var ports = policy.at("/spec/egress/0/ports");
            assertThat(ports.findValuesAsText("port")).containsExactly("443", "6443");
        }
    }

    @Test
    void releasesOfOneNameInTwoNamespacesShareNothingThatIsOfTheCluster() {
        String[] values = {"crds.install=false", "runs.createNamespaces=false", "runs.watchAll=true"};

        assertThat(names(ofTheCluster(helm.objects(values))))
                .isNotEmpty()
                .doesNotContainAnyElementsOf(names(ofTheCluster(helm.objectsIn("lab-system", values))));
    }

    @Test
    void releasesInOneNamespaceElectLeadersOfTheirOwn() {
        assertThat(leaderLease("a")).isEqualTo("a-jgbench-operator-leader");
        assertThat(leaderLease("b")).isEqualTo("b-jgbench-operator-leader");
        assertThat(leaderLease("jgbench")).as("as releases before had it").isEqualTo("jgbench-operator-leader");
    }

    private String leaderLease(String release) {
        return settings(helm.objectsOf(release, "jgbench-system"), Map.of())
                .leaderLease()
                .orElseThrow();
    }

    @Test
    void namesThatLookLikeNumbersOrTruthValuesStayTexts(@TempDir Path folder) throws Exception {
        Path values = Files.writeString(folder.resolve("values.yaml"), """
                runs: {namespaces: ["2024", "no"]}
                members: {serviceAccount: "7"}
                serviceAccount: {name: "1"}
                imagePullSecrets: ["0"]
                priorityClassName: "5"
                replicas: 2
                results:
                  storage: {type: Volume, volume: {existingClaim: "3", storageClassName: "on"}}
                test: {stack: "9"}
                """);

        var output = helm.templateWith("7", "42", values);
        var rendered = helm.objects(output);

        assertThat(output.text())
                .as("what YAML 1.1 takes for a truth value")
                .doesNotContainPattern("(?i)(name|namespace): (no|on)\\b");
        assertThat(rendered.all()).allSatisfy(object -> {
            assertThat(object.at("/metadata/namespace").isNumber()).isFalse();
            assertThat(object.at("/metadata/namespace").isBoolean()).isFalse();
            assertThat(object.at("/metadata/name").isTextual()).isTrue();
            assertThat(object.at("/metadata/labels")).allMatch(JsonNode::isTextual);
            assertThat(object.path("subjects"))
                    .allSatisfy(subject -> assertThat(subject).allMatch(JsonNode::isTextual));
            assertThat(object.path("roleRef")).allMatch(JsonNode::isTextual);
        });
        assertThat(names(rendered.of("Namespace"))).containsExactly("2024", "no");
        assertThat(names(rendered.of("ServiceAccount"))).containsExactly("1", "7", "7", "7-jgbench-trial");
        var pod = rendered.only("Deployment").at("/spec/template/spec");
        assertThat(pod.get("serviceAccountName").isTextual()).isTrue();
        assertThat(pod.get("priorityClassName").isTextual()).isTrue();
        assertThat(pod.at("/imagePullSecrets/0/name").isTextual()).isTrue();
        assertThat(pod.findValue("claimName").isTextual()).isTrue();
        assertThat(rendered.only("Deployment").at("/spec/selector/matchLabels")).allMatch(JsonNode::isTextual);
        var run = new YAMLMapper()
                .readTree(rendered.named("ConfigMap", "7-jgbench-trial")
                        .at("/data/run.yaml")
                        .asText());
        assertThat(run.at("/metadata/namespace").isTextual()).isTrue();
        assertThat(run.at("/spec/stack/name").isTextual()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "members.cpu=2 | members.cpuLimit=1500m | 'at least members.cpu, got 1500m and 2'",
                "members.cpu=500m | members.cpuLimit=0.4 | 'members.cpuLimit must be at least'",
                "policy.tuning.mtu.min=9000 | policy.tuning.mtu.max=1500 | 'mtu.max, got 9000 and 1500'",
                "members.bindPort=9000 | members.controlPort=9000 | 'differ by 2 or more, got 9000 and 9000'",
                "members.bindPort=9001 | members.controlPort=9000 | 'differ by 2 or more, got 9001 and 9000'",
                "runs.namespaces={jgbench-system} | replicas=1 | 'or set runs.createNamespaces to false'",
                "runs.namespaces={jgbench-system},runs.createNamespaces=false | members.serviceAccount=jgbench-operator"
                        + " | 'members.serviceAccount must be another account than the operator'",
            })
    void valuesThatContradictEachOtherAreRefused(String one, String other, String said) {
        var refused = helm.template(one, other);

        assertThat(refused.status()).isNotZero();
        assertThat(refused.text()).contains(said);
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "500m, 1", "1500m, 2", "2, 2000m"})
    void limitOfCpuMayBeWhatIsAskedForOrMore(String cpu, String limit) {
        assertThat(helm.template("members.cpu=" + cpu, "members.cpuLimit=" + limit)
                        .status())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"128Mi", "90001Ki", "92160001", "93M", "1G", "1Gi", "20000000000000000000"})
    void resultLargerThanTheOperatorCanStoreIsRefused(String perRun) {
        var refused = helm.template("results.configMaps.perRun=" + perRun);

        assertThat(refused.status()).isNotZero();
        assertThat(refused.text()).contains("results.configMaps.perRun must be at most 90000Ki, got " + perRun);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "500k", "87Mi", "90000Ki", "92160000", "92M"})
    void resultMayBeAsLargeAsTheOperatorCanStore(String perRun) {
        var settings = variables(helm.objects("results.configMaps.perRun=" + perRun));

        assertThat(settings).containsEntry("JGBENCH_RESULTS_RUN_LIMIT", perRun);
    }

    @Test
    void helmTestKeepsToThePolicysLimits() throws Exception {
        assertThat(trial()).containsExactly("2m", "30m");
        assertThat(trial("policy.limits.startTimeout=1m30s", "policy.limits.activeDeadline=900s"))
                .containsExactly("1m30s", "900s");
        assertThat(trial("policy.limits.startTimeout=120s", "policy.limits.activeDeadline=0h30m1s"))
                .containsExactly("2m", "30m");
    }

    private List<String> trial(String... values) throws Exception {
        var run = new YAMLMapper()
                .readTree(helm.objects(values)
                        .named("ConfigMap", "jgbench-trial")
                        .at("/data/run.yaml")
                        .asText());
        return List.of(
                run.at("/spec/start/timeout").asText(),
                run.at("/spec/activeDeadline").asText());
    }

    @Test
    void apiServerRefusesTheInterfacesThatTheOperatorNeverAllows() {
        for (Helm.Objects objects : List.of(helm.objects(), helm.objects("policy.interfaces.denied={none0}"))) {
            String expression = objects
                    .named("ValidatingAdmissionPolicy", POLICY)
                    .at("/spec/validations")
                    .findValuesAsText("expression")
                    .stream()
                    .filter(rule -> rule.contains("placement.interface"))
                    .findFirst()
                    .orElseThrow();

            assertThat(SystemInterfaces.patterns())
                    .allSatisfy(pattern -> assertThat(expression)
                            .containsPattern("[(|]"
                                    + Pattern.quote(
                                            pattern.text().replace(".", "\\.").replace("*", ".*"))
                                    + "[)|]"));
        }
    }

    private static List<JsonNode> ofTheCluster(Helm.Objects objects) {
        return objects.all().stream()
                .filter(object -> object.at("/metadata/namespace").isMissingNode())
                .toList();
    }

    @Test
    void operatorsJvmIsToldToMakeDoWithLittleMemoryAndToEndWithoutAny() {
        var objects = helm.objects();

        assertThat(variables(objects))
                .containsEntry("MALLOC_ARENA_MAX", "2")
                .containsEntry(
                        "JAVA_TOOL_OPTIONS",
                        "-XX:+ExitOnOutOfMemoryError -XX:MaxRAMPercentage=40 -XX:+UseSerialGC -XX:TieredStopAtLevel=1");
        assertThat(objects.only("Deployment")
                        .at("/spec/template/spec/containers/0/resources/limits/memory")
                        .asText())
                .isEqualTo("300Mi");
    }

    @Test
    void operatorUnderstandsWhatItIsTold() {
        var told = variables(helm.objects("runs.namespaces={lab-a,lab-b}"));
        told.put("JGBENCH_NAMESPACE", "jgbench-system");

        var settings = OperatorSettings.of(told);

        assertThat(settings.watchedNamespaces()).containsExactlyInAnyOrder("lab-a", "lab-b");
        assertThat(settings.members().image()).startsWith("jgbench.io/member:");
        assertThat(settings.members().serviceAccount()).contains("jgbench-member");
        assertThat(settings.members().cpuLimit()).isEmpty();
        assertThat(settings.members().policy())
                .as("the defaults of the chart are those of the operator")
                .isEqualTo(RunPolicy.defaults());
        assertThat(settings.leaderLease()).contains("jgbench-operator-leader");
        assertThat(settings.httpPort()).isEqualTo(8080);
        assertThat(settings.healthPort()).isEqualTo(8081);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "results.storage.volume.size=1Ti",
                "results.storage.volume.existingClaim=lab.results",
                "results.storage.s3.credentialsSecret=bucket.credentials",
                "results.storage.s3.caBundle.configMap=lab.ca",
                "imagePullSecrets={ghcr.io}",
                "members.imagePullSecrets={ghcr.io}",
                "members.serviceAccount=jgbench-operator",
                "members.bindPort=27798",
                "runs.namespaces={jgbench-system},runs.createNamespaces=false"
            })
    void valueThatKubernetesTakesIsTaken(String value) {
        var rendered = helm.template(value);

        assertThat(rendered.status()).as(rendered.text()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "replicas=0 | replicas",
                "replica=2 | additional properties 'replica'",
                "runs.namespaces={Lab} | does not match pattern",
                "runs.namespaces=null | namespaces",
                "members.bindPort=80 | minimum: got 80, want 1,024",
                "image.pullPolicy=Sometimes | pullPolicy",
                "crds.keep=maybe | got string, want boolean",
                "test.spread=Packed | spread",
                "policy.sysctls={net.core.somaxconn} | additional properties 'sysctls'",
                "policy.tuning.mtu.min=68 | minimum: got 68, want 576",
                "policy.limits.activeDeadline=soon | activeDeadline",
                "policy.limits.repetitions=null | missing property 'repetitions'",
                "policy.limits.suites.visits=10001 | maximum: got 10,001, want 10,000",
                "policy.limits.suites.hold=null | missing property 'hold'",
                "policy.limits.suites.rounds=5 | additional properties 'rounds'",
                "policy.tuning.apply=null | missing property 'apply'",
                "policy.jvmOptions.denied=null | missing property 'denied'",
                "policy.images={a b} | does not match pattern",
                "admissionPolicy.enabled=perhaps | got string, want boolean",
                "roles.aggregate=perhaps | /roles/aggregate",
                "results.storage.type=Tape | type",
                "results.storage.type=S3 | minLength",
                "results.storage.s3.endpoint=ftp://lab | pattern",
                "results.storage.s3.prefix=../other | pattern",
                "results.storage.volume.accessModes={ReadOnlyMany} | accessModes",
            })
    void valueThatBreaksTheSchemaIsRefusedByName(String value, String said) {
        var refused = helm.template(value);

        assertThat(refused.status()).isNotZero();
        assertThat(refused.text()).contains(said);
    }

    @Test
    void operatorIsToldThePolicy() {
        var policy = settings(
                        helm.objects(
                                "policy.tuning.apply=false",
                                "policy.tuning.managementInterfaces={eth0}",
                                "policy.images={lab/*}",
                                "policy.placement.nodeSelector.pool=lab",
                                "policy.limits.ttlAfterFinished=48h",
                                "policy.limits.suites.visits=100"),
                        Map.of())
                .members()
                .policy();

        assertThat(policy.tuning().apply()).isFalse();
        assertThat(policy.tuning().managementInterfaces()).containsExactly(new NamePattern("eth0"));
        assertThat(policy.images()).containsExactly(new NamePattern("lab/*"));
        assertThat(policy.placement().nodeSelector()).containsExactly(Map.entry("pool", "lab"));
        assertThat(policy.limits().longestTimeToLive()).hasValue(Duration.ofDays(2));
        assertThat(policy.limits().suites()).isEqualTo(new RunPolicy.Suites(100, "4h", "168h"));
        assertThat(policy.interfaces()).isEqualTo(RunPolicy.defaults().interfaces());
    }

    @Test
    void runsAndSuitesAreRefusedByTheApiServerInTheirNamespacesOnly() {
        var named = helm.objects("runs.namespaces={lab-a,lab-b}");
        var all = helm.objects("runs.watchAll=true");

        for (String policy : List.of(POLICY, SUITES, SUITE_LIMITS, VISITS)) {
            var binding = named.named("ValidatingAdmissionPolicyBinding", policy);
            assertThat(binding.at("/spec/policyName").asText()).isEqualTo(policy);
            assertThat(texts(binding.at("/spec/matchResources/namespaceSelector/matchExpressions/0/values")))
                    .as(policy)
                    .containsExactly("lab-a", "lab-b");
            assertThat(all.named("ValidatingAdmissionPolicyBinding", policy).at("/spec/matchResources"))
                    .as(policy)
                    .isInstanceOf(MissingNode.class);
        }
        assertThat(names(helm.objects("admissionPolicy.enabled=false").of("ValidatingAdmissionPolicy")))
                .doesNotContain(POLICY, SUITES, SUITE_LIMITS, VISITS);
        assertThat(helm.templateFor("1.29.9").text()).doesNotContain("ValidatingAdmissionPolicy");
    }

    @Test
    void eachRefusalOfTheApiServerSaysWhoCanChangeIt() {
        var objects = helm.objects("policy.tuning.apply=false", "policy.limits.ttlAfterFinished=48h");

        assertThat(messages(objects, POLICY)).hasSizeGreaterThan(10);
        for (String policy : List.of(POLICY, SUITES, SUITE_LIMITS)) {
            assertThat(messages(objects, policy))
                    .as(policy)
                    .allMatch(message -> message.contains("by the chart's value policy.")
                            || message.contains("no value of the chart allows it"))
                    .noneMatch(message -> message.contains("\n"));
        }
    }

    @Test
    void templateOfASuiteIsCheckedByTheRulesOfARun() {
        var objects = helm.objects(
                "policy.tuning.apply=false",
                "policy.placement.nodeSelector.pool=lab",
                "policy.limits.ttlAfterFinished=48h");
        var ofRuns = objects.named("ValidatingAdmissionPolicy", POLICY);
        var ofSuites = objects.named("ValidatingAdmissionPolicy", SUITES);

        assertThat(texts(ofSuites.at("/spec/matchConstraints/resourceRules/0/resources")))
                .containsExactly("benchmarksuites");
        assertThat(ofRuns.at("/spec/variables/0/expression").asText()).isEqualTo("object.spec");
        assertThat(ofSuites.at("/spec/variables/0/expression").asText()).isEqualTo("object.spec.template");
        assertThat(ofSuites.at("/spec/validations").findValuesAsText("expression"))
                .isEqualTo(ofRuns.at("/spec/validations").findValuesAsText("expression"))
                .noneMatch(expression -> expression.contains("object."));
        assertThat(messages(objects, SUITES))
                .allMatch(message -> message.startsWith("spec.template."))
                .extracting(message -> message.replace("spec.template.", "spec."))
                .isEqualTo(messages(objects, POLICY));
    }

    @Test
    void limitsOfASuiteAreCheckedWhenItIsMadeAndWhenItIsChanged() {
        var limits = helm.objects("policy.limits.suites.visits=100", "policy.limits.suites.budget=24h");
        var policy = limits.named("ValidatingAdmissionPolicy", SUITE_LIMITS);

        assertThat(texts(policy.at("/spec/matchConstraints/resourceRules/0/operations")))
                .containsExactly("CREATE", "UPDATE");
        assertThat(policy.at("/spec/variables").findValuesAsText("expression"))
                .as("the cells are the product of all axes that a suite can have")
                .anyMatch(expression -> expression.startsWith("(size(variables.axes) > 0 ? variables.axes[0] : 1) * (")
                        && expression.endsWith("* (size(variables.axes) > 7 ? variables.axes[7] : 1)"));
        assertThat(messages(limits, SUITE_LIMITS))
                .extracting(message -> message.substring(0, message.indexOf(';')))
                .containsExactly("spec.rounds times cells must be at most 100", "spec.budget must be at most 24h");
        assertThat(messages(helm.objects("policy.limits.suites.budget="), SUITE_LIMITS))
                .hasSize(1);
    }

    /** Values of a release that was made before there were limits of suites may have none. */
    @Test
    void limitsOfSuitesThatAreNotGivenAreTheOperatorsOwn() {
        var objects = helm.objects("policy.limits.suites=null");

        assertThat(names(objects.of("ValidatingAdmissionPolicy")))
                .contains(SUITES)
                .doesNotContain(SUITE_LIMITS);
        assertThat(settings(objects, Map.of()).members().policy()).isEqualTo(RunPolicy.defaults());
    }

    private static List<String> messages(Helm.Objects objects, String policy) {
        return objects.named("ValidatingAdmissionPolicy", policy)
                .at("/spec/validations")
                .findValuesAsText("message");
    }

    @Test
    void runsOfSuitesAreTheOperatorsAloneToMake() {
        var named = helm.objects("runs.namespaces={lab-a,lab-b}");
        var policy = named.named("ValidatingAdmissionPolicy", VISITS);

        assertThat(texts(policy.at("/spec/matchConstraints/resourceRules/0/operations")))
                .containsExactly("CREATE", "UPDATE");
        assertThat(policy.at("/spec/variables/0/expression").asText())
                .isEqualTo("has(object.metadata.ownerReferences) ? object.metadata.ownerReferences.filter(o, o.kind =="
                        + " 'BenchmarkSuite' && o.apiVersion.startsWith('jgbench.io/')).map(o, o.uid) : []");
        assertThat(policy.at("/spec/validations/0/expression").asText())
                .as("an owner that is there already stays, whatever else a user changes")
                .isEqualTo("request.userInfo.username == 'system:serviceaccount:jgbench-system:jgbench-operator'"
                        + " || variables.suites.all(s, s in variables.suitesBefore)");
        assertThat(texts(named.named("ValidatingAdmissionPolicyBinding", VISITS)
                        .at("/spec/matchResources/namespaceSelector/matchExpressions/0/values")))
                .containsExactly("lab-a", "lab-b");
    }

    @Test
    void podsAreTheOperatorsAloneWhereTheChartMakesTheNamespacesUnlessSaidOtherwise() {
        assertThat(names(helm.objects().of("ValidatingAdmissionPolicy")))
                .containsExactly(POD_CHANGES, PODS, POLICY, SUITE_LIMITS, SUITES, VISITS);
        assertThat(texts(helm.objects("runs.namespaces={lab-a,lab-b}")
                        .named("ValidatingAdmissionPolicyBinding", PODS)
                        .at("/spec/matchResources/namespaceSelector/matchExpressions/0/values")))
                .containsExactly("lab-a", "lab-b");
        for (String value : List.of("runs.createNamespaces=false", "admissionPolicy.podsOfOperatorOnly=false")) {
            assertThat(names(helm.objects(value).of("ValidatingAdmissionPolicy")))
                    .as(value)
                    .containsExactly(POLICY, SUITE_LIMITS, SUITES, VISITS);
        }
        assertThat(names(helm.objects("runs.createNamespaces=false", "admissionPolicy.podsOfOperatorOnly=true")
                        .of("ValidatingAdmissionPolicy")))
                .containsExactly(POD_CHANGES, PODS, POLICY, SUITE_LIMITS, SUITES, VISITS);
    }

    @Test
    void podsAreTheOperatorsAloneWhereThatIsAskedFor() {
        var asked = helm.objects("admissionPolicy.podsOfOperatorOnly=true", "admissionPolicy.enabled=false");
        var withoutNamespaceOfItsOwn = helm.template(
                "admissionPolicy.podsOfOperatorOnly=true",
                "runs.namespaces={jgbench-system}",
                "runs.createNamespaces=false");

        assertThat(names(asked.of("ValidatingAdmissionPolicy"))).containsExactly(POD_CHANGES, PODS);
        assertThat(asked.named("ValidatingAdmissionPolicy", PODS)
                        .at("/spec/validations/0/expression")
                        .asText())
                .isEqualTo("request.userInfo.username == 'system:serviceaccount:jgbench-system:jgbench-operator'");
        assertThat(withoutNamespaceOfItsOwn.status()).isNotZero();
        assertThat(withoutNamespaceOfItsOwn.text()).contains("podsOfOperatorOnly must be off");
    }

    @Test
    void clusterThatCannotKeepOthersFromMakingPodsIsRefusedWhereThatIsAskedFor() {
        var asked = helm.templateFor("1.29.0", "admissionPolicy.podsOfOperatorOnly=true");

        assertThat(asked.status()).isNotZero();
        assertThat(asked.text()).contains("podsOfOperatorOnly needs Kubernetes 1.30, and this is v1.29.0");
        assertThat(helm.templateFor("1.29.0").status()).isZero();
    }

    @Test
    void peoplesRolesAreOfRunsAndSuitesAlone() {
        var objects = helm.objects("roles.aggregate=true");
        var view = objects.named("ClusterRole", "jgbench-system-jgbench-view");
        var edit = objects.named("ClusterRole", "jgbench-system-jgbench-edit");

        for (JsonNode role : List.of(view, edit)) {
            assertThat(role.get("rules")).hasSize(1);
            assertThat(texts(role.at("/rules/0/apiGroups"))).containsExactly("jgbench.io");
            assertThat(texts(role.at("/rules/0/resources"))).containsExactly("benchmarkruns", "benchmarksuites");
        }
        assertThat(texts(view.at("/rules/0/verbs"))).containsExactly("get", "list", "watch");
        assertThat(edit.at("/metadata/labels").toString())
                .contains("aggregate-to-edit", "aggregate-to-admin")
                .doesNotContain("aggregate-to-view");
        assertThat(names(helm.objects("roles.create=false").of("ClusterRole")))
                .containsExactly("jgbench-system-jgbench-nodes");
    }

    @Test
    void peoplesRolesArePartOfTheClustersOnlyWhereThoseMayMakePodsUnlessSaidOtherwise() {
        assertThat(aggregated()).isFalse();
        assertThat(aggregated("runs.watchAll=true", "runs.createNamespaces=false"))
                .isFalse();
        assertThat(aggregated("roles.aggregate=false", "runs.createNamespaces=false"))
                .isFalse();
        assertThat(aggregated("runs.createNamespaces=false")).isTrue();
        assertThat(aggregated("admissionPolicy.podsOfOperatorOnly=false")).isTrue();
        assertThat(aggregated("roles.aggregate=true")).isTrue();
        assertThat(helm.templateFor("1.29.0").text())
                .as("an API server that keeps nobody from making pods")
                .contains("aggregate-to-edit");
    }

    private boolean aggregated(String... values) {
        return helm.objects(values).of("ClusterRole").toString().contains("aggregate-to-edit");
    }

    @Test
    void fullResultsAreStoredNowhereUnlessAskedFor() {
        var objects = helm.objects();

        assertThat(objects.of("PersistentVolumeClaim")).isEmpty();
        assertThat(settings(objects, Map.of()).storage()).isEqualTo(new StorageSettings.None());
    }

    @Test
    void volumeForFullResultsIsClaimedMountedAndStays() {
        var objects = helm.objects("results.storage.type=Volume", "results.storage.volume.storageClassName=fast");
        var claim = objects.only("PersistentVolumeClaim");
        var deployment = objects.only("Deployment");
        var pod = deployment.at("/spec/template/spec");

        assertThat(claim.at("/spec/storageClassName").asText()).isEqualTo("fast");
        assertThat(claim.at("/spec/resources/requests/storage").asText()).isEqualTo("10Gi");
        assertThat(claim.at("/metadata/annotations")
                        .get("helm.sh/resource-policy")
                        .asText())
                .isEqualTo("keep");
        assertThat(pod.get("volumes").findValuesAsText("claimName"))
                .containsExactly(claim.at("/metadata/name").asText());
        assertThat(pod.get("volumes").findValuesAsText("sizeLimit")).containsExactly("512Mi");
        assertThat(pod.at("/securityContext/fsGroup").asInt()).isEqualTo(65532);
        assertThat(deployment.at("/spec/strategy/type").asText()).isEqualTo("Recreate");
        assertThat(pod.at("/containers/0/volumeMounts/1/mountPath").asText()).isEqualTo("/var/lib/jgbench/results");
        assertThat(settings(objects, Map.of()).storage())
                .isEqualTo(new StorageSettings.Volume(Path.of("/var/lib/jgbench/results")));
    }

    @Test
    void claimOfSomebodyElseIsUsedAndNotMade() {
        var objects = helm.objects(
                "results.storage.type=Volume", "results.storage.volume.existingClaim=lab-results", "replicas=2");

        assertThat(objects.of("PersistentVolumeClaim")).isEmpty();
        assertThat(objects.only("Deployment").findValuesAsText("claimName")).containsExactly("lab-results");
        assertThat(objects.only("Deployment").at("/spec/strategy").isMissingNode())
                .isTrue();
    }

    @Test
    void replicasThatWouldWaitForTheVolumeAreRefused() {
        var refused = helm.template("results.storage.type=Volume", "replicas=2");

        assertThat(refused.status()).isNotZero();
        assertThat(refused.text()).contains("accessModes must have ReadWriteMany");
    }

    @Test
    void bucketForFullResultsIsToldAndReachedAndItsCredentialsStayInTheirSecret() {
        var objects = helm.objects(
                "results.storage.type=S3",
                "results.storage.s3.endpoint=https://s3.lab.example:9000/",
                "results.storage.s3.bucket=bench",
                "results.storage.s3.credentialsSecret=bucket",
                "results.storage.s3.caBundle.configMap=lab-ca");
        var container = objects.only("Deployment").at("/spec/template/spec/containers/0");
        var secrets = StreamSupport.stream(container.get("env").spliterator(), false)
                .filter(variable ->
                        variable.at("/valueFrom/secretKeyRef/name").asText().equals("bucket"))
                .map(variable -> variable.get("name").asText());

        assertThat(secrets).containsExactly("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN");
        assertThat(objects.named("NetworkPolicy", "jgbench-operator")
                        .at("/spec/egress/3/ports/0/port")
                        .asInt())
                .isEqualTo(9000);
        assertThat(objects.only("Deployment").findValuesAsText("sizeLimit")).containsExactly("768Mi");
        assertThat(objects.of("PersistentVolumeClaim")).isEmpty();
        assertThat(settings(objects, Map.of("AWS_ACCESS_KEY_ID", "id", "AWS_SECRET_ACCESS_KEY", "secret"))
                        .storage())
                .isEqualTo(new StorageSettings.S3(
                        new BucketSettings(
                                Optional.of(URI.create("https://s3.lab.example:9000/")),
                                "us-east-1",
                                "bench",
                                true,
                                Optional.of(Path.of("/etc/jgbench/s3-ca/ca.crt")),
                                new BucketCredentials("id", "secret", Optional.empty())),
                        Optional.of(StoragePath.of("jgbench"))));
    }

    @ParameterizedTest
    @CsvSource({"'', 443", "https://s3.lab, 443", "http://s3.lab, 80", "http://10.0.0.7:9000, 9000"})
    void operatorReachesThePortOfTheBucketsServer(String endpoint, int port) {
        var policy = helm.objects(
                        "results.storage.type=S3",
                        "results.storage.s3.endpoint=" + endpoint,
                        "results.storage.s3.bucket=bench",
                        "results.storage.s3.credentialsSecret=bucket")
                .named("NetworkPolicy", "jgbench-operator");

        assertThat(policy.at("/spec/egress/3/ports/0/port").asInt()).isEqualTo(port);
    }

    @Test
    void portsOfPodsBehindServicesCanBeTold() {
        var policy = helm.objects(
                        "results.storage.type=S3",
                        "results.storage.s3.endpoint=https://minio.tenant.svc",
                        "results.storage.s3.bucket=bench",
                        "results.storage.s3.credentialsSecret=bucket",
                        "networkPolicy.storagePorts={9000,9001}",
                        "networkPolicy.dnsPorts={5353}")
                .named("NetworkPolicy", "jgbench-operator");

        assertThat(policy.at("/spec/egress/1/ports").findValuesAsText("port")).containsExactly("5353", "5353");
        assertThat(policy.at("/spec/egress/3/ports").findValuesAsText("port")).containsExactly("9000", "9001");
    }

    private static OperatorSettings settings(Helm.Objects objects, Map<String, String> secrets) {
        var told = variables(objects);
        told.put("JGBENCH_NAMESPACE", "jgbench-system");
        told.putAll(secrets);
        return OperatorSettings.of(told);
    }

    private static Map<String, String> variables(Helm.Objects objects) {
        var variables = new TreeMap<String, String>();
        objects.only("Deployment")
                .at("/spec/template/spec/containers/0/env")
                .forEach(variable -> variables.put(
                        variable.get("name").asText(), variable.path("value").asText()));
        return variables;
    }

    private static List<String> names(List<JsonNode> objects) {
        return objects.stream()
                .map(object -> object.at("/metadata/name").asText())
                .sorted()
                .toList();
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}
