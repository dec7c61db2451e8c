package io.jgbench.coordination.result;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * The figures of a run whose members all reported. What all workloads have is a rate of their own unit of work; see
 * {@link io.jgbench.coordination.spec.WorkloadSpec#unitOfWork}.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = MulticastFigures.class, name = "Multicast"),
    @JsonSubTypes.Type(value = RpcFigures.class, name = "Rpc"),
    @JsonSubTypes.Type(value = MessageBusFigures.class, name = "MessageBus"),
    @JsonSubTypes.Type(value = DatagramFigures.class, name = "Datagram")
})
public sealed interface RunFigures permits MulticastFigures, RpcFigures, MessageBusFigures, DatagramFigures {

    /** The mean of the members' rates, units of work a second. */
    double unitsPerSecond();

    /** The payload that goes with it, bytes a second. */
    long bytesPerSecond();

    /** The sum of the members' rates, units of work a second. */
    double clusterUnitsPerSecond();

    /** The payload that goes with it, bytes a second. */
    long clusterBytesPerSecond();

    /** How far the members' rates lie apart. */
    Spread memberUnitsPerSecond();
}
