package io.jgbench.coordination.result;

import io.jgbench.api.v1alpha1.StatusMember;
import io.jgbench.api.v1alpha1.StatusMemberMessageBus;
import io.jgbench.api.v1alpha1.StatusMessageBus;
import io.jgbench.api.v1alpha1.StatusSummary;
import io.jgbench.coordination.protocol.MessageBusReport;
import io.jgbench.coordination.protocol.MessageBusReport.Received;
import io.jgbench.coordination.protocol.MessageBusReport.Sent;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** The workload MessageBus in a status. */
record MessageBusStatus(RepetitionsResult result) implements WorkloadStatus {

    @Override
    public StatusSummary summary() {
        var run = result.representative();
        var figures = (MessageBusFigures) run.figures().orElseThrow();
        var accounts = (MessageBusAccounts) run.accounts();
        var common = new CommonFigures(result, figures);
        return new StatusSummary(
                common.rate(),
                common.throughput(),
                Math.round(figures.messagesPerSecond()),
                figures.bytesPerSecond(),
                Math.round(figures.clusterMessagesPerSecond()),
                figures.clusterBytesPerSecond(),
                common.memberSpreadPermille(),
                common.repetitionSpreadPermille(),
                common.repetitions(),
                null,
                null,
                accounts.sent(),
                accounts.expected(),
                accounts.received(),
                accounts.lost(),
                accounts.duplicated(),
                accounts.reordered(),
                null,
                null,
                null,
                null,
                null,
                null,
                messageBus(figures, accounts),
                null);
    }

    private static StatusMessageBus messageBus(MessageBusFigures figures, MessageBusAccounts accounts) {
        Optional<Latency> responses = figures.responses();
        Optional<Latency> receipts = figures.receipts();
        return new StatusMessageBus(
                Math.round(figures.out().messages()),
                Math.round(figures.out().bytes()),
                Math.round(figures.in().messages()),
                Math.round(figures.in().bytes()),
                accounts.responsesExpected(),
                accounts.responses(),
                figures.latencyFrom().label(),
                micros(figures, ResponseTime::meanNanos),
                micros(figures, ResponseTime::effectiveNanos),
                micros(figures, ResponseTime::minNanos),
                responses.map(Latency::p50Micros).orElse(null),
                responses.map(Latency::p90Micros).orElse(null),
                responses.map(Latency::p99Micros).orElse(null),
                responses.map(Latency::p999Micros).orElse(null),
                responses.map(Latency::maxMicros).orElse(null),
                receipts.map(Latency::p50Micros).orElse(null),
                receipts.map(Latency::p99Micros).orElse(null),
                permille(figures.outHeldBackShare()),
                permille(figures.inHeldBackShare()),
                figures.outBacklogBytes(),
                figures.inBacklogBytes(),
                accounts.errors());
    }

    private static Long micros(MessageBusFigures figures, ToLongFunction<ResponseTime> nanos) {
        return figures.responseTime()
                .map(time -> Math.ceilDiv(nanos.applyAsLong(time), 1000L))
                .orElse(null);
    }

    private static int permille(double share) {
        return (int) Math.round(share * 1000);
    }

    @Override
    public StatusMember member(MemberResult member) {
        var report = member.report().map(known -> (MessageBusReport) known.workload());
        var figures = member.figures().map(known -> (MessageBusMemberFigures) known);
        return new StatusMember(
                member.name(),
                null,
                report.map(MessageBusReport::sender).orElse(null),
                !member.complete(),
                report.map(known ->
                                known.sent().stream().mapToLong(Sent::messages).sum())
                        .orElse(null),
                report.map(known -> sum(known, Received::received)).orElse(null),
                report.map(known -> sum(known, Received::lost)).orElse(null),
                figures.map(known -> Math.round(known.messagesPerSecond())).orElse(null),
                figures.map(MessageBusMemberFigures::bytesPerSecond).orElse(null),
                report.map(known -> Math.ceilDiv(known.activeNanos(), 1000L)).orElse(null),
                report.map(_ -> member.retransmissions()).orElse(null),
                report.map(_ -> member.drops()).orElse(null),
                null,
                report.map(known -> messageBus(known, figures.orElseThrow())).orElse(null),
                null);
    }

    private static StatusMemberMessageBus messageBus(MessageBusReport report, MessageBusMemberFigures figures) {
        return new StatusMemberMessageBus(
                Math.round(figures.out().messages()),
                Math.round(figures.out().bytes()),
                report.responsesExpected(),
                report.responses(),
                figures.responses().map(Latency::p50Micros).orElse(null),
                report.connections(),
                report.errors());
    }

    private static long sum(MessageBusReport report, ToLongFunction<Received> count) {
        return report.received().stream().mapToLong(count).sum();
    }
}
