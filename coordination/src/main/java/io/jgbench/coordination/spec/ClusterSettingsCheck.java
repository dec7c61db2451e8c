package io.jgbench.coordination.spec;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.JGroupsSettings;
import io.jgbench.api.v1alpha1.PlacementSettings;
import io.jgbench.api.v1alpha1.RetentionSettings;
import io.jgbench.api.v1alpha1.TransportSettings;
import io.jgbench.api.v1alpha1.TuningSettings;
import io.jgbench.coordination.spec.SettingReader.Setting;

/** Checks the settings that a run of itself does not need, so that a file is good or bad wherever it is run. */
record ClusterSettingsCheck(SettingReader reader, BenchmarkRunSpec spec) {

    void check(int members) {
        if (spec.placement() != null) {
            checkNodes(spec.placement(), members);
        }
        if (spec.tuning() != null) {
            checkTuning(spec.tuning());
        }
        if (spec.jgroups() != null) {
            checkJGroups(spec.jgroups());
        }
        if (spec.retention() != null && spec.retention().ttlAfterFinished() != null) {
            reader.duration(
                    Setting.of("spec.retention", RetentionSettings.class, "ttlAfterFinished"),
                    spec.retention().ttlAfterFinished());
        }
    }

    private void checkNodes(PlacementSettings placement, int members) {
        int nodes = placement.nodeNames().size();
        if (nodes > 0 && nodes < members && placement.spread() != PlacementSettings.Spread.ANY) {
            reader.add(new SpecProblem(
                    "spec.placement.nodeNames",
                    "spec." + BenchmarkRunSpec.NODE_NAMES_RULE,
                    nodes + " nodes for " + members + " members",
                    "name more nodes, or write spread: Any"));
        }
    }

    private void checkJGroups(JGroupsSettings jgroups) {
        String path = "spec.jgroups";
        if (jgroups.image() == null && jgroups.version() == null) {
            reader.add(new SpecProblem(
                    path, "spec." + JGroupsSettings.GIVEN_RULE, "neither", "a good value is {version: 5.5.6.Final}"));
        }
        if (spec.transport() != null
                && spec.transport().name() != null
                && !spec.transport().name().equals(TransportSettings.JGROUPS)) {
            reader.add(new SpecProblem(
                    path,
                    "spec." + BenchmarkRunSpec.JGROUPS_RULE,
                    "transport " + spec.transport().name(),
                    "leave jgroups out"));
        }
    }

    private void checkTuning(TuningSettings tuning) {
        if (tuning.rmemMax() != null) {
            reader.bytes(tuning("rmemMax"), tuning.rmemMax());
        }
        if (tuning.wmemMax() != null) {
            reader.bytes(tuning("wmemMax"), tuning.wmemMax());
        }
        if (tuning.mtu() != null) {
            reader.number(tuning("mtu"), tuning.mtu(), 0);
        }
        if (tuning.txQueueLength() != null) {
            reader.number(tuning("txQueueLength"), tuning.txQueueLength(), 0);
        }
    }

    private static Setting tuning(String component) {
        return Setting.of("spec.tuning", TuningSettings.class, component);
    }
}
