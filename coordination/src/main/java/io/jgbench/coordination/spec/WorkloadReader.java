package io.jgbench.coordination.spec;

import static java.util.Objects.requireNonNullElse;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import java.util.function.Supplier;

/** Reads the workload that the spec's union says. */
record WorkloadReader(SettingReader reader, BenchmarkRunSpec spec) {

    /** Reads and checks the settings now; what they make can be had when none was wrong. */
    Supplier<? extends WorkloadSpec> read(int members) {
        var type = spec.workload() == null ? null : spec.workload().type();
        return switch (requireNonNullElse(type, WorkloadSettings.Type.MULTICAST)) {
            case MULTICAST -> new MulticastReader(reader, spec).read(members);
        };
    }
}
