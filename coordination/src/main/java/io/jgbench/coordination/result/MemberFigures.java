package io.jgbench.coordination.result;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.jgbench.coordination.protocol.DatagramReport;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MessageBusReport;
import io.jgbench.coordination.protocol.MulticastReport;
import io.jgbench.coordination.protocol.RpcReport;

/** What one member's report comes to, by the workload's own definitions. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = MulticastMemberFigures.class, name = "Multicast"),
    @JsonSubTypes.Type(value = RpcMemberFigures.class, name = "Rpc"),
    @JsonSubTypes.Type(value = MessageBusMemberFigures.class, name = "MessageBus"),
    @JsonSubTypes.Type(value = DatagramMemberFigures.class, name = "Datagram")
})
public sealed interface MemberFigures
        permits MulticastMemberFigures, RpcMemberFigures, MessageBusMemberFigures, DatagramMemberFigures {

    /** Works the figures out. */
    static MemberFigures of(MemberReport report) {
        return switch (report.workload()) {
            case MulticastReport multicast -> MulticastMemberFigures.of(multicast);
            case RpcReport rpc -> RpcMemberFigures.of(rpc, report.beganAtEpochNanos());
            case MessageBusReport bus -> MessageBusMemberFigures.of(bus);
            case DatagramReport datagram -> DatagramMemberFigures.of(datagram);
        };
    }
}
