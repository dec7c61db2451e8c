package io.jgbench.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Taint;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.plan.NodeChoice.Outcome.Chosen;
import io.jgbench.operator.plan.NodeChoice.Outcome.TooFew;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodeChoiceTest {
    private static final NodeView A = node("a");
    private static final NodeView B = node("b");
    private static final NodeView C = node("c");

    @Test
    void nodesAreTakenInTheOrderOfTheirNamesWhateverOrderTheyComeIn() {
        assertThat(names(spec("members: 2"), List.of(C, A, B))).containsExactly("a", "b");
        assertThat(names(spec("members: 2"), List.of(B, C, A))).containsExactly("a", "b");
    }

    @Test
    void namedNodesAreTakenInTheOrderInWhichTheyAreNamed() {
        assertThat(names(placed("members: 2", "nodeNames: [c, a]"), List.of(A, B, C)))
                .containsExactly("c", "a");
    }

    @Test
    void membersShareNodesOnlyWhereTheyMay() {
        assertThat(names(placed("members: 3", "spread: Any"), List.of(A, B))).containsExactly("a", "b", "a");
        assertThat(NodeChoice.choose(spec("members: 3"), List.of(A, B)))
                .isInstanceOfSatisfying(
                        TooFew.class,
                        tooFew -> assertThat(tooFew.message())
                                .isEqualTo("3 members need 3 nodes, 2 fit: a, b. Change placement or add nodes."));
    }

    @Test
    void nodesThatDoNotFitAreNamedWithTheReason() {
        var cordoned = new NodeView("b", Map.of(), List.of(), true, Optional.of("10.0.0.2"), Optional.empty());
        var tainted = new NodeView(
                "c", Map.of(), List.of(taint("NoSchedule")), false, Optional.of("10.0.0.3"), Optional.empty());
        var withoutAddress = new NodeView("d", Map.of(), List.of(), false, Optional.empty(), Optional.empty());

        assertThat(NodeChoice.choose(spec("members: 2"), List.of(A, cordoned, tainted, withoutAddress)))
                .isInstanceOfSatisfying(
                        TooFew.class,
                        tooFew -> assertThat(tooFew.message())
                                .contains("1 fits: a")
                                .contains("b (cordoned)")
                                .contains("c (taint dedicated is not tolerated)")
                                .contains("d (without an internal IPv4 address)"));
    }

    @Test
    void nodeWithoutLinuxDoesNotFit() {
        var windows = new NodeView(
                "b",
                Map.of("kubernetes.io/os", "windows"),
                List.of(),
                false,
                Optional.of("10.0.0.2"),
                Optional.empty());
        var linux = new NodeView(
                "c", Map.of("kubernetes.io/os", "linux"), List.of(), false, Optional.of("10.0.0.3"), Optional.empty());

        assertThat(names(spec("members: 2"), List.of(A, windows, linux))).containsExactly("a", "c");
        assertThat(NodeChoice.choose(spec("members: 2"), List.of(A, windows)))
                .isInstanceOfSatisfying(
                        TooFew.class, tooFew -> assertThat(tooFew.message()).contains("b (no Linux)"));
    }

    @Test
    void aNamedNodeThatIsNotThereIsSaidToBeMissing() {
        assertThat(NodeChoice.choose(placed("members: 1", "nodeNames: [z]"), List.of(A)))
                .isInstanceOfSatisfying(
                        TooFew.class, tooFew -> assertThat(tooFew.message()).contains("z (there is none)"));
    }

    @Test
    void toleratedTaintsDoNotMatter() {
        var tainted = new NodeView(
                "a", Map.of(), List.of(taint("NoSchedule")), false, Optional.of("10.0.0.1"), Optional.empty());
        var preferred = new NodeView(
                "b", Map.of(), List.of(taint("PreferNoSchedule")), false, Optional.of("10.0.0.2"), Optional.empty());

        assertThat(names(
                        placed("members: 2", "tolerations: [{key: dedicated, operator: Exists}]"),
                        List.of(tainted, preferred)))
                .containsExactly("a", "b");
        assertThat(names(placed("members: 1", "tolerations: [{key: dedicated, value: lab}]"), List.of(tainted)))
                .containsExactly("a");
        assertThat(NodeChoice.choose(
                        placed("members: 1", "tolerations: [{key: dedicated, value: other}]"), List.of(tainted)))
                .isInstanceOf(TooFew.class);
    }

    @Test
    void nodeWithoutTheLabelsThatTheAdminAsksForIsNobodys() {
        var pool = Map.of("jgbench.io/pool", "lab");
        var inside = new NodeView("a", pool, List.of(), false, Optional.of("10.0.0.1"), Optional.empty());

        assertThat(names(spec("members: 1"), List.of(inside.withheldWithout(pool), B.withheldWithout(pool))))
                .containsExactly("a");
        assertThat(NodeChoice.choose(placed("members: 1", "nodeNames: [b]"), List.of(B.withheldWithout(pool))))
                .isInstanceOfSatisfying(
                        TooFew.class,
                        refused -> assertThat(refused.message())
                                .contains("b (not of policy.placement.nodeSelector {jgbench.io/pool=lab}"));
    }

    @Test
    void nodesAreReservedInAlphabeticalOrderWhoeverStandsWhere() {
        var chosen = (Chosen) NodeChoice.choose(placed("members: 2", "nodeNames: [c, a]"), List.of(A, B, C));

        assertThat(chosen.names()).containsExactly("a", "c");
    }

    private static List<String> names(BenchmarkRunSpec spec, List<NodeView> nodes) {
        var chosen = (Chosen) NodeChoice.choose(spec, nodes);
        return chosen.byMember().stream().map(NodeView::name).toList();
    }

    private static BenchmarkRunSpec spec(String members) {
        return placed(members, "");
    }

    private static BenchmarkRunSpec placed(String members, String placement) {
        return RunYaml.placed("run", placement, members + ", messages: 1, messageSize: 1k")
                .getSpec();
    }

    private static NodeView node(String name) {
        return new NodeView(name, Map.of(), List.of(), false, Optional.of("10.0.0.1"), Optional.empty());
    }

    private static Taint taint(String effect) {
        return new Taint(effect, "dedicated", null, "lab");
    }
}
