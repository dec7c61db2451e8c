package io.jgbench.runfile;

import io.jgbench.api.schema.ApiField;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.JGroupsSettings;
import io.jgbench.api.v1alpha1.PlacementSettings;
import io.jgbench.api.v1alpha1.RetentionSettings;
import io.jgbench.api.v1alpha1.SysctlSetting;
import io.jgbench.api.v1alpha1.TuningSettings;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** What a run file asks for that only a cluster can honour. */
public final class IgnoredSettings {
    private final SequencedMap<String, String> sentences = new LinkedHashMap<>();

    private IgnoredSettings() {}

    /** One sentence for each such setting that is given; none where the file asks for nothing of the kind. */
    public static List<String> of(BenchmarkRunSpec spec) {
        return List.copyOf(bySetting(spec).values());
    }

    /** The same sentences by the path of the setting, such as {@code tuning.mtu}. */
    public static SequencedMap<String, String> bySetting(BenchmarkRunSpec spec) {
        var notApplied = new IgnoredSettings();
        if (spec.placement() != null) {
            notApplied.placement(spec.placement());
        }
        if (spec.tuning() != null) {
            notApplied.tuning(spec.tuning());
        }
        if (spec.jgroups() != null) {
            notApplied.jgroups(spec.jgroups());
        }
        if (spec.retention() != null) {
            notApplied.retention(spec.retention());
        }
        if (Boolean.TRUE.equals(spec.suspend())) {
            notApplied.add("suspend", true, "a local run begins when it is asked for");
        }
        if (Boolean.TRUE.equals(spec.cancel())) {
            notApplied.add("cancel", true, "a local run is ended with Ctrl-C");
        }
        return Collections.unmodifiableSequencedMap(notApplied.sentences);
    }

    private void placement(PlacementSettings placement) {
        String oneMachine = "all members of a local run are on this machine";
        if (!placement.nodeSelector().isEmpty()) {
            add("placement.nodeSelector", placement.nodeSelector(), oneMachine);
        }
        if (!placement.nodeNames().isEmpty()) {
            add("placement.nodeNames", placement.nodeNames(), oneMachine);
        }
        if (placement.spread() == PlacementSettings.Spread.ONE_PER_NODE) {
            add("placement.spread", ApiField.word(placement.spread()), oneMachine);
        }
        if (placement.networkInterface() != null) {
            add("placement.interface", placement.networkInterface(), "a local run brings its own network");
        }
        if (placement.lineRate() != null) {
            add("placement.lineRate", placement.lineRate(), "a local run's links are virtual; --link-rate limits them");
        }
        if (!placement.tolerations().isEmpty()) {
            add("placement.tolerations", placement.tolerations().size() + " given", "this machine has no taints");
        }
    }

    private void tuning(TuningSettings tuning) {
        String untouched = "a local run leaves this machine's settings alone";
        if (tuning.mode() != null && tuning.mode() != TuningSettings.Mode.IGNORE) {
            add("tuning.mode", ApiField.word(tuning.mode()), untouched);
        }
        addIfGiven("tuning.rmemMax", tuning.rmemMax(), untouched);
        addIfGiven("tuning.wmemMax", tuning.wmemMax(), untouched);
        addIfGiven("tuning.mtu", tuning.mtu(), untouched);
        addIfGiven("tuning.txQueueLength", tuning.txQueueLength(), untouched);
        if (tuning.flowControl() != null) {
            addIfGiven("tuning.flowControl.rx", tuning.flowControl().rx(), untouched);
            addIfGiven("tuning.flowControl.tx", tuning.flowControl().tx(), untouched);
        }
        for (SysctlSetting sysctl : tuning.sysctls()) {
            add("tuning.sysctls " + sysctl.name(), sysctl.value(), untouched);
        }
    }

    private void jgroups(JGroupsSettings jgroups) {
        String fromClassPath = "a local run takes the jar that --jgroups names";
        addIfGiven("jgroups.image", jgroups.image(), fromClassPath);
        addIfGiven("jgroups.version", jgroups.version(), fromClassPath);
    }

    private void retention(RetentionSettings retention) {
        if (retention.pods() != null) {
            add("retention.pods", ApiField.word(retention.pods()), "a local run has no pods");
        }
        addIfGiven("retention.ttlAfterFinished", retention.ttlAfterFinished(), "a local run leaves nothing behind");
    }

    private void addIfGiven(String setting, Object value, String why) {
        if (value != null) {
            add(setting, value, why);
        }
    }

    private void add(String setting, Object value, String why) {
        sentences.put(setting, setting + " (" + value + ") is not applied: " + why);
    }
}
