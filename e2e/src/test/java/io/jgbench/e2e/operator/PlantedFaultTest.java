package io.jgbench.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusFinding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.e2e.Nodes;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Faults in the network between nodes: the result names them, with the member. */
@OperatorTest
class PlantedFaultTest {
    private static final int VICTIM = 2;
    private static final String VICTIM_NAME = "member-" + VICTIM;
    private static final int MEMBERS = 4;
    private static final Pattern MEMBER = Pattern.compile("\\bmember-[0-9]+\\b");
    private static final Duration CUT_OFF = Duration.ofSeconds(4);

    /** From all members up until what is wrong between them is named. */
    private static final Duration NAMED_WITHIN = Duration.ofSeconds(10);

    @Test
    void nodeThatIsCutOffForSecondsIsNamed(Lab lab) {
        List<Node> nodes = Nodes.workers(lab.client());
        lab.start("cut-off", spec(nodes));
        lab.waitUntil("cut-off", ConditionType.SUCCEEDED, ConditionReason.RUNNING);
        lab.waitUntil("cut-off", run -> run.getStatus().progressPercent() >= 20);

        String victim = name(nodes.get(VICTIM));
        try (var _ = NodeFault.deafTo(victim, addressesOfOthers(nodes))) {
            // the fault is to last this long, whatever the run makes of it
            Awaitility.await().pollDelay(CUT_OFF).until(() -> true);
        }
        BenchmarkRun run = lab.waitUntilFinished("cut-off");

        assertThat(Lab.doubts(run))
                .as("what is said of %s", run.getStatus())
                .isNotEmpty()
                .first()
                .satisfies(first -> {
                    assertThat(first.reason())
                            .isIn(Reason.HELD_BACK.label(), Reason.STALLED.label(), Reason.VIEW_CHANGED.label());
                    assertThat(membersAt(first, run)).contains(VICTIM_NAME).hasSizeLessThan(MEMBERS);
                });
    }

    /** Where the bottleneck held all others back, its sentence may also have the names of who waited for its member. */
    private static Set<String> membersAt(StatusFinding finding, BenchmarkRun run) {
        return finding.reason().equals(Reason.HELD_BACK.label())
                ? Set.of(run.getStatus().bottleneck().member())
                : membersIn(finding.message());
    }

    /** Who names all names nobody. */
    private static Set<String> membersIn(String text) {
        return MEMBER.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
    }

    @Test
    void nodeWithAnotherMtuFailsTheRunBeforeItBegins(Lab lab) {
        List<Node> nodes = Nodes.workers(lab.client());
        BenchmarkRun run;
        try (var _ = NodeFault.mtu(name(nodes.get(VICTIM)), 1300)) {
            lab.start("other-mtu", spec(nodes));
            run = lab.waitUntilFinished("other-mtu");
        }

        assertThat(Lab.told(run, ConditionType.MEMBERS_READY))
                .startsWith("False PreflightFailed: ")
                .contains(VICTIM_NAME, "MTU");
        assertThatItWasNamedInTime(lab, "other-mtu");
    }

    @Test
    void nodesThatDoNotReachEachOtherAreNamedBeforeTheRunBegins(Lab lab) {
        List<Node> nodes = Nodes.workers(lab.client());
        // what the operator asks of a member comes from the operator's node
        String operators = lab.installation().operatorPod().getSpec().getNodeName();
        int unheard = IntStream.range(0, nodes.size())
                .filter(i -> i != VICTIM && !name(nodes.get(i)).equals(operators))
                .findFirst()
                .orElseThrow();
        BenchmarkRun run;
        try (var _ = NodeFault.deafTo(name(nodes.get(VICTIM)), List.of(address(nodes.get(unheard))))) {
            lab.start("deaf", spec(nodes));
            run = lab.waitUntilFinished("deaf");
        }

        assertThat(Lab.told(run, ConditionType.MEMBERS_READY))
                .startsWith("False PreflightFailed: ")
                .contains("member-" + unheard, VICTIM_NAME);
        assertThatItWasNamedInTime(lab, "deaf");
        lab.waitUntilNodesAreFree();
    }

    /** By the operator's Events: all members were up when it said that they join. */
    private static void assertThatItWasNamedInTime(Lab lab, String run) {
        assertThat(Duration.between(
                        lab.eventOf(run, ConditionReason.JOINING), lab.eventOf(run, ConditionReason.PREFLIGHT_FAILED)))
                .isLessThanOrEqualTo(NAMED_WITHIN);
    }

    private static String spec(List<Node> nodes) {
        String names = nodes.stream().map(PlantedFaultTest::name).collect(Collectors.joining(", "));
        return "members: 4, duration: 15s, messageSize: 1k, stack: {name: udp}, warmup: {messages: 2000},"
                + " start: {maxSkew: 1m}, placement: {nodeNames: [" + names + "]}";
    }

    private static List<String> addressesOfOthers(List<Node> nodes) {
        return nodes.stream()
                .filter(node -> !node.equals(nodes.get(VICTIM)))
                .map(PlantedFaultTest::address)
                .toList();
    }

    private static String name(Node node) {
        return node.getMetadata().getName();
    }

    private static String address(Node node) {
        return node.getStatus().getAddresses().stream()
                .filter(address -> address.getType().equals("InternalIP"))
                .map(NodeAddress::getAddress)
                .findFirst()
                .orElseThrow(() -> new AssertionError(name(node) + " has no address of its own"));
    }
}
