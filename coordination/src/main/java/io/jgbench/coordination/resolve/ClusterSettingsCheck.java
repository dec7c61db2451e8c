package io.jgbench.coordination.resolve;

import io.jgbench.api.schema.ApiField;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.ByteQuantity;
import io.jgbench.api.v1alpha1.JGroupsSettings;
import io.jgbench.api.v1alpha1.PlacementSettings;
import io.jgbench.api.v1alpha1.RetentionSettings;
import io.jgbench.api.v1alpha1.SysctlSetting;
import io.jgbench.api.v1alpha1.Toleration;
import io.jgbench.api.v1alpha1.TransportSettings;
import io.jgbench.api.v1alpha1.TuningSettings;
import io.jgbench.coordination.spec.SettingReader;
import io.jgbench.coordination.spec.SettingReader.Setting;
import io.jgbench.coordination.spec.SpecProblem;
import java.util.Collections;
import java.util.List;

/** Checks the settings that a run of itself does not need, so that a file is good or bad wherever it is run. */
record ClusterSettingsCheck(SettingReader reader, BenchmarkRunSpec spec) {
    private static final int PORTS = 65_536;

    void check(int members) {
        if (spec.placement() != null) {
            checkNodes(spec.placement(), members);
            checkTolerations(spec.placement().tolerations());
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
        List<String> repeated = repeated(placement.nodeNames());
        if (!repeated.isEmpty()) {
            reader.add(new SpecProblem(
                    "spec.placement.nodeNames",
                    "spec." + PlacementSettings.NODE_NAMES_ONCE_RULE,
                    String.join(", ", repeated) + " more than once",
                    "name other nodes"));
        }
        boolean mayShare = placement.spread() == PlacementSettings.Spread.ANY;
        if (mayShare && placement.bindPort() != null && placement.bindPort() + members > PORTS) {
            reader.add(new SpecProblem(
                    "spec.placement.bindPort",
                    "spec." + BenchmarkRunSpec.BIND_PORT_RULE,
                    placement.bindPort() + " and " + members,
                    "a good value is 7800"));
        }
    }

    private void checkTolerations(List<Toleration> tolerations) {
        for (int i = 0; i < tolerations.size(); i++) {
            String path = "spec.placement.tolerations[" + i + "]";
            Toleration given = tolerations.get(i);
            boolean isExists = given.operator() == Toleration.Operator.EXISTS;
            boolean hasKey = given.key() != null && !given.key().isEmpty();
            boolean hasValue = given.value() != null && !given.value().isEmpty();
            if (!hasKey && !isExists) {
                refuse(path + ".key", Toleration.KEY_RULE, "none", "write operator: Exists");
            }
            if (hasValue && isExists) {
                refuse(path + ".value", Toleration.VALUE_RULE, given.value(), "write operator: Equal");
            }
            if (given.tolerationSeconds() != null && given.effect() != Toleration.Effect.NO_EXECUTE) {
                refuse(
                        path + ".tolerationSeconds",
                        Toleration.SECONDS_RULE,
                        given.effect() == null ? "no effect" : ApiField.word(given.effect()),
                        "leave tolerationSeconds out");
            }
        }
    }

    private void refuse(String path, String rule, String found, String advice) {
        reader.add(new SpecProblem(path, path + ": " + rule, found, advice));
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
        List<String> repeated =
                repeated(tuning.sysctls().stream().map(SysctlSetting::name).toList());
        if (!repeated.isEmpty()) {
            reader.add(new SpecProblem(
                    "spec.tuning.sysctls",
                    "spec.tuning.sysctls must name each parameter once",
                    String.join(", ", repeated) + " more than once",
                    "leave one of them out"));
        }
        checkGivenOnce(tuning, "net.core.rmem_max", tuning.rmemMax(), TuningSettings.RMEM_MAX_RULE);
        checkGivenOnce(tuning, "net.core.wmem_max", tuning.wmemMax(), TuningSettings.WMEM_MAX_RULE);
    }

    private static List<String> repeated(List<String> names) {
        return names.stream()
                .filter(name -> Collections.frequency(names, name) > 1)
                .distinct()
                .toList();
    }

    private void checkGivenOnce(TuningSettings tuning, String parameter, ByteQuantity given, String rule) {
        tuning.sysctls().stream()
                .filter(sysctl -> given != null && sysctl.name().equals(parameter))
                .findFirst()
                .ifPresent(again -> reader.add(new SpecProblem(
                        "spec.tuning.sysctls",
                        "spec." + rule,
                        given.text() + " and " + again.value(),
                        "leave one of both out")));
    }

    private static Setting tuning(String component) {
        return Setting.of("spec.tuning", TuningSettings.class, component);
    }
}
