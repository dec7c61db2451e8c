package io.jgbench.operator.pod;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirementBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.jgbench.api.schema.ApiField;
import io.jgbench.api.v1alpha1.ObjectLabels;
import io.jgbench.api.v1alpha1.PlacementSettings;
import io.jgbench.api.v1alpha1.PlacementSettings.Spread;
import io.jgbench.operator.kubernetes.Labels;
import java.util.List;
import java.util.Map;

/**
 * What holds the pods of a run to their nodes: the plan says which, and the scheduler has no choice.
 *
 * @param settings where the run wants its members
 * @param runId the run, whose pods avoid each other unless they may share nodes
 * @param labelsOfNodes labels that the admin's policy asks of each node; one may have lost them since it was chosen
 */
record PodPlacement(PlacementSettings settings, String runId, Map<String, String> labelsOfNodes) {

    Affinity affinity(String node) {
        var affinity = new AffinityBuilder()
                .withNewNodeAffinity()
                .withNewRequiredDuringSchedulingIgnoredDuringExecution()
                .addNewNodeSelectorTerm()
                .addNewMatchField()
                .withKey("metadata.name")
                .withOperator("In")
                .withValues(node)
                .endMatchField()
                .addAllToMatchExpressions(expressions())
                .endNodeSelectorTerm()
                .endRequiredDuringSchedulingIgnoredDuringExecution()
                .endNodeAffinity();
        if (settings.spread() == Spread.ANY) {
            return affinity.build();
        }
        return affinity.withNewPodAntiAffinity()
                .addNewRequiredDuringSchedulingIgnoredDuringExecution()
                .withNewLabelSelector()
                // a pod that restores a node is the run's as well
                .addToMatchLabels(Labels.APP, Labels.MEMBER_APP)
                .addToMatchLabels(ObjectLabels.RUN_ID, runId)
                .endLabelSelector()
                .withTopologyKey("kubernetes.io/hostname")
                .endRequiredDuringSchedulingIgnoredDuringExecution()
                .endPodAntiAffinity()
                .build();
    }

    private List<NodeSelectorRequirement> expressions() {
        return labelsOfNodes.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(label -> new NodeSelectorRequirementBuilder()
                        .withKey(label.getKey())
                        .withOperator("In")
                        .withValues(label.getValue())
                        .build())
                .toList();
    }

    List<Toleration> tolerations() {
        return settings.tolerations().stream()
                .map(toleration -> new TolerationBuilder()
                        .withKey(toleration.key())
                        .withOperator(toleration.operator() == null ? null : ApiField.word(toleration.operator()))
                        .withValue(toleration.value())
                        .withEffect(toleration.effect() == null ? null : ApiField.word(toleration.effect()))
                        .withTolerationSeconds(toleration.tolerationSeconds())
                        .build())
                .toList();
    }
}
