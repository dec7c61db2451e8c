package io.jgbench.coordination.resolve;

import static java.util.Objects.requireNonNullElse;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.spec.SettingReader;
import io.jgbench.coordination.spec.SpecProblem;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.workload.WorkloadType;
import io.jgbench.coordination.workload.registry.Workloads;
import java.util.function.Supplier;

/** Reads the workload that the spec's union says. */
record WorkloadReader(SettingReader reader, BenchmarkRunSpec spec) {

    /** Reads and checks the settings. The supplier gives the result; it may be called only if there was no problem. */
    Supplier<? extends WorkloadSpec> read(int members) {
        var settings = requireNonNullElse(spec.workload(), WorkloadSettings.defaults());
        var workload = Workloads.of(requireNonNullElse(settings.type(), WorkloadSettings.Type.MULTICAST));
        Workloads.all().stream()
                .filter(other -> other.type() != workload.type()
                        && other.block().settings().apply(settings) != null)
                .forEach(other -> refuseBlock(other, workload));
        if (!workload.hasSenders() && spec.senders() != null) {
            reader.add(new SpecProblem(
                    "spec.senders",
                    "spec." + BenchmarkRunSpec.SENDERS_MULTICAST_RULE,
                    "workload.type " + workload.type().label(),
                    "leave senders out"));
        }
        if (!workload.hasSpecDuration() && spec.duration() != null) {
            reader.add(new SpecProblem(
                    "spec.duration",
                    "spec." + BenchmarkRunSpec.DURATION_RULE,
                    "workload.type " + workload.type().label(),
                    "write workload." + workload.block().name() + ".duration"));
        }
        return workload.read(reader, spec, members);
    }

    private void refuseBlock(WorkloadType<?, ?, ?, ?, ?> other, WorkloadType<?, ?, ?, ?, ?> workload) {
        reader.add(new SpecProblem(
                "spec.workload." + other.block().name(),
                "spec." + other.block().rule(),
                "type " + workload.type().label(),
                "write type: " + other.type().label()));
    }
}
