package io.jgbench.coordination.workload.datagram;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.jgbench.coordination.result.Accounts;
import io.jgbench.coordination.workload.datagram.DatagramReport.Inbound;
import io.jgbench.coordination.workload.datagram.DatagramReport.Outbound;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Where every packet of a run went: for each ordered pair of members, sent = received + missing.
 *
 * @param sent packets that the publishers sent, to all listeners together
 * @param received packets that arrived, each once
 * @param missing packets that did not arrive
 * @param duplicate arrivals of packets that had arrived before
 * @param outOfOrder packets that arrived after a later one of the same publisher
 * @param offsets by how many packets those were behind, together
 * @param pairs ordered pairs of members between which packets were sent, of which both have reported
 * @param pairsThatDiffer those of them in which the two do not agree on how many were sent, or more arrived
 */
@JsonTypeName("Datagram")
public record DatagramAccounts(
        long sent,
        long received,
        long missing,
        long duplicate,
        long outOfOrder,
        long offsets,
        int pairs,
        int pairsThatDiffer)
        implements Accounts {

    /** Adds the reports up. */
    static DatagramAccounts of(List<DatagramType.Member> members) {
        Map<Integer, DatagramReport> byIndex =
                members.stream().collect(Collectors.toMap(DatagramType.Member::index, DatagramType.Member::report));
        int pairs = 0;
        int differ = 0;
        for (var publisher : byIndex.entrySet()) {
            for (Outbound outbound : publisher.getValue().outbound()) {
                DatagramReport listener = byIndex.get(outbound.listener());
                if (listener != null) {
                    pairs++;
                    boolean agree = listener.inbound().stream()
                            .filter(inbound -> inbound.publisher() == publisher.getKey())
                            .anyMatch(inbound ->
                                    inbound.sent() == outbound.sent() && inbound.received() <= outbound.sent());
                    differ += agree ? 0 : 1;
                }
            }
        }
        return new DatagramAccounts(
                byIndex.values().stream()
                        .mapToLong(DatagramReport::sentMessages)
                        .sum(),
                sum(byIndex, Inbound::received),
                sum(byIndex, Inbound::missing),
                sum(byIndex, Inbound::duplicate),
                sum(byIndex, Inbound::outOfOrder),
                sum(byIndex, Inbound::offsets),
                pairs,
                differ);
    }

    private static long sum(Map<Integer, DatagramReport> reports, Function<Inbound, Long> of) {
        return reports.values().stream()
                .flatMap(report -> report.inbound().stream())
                .mapToLong(of::apply)
                .sum();
    }

    @Override
    public boolean addUp() {
        return pairsThatDiffer == 0 && sent == received + missing;
    }

    @Override
    public long expectedUnits() {
        return sent;
    }

    @Override
    public long doneUnits() {
        return received;
    }

    @Override
    public long lostUnits() {
        return missing;
    }
}
