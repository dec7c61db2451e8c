package io.jgbench.coordination.workload.registry;

import com.fasterxml.jackson.databind.InjectableValues;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.judge.Aggregation;
import io.jgbench.coordination.protocol.AddedLater;
import io.jgbench.coordination.protocol.ListAddedLater;
import io.jgbench.coordination.result.RunEvidence;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.workload.PublishedWork;
import io.jgbench.coordination.workload.RateMeaning;
import io.jgbench.coordination.workload.WorkloadSection;
import io.jgbench.coordination.workload.WorkloadType;
import io.jgbench.coordination.workload.datagram.DatagramType;
import io.jgbench.coordination.workload.messagebus.MessageBusType;
import io.jgbench.coordination.workload.multicast.MulticastType;
import io.jgbench.coordination.workload.rpc.RpcType;
import java.util.Arrays;
import java.util.List;

/** The workloads that there are: the one place that knows all of them. */
public final class Workloads {
    /** Every sender sends to all. */
    public static final MulticastType MULTICAST = new MulticastType();

    /** Every member calls random others. */
    public static final RpcType RPC = new RpcType();

    /** Streams of messages from member to member. */
    public static final MessageBusType MESSAGE_BUS = new MessageBusType();

    /** Publishers send numbered packets, listeners count. */
    public static final DatagramType DATAGRAM = new DatagramType();

    private Workloads() {}

    /** The workload that the API calls so. */
    public static WorkloadType<?, ?, ?, ?, ?> of(WorkloadSettings.Type type) {
        return switch (type) {
            case MULTICAST -> MULTICAST;
            case RPC -> RPC;
            case MESSAGE_BUS -> MESSAGE_BUS;
            case DATAGRAM -> DATAGRAM;
        };
    }

    /** All, in the API's order. */
    public static List<WorkloadType<?, ?, ?, ?, ?>> all() {
        return Arrays.stream(WorkloadSettings.Type.values())
                .<WorkloadType<?, ?, ?, ?, ?>>map(Workloads::of)
                .toList();
    }

    /** Makes a run's result from its members' reports. */
    public static RunResult result(RunEvidence evidence) {
        return Aggregation.result(evidence, of(evidence.spec().workload().workloadType()));
    }

    /** Puts a run into words. */
    public static WorkloadSection section(RunResult run) {
        return of(run.spec().workload().workloadType()).section(run);
    }

    /** What the rate of a run is that does this. */
    public static RateMeaning rate(WorkloadSpec spec) {
        return of(spec.workloadType()).rateOf(spec);
    }

    /** How what was published of a workload stands to a run that does this. */
    public static PublishedWork published(WorkloadSpec spec) {
        return of(spec.workloadType()).publishedOf(spec);
    }

    /**
     * Lets JSON be read that holds specs, reports and figures of any workload, and that an earlier version wrote, which
     * did not tell what is {@link AddedLater}.
     */
    public static Module jsonModule() {
        var module = new SimpleModule("workloads") {
            @Override
            public void setupModule(SetupContext context) {
                super.setupModule(context);
                context.<ObjectMapper>getOwner()
                        .setInjectableValues(new InjectableValues.Std()
                                .addValue(AddedLater.ABSENT, 0L)
                                .addValue(ListAddedLater.ABSENT, List.of()));
            }
        };
        all().forEach(type -> type.records().all().forEach(module::registerSubtypes));
        return module;
    }
}
