package io.jgbench.coordination.protocol;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.jgbench.coordination.spec.DatagramSpec;
import io.jgbench.coordination.spec.MessageBusSpec;
import io.jgbench.coordination.spec.MulticastSpec;
import io.jgbench.coordination.spec.RpcSpec;
import io.jgbench.coordination.spec.WorkloadSpec;
import java.util.List;
import java.util.Map;

/**
 * What one member saw of its workload; the part of a {@link MemberReport} that is the workload's own. The union grows
 * with each workload, as {@link WorkloadSpec} does.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = MulticastReport.class, name = "Multicast"),
    @JsonSubTypes.Type(value = RpcReport.class, name = "Rpc"),
    @JsonSubTypes.Type(value = MessageBusReport.class, name = "MessageBus"),
    @JsonSubTypes.Type(value = DatagramReport.class, name = "Datagram")
})
public sealed interface WorkloadReport permits MulticastReport, RpcReport, MessageBusReport, DatagramReport {

    /** When the measured part was over, in nanoseconds since the Unix epoch on the member's clock; 0 if it never began. */
    long endedAtEpochNanos();

    /** Measured messages that the member handed to its transport, of whatever meaning. */
    long sentMessages();

    /** What its time series says of the work done, in the order of time; empty where it has none. */
    List<UnitsAt> unitsOverTime();

    /**
     * Latencies in nanoseconds by what was timed, such as {@code latency} or {@code read}; see {@link HistogramText}. The
     * text is empty where nothing was recorded.
     */
    Map<String, String> histograms();

    /** Whether a member that runs such a workload reports in this form. */
    default boolean isOf(WorkloadSpec spec) {
        return switch (this) {
            case MulticastReport _ -> spec instanceof MulticastSpec;
            case RpcReport _ -> spec instanceof RpcSpec;
            case MessageBusReport _ -> spec instanceof MessageBusSpec;
            case DatagramReport _ -> spec instanceof DatagramSpec;
        };
    }
}
