package io.jgbench.coordination.result;

import io.jgbench.coordination.protocol.MemberReport;
import java.util.List;

/**
 * Where every message of a run went: what was sent to each receiver was received or lost.
 *
 * @param sent messages that the members sent, together
 * @param receivers how many members received
 * @param received messages received, each once by each receiver
 * @param lost messages that a receiver never got, summed over the receivers
 * @param duplicated arrivals of messages that had arrived before
 * @param reordered messages that arrived after a later one of their stream
 */
public record Accounts(long sent, int receivers, long received, long lost, long duplicated, long reordered) {

    /** Adds the reports up. */
    public static Accounts of(List<MemberReport> reports) {
        long sent = 0;
        long received = 0;
        var loss = MemberFigures.Loss.NONE;
        for (var report : reports) {
            sent += report.sentMessages();
            received += report.receivedMessages();
            loss = report.streams().stream().map(MemberFigures.Loss::of).reduce(loss, MemberFigures.Loss::plus);
        }
        return new Accounts(sent, reports.size(), received, loss.lost(), loss.duplicated(), loss.reordered());
    }

    /** Whether sent × receivers = received + lost, to the message. */
    public boolean addUp() {
        return sent * receivers == received + lost;
    }
}
