package io.jgbench.operator.plan;

import io.fabric8.kubernetes.api.model.Taint;
import io.jgbench.api.schema.ApiField;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.PlacementSettings;
import io.jgbench.api.v1alpha1.PlacementSettings.Spread;
import io.jgbench.api.v1alpha1.Toleration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Chooses the node of each member: those that are named, in that order, or all that fit, in the order of their names.
 * The choice follows from the spec and the nodes alone, so that member <i>i</i> stands on the same node in every run.
 */
public final class NodeChoice {
    private final int members;
    private final PlacementSettings placement;
    private final List<NodeView> nodes;

    private NodeChoice(BenchmarkRunSpec spec, List<NodeView> nodes) {
        // a run is asked for its nodes by others, too, before it is refused for what it lacks
        this.members = Objects.requireNonNullElse(spec.members(), 0);
        this.placement = Objects.requireNonNullElse(spec.placement(), PlacementSettings.defaults());
        this.nodes = nodes;
    }

    /** What came of the choice. */
    public sealed interface Outcome {

        /**
         * There is a node for each member.
         *
         * @param byMember the members' nodes, by index
         */
        record Chosen(List<NodeView> byMember) implements Outcome {

            /** Copies the nodes. */
            public Chosen {
                byMember = List.copyOf(byMember);
            }

            /** The nodes' names, each once, in alphabetical order: the order in which they are reserved. */
            public List<String> names() {
                return byMember.stream().map(NodeView::name).distinct().sorted().toList();
            }
        }

        /**
         * There is not.
         *
         * @param message how many there are, how many are needed and what is wrong with the others
         */
        record TooFew(String message) implements Outcome {}
    }

    /** Chooses of all nodes that there are. */
    public static Outcome choose(BenchmarkRunSpec spec, List<NodeView> nodes) {
        return new NodeChoice(spec, nodes).choose();
    }

    private Outcome choose() {
        List<NodeView> fitting = new ArrayList<>();
        List<String> refusals = new ArrayList<>();
        for (var candidate : candidates()) {
            Optional<String> refusal =
                    candidate.node() == null ? Optional.of("there is none") : refusal(candidate.node());
            refusal.ifPresentOrElse(
                    why -> refusals.add(candidate.name() + " (" + why + ")"), () -> fitting.add(candidate.node()));
        }
        int needed = spread() == Spread.ONE_PER_NODE ? members : 1;
        if (fitting.size() < needed) {
            return new Outcome.TooFew(tooFew(needed, fitting, refusals));
        }
        List<NodeView> byMember = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            byMember.add(fitting.get(i % fitting.size()));
        }
        return new Outcome.Chosen(byMember);
    }

    private Spread spread() {
        return Objects.requireNonNullElse(placement.spread(), Spread.ONE_PER_NODE);
    }

    private List<Candidate> candidates() {
        if (placement.nodeNames().isEmpty()) {
            return nodes.stream()
                    .filter(node -> node.labels()
                            .entrySet()
                            .containsAll(placement.nodeSelector().entrySet()))
                    .sorted(Comparator.comparing(NodeView::name))
                    .map(node -> new Candidate(node.name(), node))
                    .toList();
        }
        return new LinkedHashSet<>(placement.nodeNames())
                .stream().map(name -> new Candidate(name, named(name))).toList();
    }

    private NodeView named(String name) {
        return nodes.stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private Optional<String> refusal(NodeView node) {
        if (!node.labels().entrySet().containsAll(placement.nodeSelector().entrySet())) {
            return Optional.of("not of nodeSelector " + placement.nodeSelector());
        }
        if (node.withheld().isPresent()) {
            return node.withheld();
        }
        if (!node.isLinux()) {
            return Optional.of("no Linux");
        }
        if (node.unschedulable()) {
            return Optional.of("cordoned");
        }
        if (node.address().isEmpty()) {
            return Optional.of("without an internal IPv4 address");
        }
        return node.taints().stream()
                .filter(taint -> !"PreferNoSchedule".equals(taint.getEffect()))
                .filter(taint -> placement.tolerations().stream().noneMatch(each -> tolerates(each, taint)))
                .findFirst()
                .map(taint -> "taint " + taint.getKey() + " is not tolerated");
    }

    private static boolean tolerates(Toleration toleration, Taint taint) {
        boolean effect = toleration.effect() == null
                || ApiField.word(toleration.effect()).equals(taint.getEffect());
        boolean key = toleration.key() == null || toleration.key().equals(taint.getKey());
        boolean value = toleration.operator() == Toleration.Operator.EXISTS
                || (toleration.key() != null
                        && Objects.requireNonNullElse(toleration.value(), "")
                                .equals(Objects.requireNonNullElse(taint.getValue(), "")));
        return effect && key && value;
    }

    private String tooFew(int needed, List<NodeView> fitting, List<String> refusals) {
        String found = fitting.isEmpty()
                ? "none fits"
                : fitting.size()
                        + (fitting.size() == 1 ? " fits: " : " fit: ")
                        + fitting.stream().map(NodeView::name).collect(Collectors.joining(", "));
        String others = refusals.isEmpty() ? "" : "; these do not: " + bounded(refusals);
        return "%d member%s need%s %d node%s, %s%s. Change placement or add nodes."
                .formatted(
                        members,
                        members == 1 ? "" : "s",
                        members == 1 ? "s" : "",
                        needed,
                        needed == 1 ? "" : "s",
                        found,
                        others);
    }

    private static String bounded(List<String> refusals) {
        int shown = 20;
        String text = refusals.stream().limit(shown).collect(Collectors.joining(", "));
        return refusals.size() > shown ? text + " and " + (refusals.size() - shown) + " more" : text;
    }

    private record Candidate(String name, NodeView node) {}
}
