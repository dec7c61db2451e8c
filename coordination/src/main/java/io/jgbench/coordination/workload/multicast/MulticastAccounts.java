package io.jgbench.coordination.workload.multicast;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.jgbench.coordination.result.Accounts;
import java.util.List;

/**
 * Where every message of a run went: what was sent to each receiver was received or lost.
 *
 * @param sent messages that the members sent, together
 * @param receivers how many members received
 * @param expected messages that had to arrive, summed over the receivers
 * @param received messages received, each once by each receiver
 * @param lost messages that a receiver never got, summed over the receivers
 * @param duplicated arrivals of messages that had arrived before
 * @param reordered messages that arrived after a later one of their stream
 */
@JsonTypeName("Multicast")
public record MulticastAccounts(
        long sent, int receivers, long expected, long received, long lost, long duplicated, long reordered)
        implements Accounts {

    /** Adds the reports up. */
    public static MulticastAccounts of(List<MulticastReport> reports) {
        long sent = 0;
        long expected = 0;
        long received = 0;
        var loss = MulticastMemberFigures.Loss.NONE;
        for (var report : reports) {
            sent += report.sentMessages();
            expected += report.expectedMessages();
            received += report.receivedMessages();
            loss = report.streams().stream()
                    .map(MulticastMemberFigures.Loss::of)
                    .reduce(loss, MulticastMemberFigures.Loss::plus);
        }
        return new MulticastAccounts(
                sent, reports.size(), expected, received, loss.lost(), loss.duplicated(), loss.reordered());
    }

    /** Whether sent × receivers = received + lost, to the message. */
    @Override
    public boolean addUp() {
        return sent * receivers == received + lost;
    }

    @Override
    public long expectedUnits() {
        return expected;
    }

    @Override
    public long doneUnits() {
        return received;
    }

    @Override
    public long lostUnits() {
        return lost;
    }
}
