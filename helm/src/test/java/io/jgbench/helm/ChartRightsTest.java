package io.jgbench.helm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** What the chart grants is what docs/CHART.md lists with its reason: no right more, and none less. */
@NeedsHelm
class ChartRightsTest {
    private static final String OPERATOR = "jgbench-operator";
    private static final String RUNS = "jgbench-runs";

    private final DocumentedRights documented = DocumentedRights.read();
    private final Helm helm = new Helm();

    @Test
    void eachRightIsListedWithItsAccountAndPlace() {
        assertThat(granted(helm.objects())).isEqualTo(documented.all());
    }

    @Test
    void eachRowHasAReasonAndNoRightIsListedTwice() {
        assertThat(documented.rows())
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row.reason())
                        .as(String.join(", ", row.resources()))
                        .isNotBlank());
        assertThat(documented.count()).isEqualTo(documented.all().size());
    }

    @Test
    void operatorMayDoInAllNamespacesWhatItMayDoInThoseOfRunsWhereItWatchesAll() {
        String prefix = OPERATOR + ", " + DocumentedRights.CLUSTER + ", ";

        assertThat(granted(helm.objects("runs.watchAll=true")).stream()
                        .filter(right -> right.startsWith(prefix))
                        .map(right -> right.substring(prefix.length())))
                .containsExactlyInAnyOrderElementsOf(documented.of(OPERATOR, RUNS, DocumentedRights.CLUSTER));
    }

    @Test
    void nobodyMayChangeFinalizersOrGrantRights() {
        assertThat(documented.all())
                .noneMatch(right -> right.contains("/finalizers")
                        || right.contains("rbac.authorization.k8s.io")
                        || right.contains("*")
                        || right.endsWith(": impersonate"));
    }

    private static Set<String> granted(Helm.Objects objects) {
        Set<String> granted = bindings(objects)
                .flatMap(binding -> rights(objects, binding))
                .collect(Collectors.toCollection(TreeSet::new));
        List<String> bound = bindings(objects)
                .map(binding -> binding.at("/roleRef/name").asText())
                .toList();
        objects.of("ClusterRole").stream()
                .filter(role -> !bound.contains(name(role)))
                .flatMap(role -> rules(role).map(right -> name(role) + ", " + DocumentedRights.WHERE_BOUND + right))
                .forEach(granted::add);
        return granted;
    }

    private static Stream<JsonNode> bindings(Helm.Objects objects) {
        return Stream.concat(objects.of("RoleBinding").stream(), objects.of("ClusterRoleBinding").stream());
    }

    private static Stream<String> rights(Helm.Objects objects, JsonNode binding) {
        String where = binding.at("/metadata/namespace").asText(DocumentedRights.CLUSTER);
        JsonNode role = objects.of(binding.at("/roleRef/kind").asText()).stream()
                .filter(it -> name(it).equals(binding.at("/roleRef/name").asText()))
                .filter(it -> it.at("/metadata/namespace").equals(binding.at("/metadata/namespace")))
                .findFirst()
                .orElseThrow();
        return elements(binding.get("subjects"))
                .flatMap(subject -> rules(role).map(right -> subject.get("name").asText() + ", " + where + right));
    }

    private static Stream<String> rules(JsonNode role) {
        return elements(role.get("rules"))
                .flatMap(rule -> elements(rule.get("apiGroups"))
                        .flatMap(group -> elements(rule.get("resources"))
                                .map(resource -> named(resource.asText(), group.asText())))
                        .flatMap(resource ->
                                elements(rule.get("verbs")).map(verb -> ", " + resource + ": " + verb.asText())));
    }

    /** As kubectl has it: the group stands between a resource and its part. */
    static String named(String resource, String group) {
        String[] parts = resource.split("/", 2);
        String whole = group.isEmpty() ? parts[0] : parts[0] + "." + group;
        return parts.length == 1 ? whole : whole + "/" + parts[1];
    }

    private static Stream<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    private static String name(JsonNode object) {
        return object.at("/metadata/name").asText();
    }
}
