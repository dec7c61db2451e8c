package io.jgbench.coordination.workload.messagebus;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.jgbench.coordination.result.Accounts;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Received;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Sent;
import java.util.List;

/**
 * Where every message of a run went, and every response that was asked for.
 *
 * @param sent messages that were handed to the transport, responses left out
 * @param expected messages that their receivers were told of
 * @param received messages that arrived, each counted once
 * @param lost messages that did not arrive
 * @param duplicated arrivals of messages that had arrived before
 * @param reordered messages that arrived after a later one of the same stream
 * @param responsesExpected responses that were asked for
 * @param responses responses that came
 * @param errors messages that nobody could make sense of, that could not be sent or could not be answered
 */
@JsonTypeName("MessageBus")
public record MessageBusAccounts(
        long sent,
        long expected,
        long received,
        long lost,
        long duplicated,
        long reordered,
        long responsesExpected,
        long responses,
        long errors)
        implements Accounts {

    /** Adds the reports up. */
    public static MessageBusAccounts of(List<MessageBusReport> reports) {
        List<Received> received =
                reports.stream().flatMap(report -> report.received().stream()).toList();
        return new MessageBusAccounts(
                reports.stream()
                        .flatMap(report -> report.sent().stream())
                        .mapToLong(Sent::messages)
                        .sum(),
                received.stream().mapToLong(Received::expected).sum(),
                received.stream().mapToLong(Received::received).sum(),
                received.stream().mapToLong(Received::lost).sum(),
                received.stream().mapToLong(Received::duplicated).sum(),
                received.stream().mapToLong(Received::reordered).sum(),
                reports.stream().mapToLong(MessageBusReport::responsesExpected).sum(),
                reports.stream().mapToLong(MessageBusReport::responses).sum(),
                reports.stream().mapToLong(MessageBusReport::errors).sum());
    }

    /** Whether sent = expected = received + lost, and no more responses came than were asked for. */
    @Override
    public boolean addUp() {
        return sent == expected && expected == received + lost && responses <= responsesExpected;
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
        return lost + responsesExpected - responses + errors;
    }
}
