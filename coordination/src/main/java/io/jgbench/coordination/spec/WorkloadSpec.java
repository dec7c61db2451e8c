package io.jgbench.coordination.spec;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** What is sent and measured. The union grows with each workload. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = MulticastSpec.class, name = "Multicast"),
    @JsonSubTypes.Type(value = RpcSpec.class, name = "Rpc"),
    @JsonSubTypes.Type(value = MessageBusSpec.class, name = "MessageBus"),
    @JsonSubTypes.Type(value = DatagramSpec.class, name = "Datagram")
})
public sealed interface WorkloadSpec permits MulticastSpec, RpcSpec, MessageBusSpec, DatagramSpec {

    /** What is done before the measured part. */
    Warmup warmup();

    /** How many of the members send; members 0 to {@code senders - 1} do. */
    int senders(int members);

    /** The size of the largest message in bytes, as handed to the transport. */
    int largestMessageBytes();

    /** What is counted, in the plural and for a sentence: "messages". */
    String unitOfWork();

    /**
     * Checks what depends on how many members there are.
     *
     * @throws IllegalArgumentException if it cannot be done by so many, with one sentence
     */
    default void checkMembers(int members) {}
}
