package io.jgbench.coordination.spec;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** What is sent and measured. The union grows with each workload. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes(@JsonSubTypes.Type(value = MulticastSpec.class, name = "Multicast"))
public sealed interface WorkloadSpec permits MulticastSpec {

    /** How many of the members send; members 0 to {@code senders - 1} do. */
    int senders();

    /** The size of one message in bytes, as handed to the transport. */
    int messageSizeBytes();
}
