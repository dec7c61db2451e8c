package io.jgbench.coordination.spec;

import static java.util.Objects.requireNonNullElse;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import java.util.function.Supplier;

/** Reads the workload that the spec's union says. */
record WorkloadReader(SettingReader reader, BenchmarkRunSpec spec) {

    /** Reads and checks the settings now; what they make can be had when none was wrong. */
    Supplier<? extends WorkloadSpec> read(int members) {
        var workload = requireNonNullElse(spec.workload(), WorkloadSettings.defaults());
        var type = requireNonNullElse(workload.type(), WorkloadSettings.Type.MULTICAST);
        checkBlock(
                type,
                WorkloadSettings.Type.MULTICAST,
                workload.multicast(),
                "multicast",
                WorkloadSettings.MULTICAST_RULE);
        checkBlock(type, WorkloadSettings.Type.RPC, workload.rpc(), "rpc", WorkloadSettings.RPC_RULE);
        checkBlock(
                type,
                WorkloadSettings.Type.MESSAGE_BUS,
                workload.messageBus(),
                "messageBus",
                WorkloadSettings.MESSAGE_BUS_RULE);
        checkBlock(
                type, WorkloadSettings.Type.DATAGRAM, workload.datagram(), "datagram", WorkloadSettings.DATAGRAM_RULE);
        if (type != WorkloadSettings.Type.MULTICAST && spec.senders() != null) {
            reader.add(new SpecProblem(
                    "spec.senders",
                    "spec." + BenchmarkRunSpec.SENDERS_MULTICAST_RULE,
                    "workload.type " + type.label(),
                    "leave senders out"));
        }
        return switch (type) {
            case MULTICAST -> new MulticastReader(reader, spec).read(members);
            case RPC -> new RpcReader(reader, spec).read();
            case MESSAGE_BUS -> new MessageBusReader(reader, spec).read(members);
            case DATAGRAM -> new DatagramReader(reader, spec).read(members);
        };
    }

    private void checkBlock(
            WorkloadSettings.Type type, WorkloadSettings.Type own, Object block, String name, String rule) {
        if (block != null && type != own) {
            reader.add(new SpecProblem(
                    "spec.workload." + name, "spec." + rule, "type " + type.label(), "write type: " + own.label()));
        }
    }
}
