package io.jgbench.coordination.result;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.jgbench.coordination.protocol.MulticastReport;
import io.jgbench.coordination.protocol.WorkloadReport;

/** What one member's report comes to, by the workload's own definitions. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes(@JsonSubTypes.Type(value = MulticastMemberFigures.class, name = "Multicast"))
public sealed interface MemberFigures permits MulticastMemberFigures {

    /** Works the figures out. */
    static MemberFigures of(WorkloadReport report) {
        return switch (report) {
            case MulticastReport multicast -> MulticastMemberFigures.of(multicast);
        };
    }
}
