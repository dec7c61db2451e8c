package io.jgbench.coordination.workload.messagebus;

import static io.jgbench.coordination.workload.Metric.Direction.HIGHER_IS_FASTER;
import static io.jgbench.coordination.workload.Metric.Direction.LOST;
import static io.jgbench.coordination.workload.Metric.Direction.LOWER_IS_FASTER;
import static io.jgbench.coordination.workload.Metric.Direction.NOT_COMPARED;

import io.jgbench.api.v1alpha1.StatusMemberBuilder;
import io.jgbench.api.v1alpha1.StatusMemberMessageBus;
import io.jgbench.api.v1alpha1.StatusMessageBus;
import io.jgbench.api.v1alpha1.StatusMessageBusBuilder;
import io.jgbench.api.v1alpha1.StatusSummaryBuilder;
import io.jgbench.coordination.result.Latency;
import io.jgbench.coordination.workload.Metric;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Received;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Sent;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** The workload MessageBus in a status. */
record MessageBusStatus(MessageBusType.Run run) {
    /** The numbers of the workload's block of a summary, in its order. */
    static final List<Metric> METRICS = Stream.of(
                    Metric.all(
                            HIGHER_IS_FASTER,
                            "messagesPerSecondOut",
                            "bytesPerSecondOut",
                            "messagesPerSecondIn",
                            "bytesPerSecondIn"),
                    Metric.all(NOT_COMPARED, "responsesExpected", "responses"),
                    Metric.all(
                            LOWER_IS_FASTER,
                            "responseAvgMicros",
                            "responseEffectiveMicros",
                            "responseMinMicros",
                            "responseP50Micros",
                            "responseP90Micros",
                            "responseP99Micros",
                            "responseP999Micros",
                            "responseMaxMicros",
                            "receiptP50Micros",
                            "receiptP99Micros"),
                    Metric.all(
                            NOT_COMPARED,
                            "backlogOutPermille",
                            "backlogInPermille",
                            "backlogOutBytes",
                            "backlogInBytes"),
                    Metric.all(LOST, "errors"))
            .flatMap(metrics -> metrics)
            .toList();

    /** Those that it fills outside its block, in the order of a summary. */
    static final List<String> SHARED_METRICS = List.of(
            "messagesPerSecond",
            "clusterMessagesPerSecond",
            "messagesSent",
            "messagesExpected",
            "messagesReceived",
            "messagesLost",
            "messagesDuplicated",
            "messagesReordered");

    void summarize(StatusSummaryBuilder summary) {
        var figures = run.figures().orElseThrow();
        var accounts = run.accounts();
        summary.messagesPerSecond(Math.round(figures.messagesPerSecond()))
                .clusterMessagesPerSecond(Math.round(figures.clusterMessagesPerSecond()))
                .messagesSent(accounts.sent())
                .messagesExpected(accounts.expected())
                .messagesReceived(accounts.received())
                .messagesLost(accounts.lost())
                .messagesDuplicated(accounts.duplicated())
                .messagesReordered(accounts.reordered())
                .messageBus(messageBus(figures, accounts));
    }

    private static StatusMessageBus messageBus(MessageBusFigures figures, MessageBusAccounts accounts) {
        Optional<Latency> responses = figures.responses();
        Optional<Latency> receipts = figures.receipts();
        return StatusMessageBusBuilder.builder()
                .messagesPerSecondOut(Math.round(figures.out().messages()))
                .bytesPerSecondOut(Math.round(figures.out().bytes()))
                .messagesPerSecondIn(Math.round(figures.in().messages()))
                .bytesPerSecondIn(Math.round(figures.in().bytes()))
                .responsesExpected(accounts.responsesExpected())
                .responses(accounts.responses())
                .latencyFrom(figures.latencyFrom().label())
                .responseAvgMicros(micros(figures, ResponseTime::meanNanos))
                .responseEffectiveMicros(micros(figures, ResponseTime::effectiveNanos))
                .responseMinMicros(micros(figures, ResponseTime::minNanos))
                .responseP50Micros(responses.map(Latency::p50Micros).orElse(null))
                .responseP90Micros(responses.map(Latency::p90Micros).orElse(null))
                .responseP99Micros(responses.map(Latency::p99Micros).orElse(null))
                .responseP999Micros(responses.map(Latency::p999Micros).orElse(null))
                .responseMaxMicros(responses.map(Latency::maxMicros).orElse(null))
                .receiptP50Micros(receipts.map(Latency::p50Micros).orElse(null))
                .receiptP99Micros(receipts.map(Latency::p99Micros).orElse(null))
                .backlogOutPermille(permille(figures.outHeldBackShare()))
                .backlogInPermille(permille(figures.inHeldBackShare()))
                .backlogOutBytes(figures.outBacklogBytes())
                .backlogInBytes(figures.inBacklogBytes())
                .errors(accounts.errors())
                .build();
    }

    private static Long micros(MessageBusFigures figures, ToLongFunction<ResponseTime> nanos) {
        return figures.responseTime()
                .map(time -> Math.ceilDiv(nanos.applyAsLong(time), 1000L))
                .orElse(null);
    }

    private static int permille(double share) {
        return (int) Math.round(share * 1000);
    }

    static void summarize(MessageBusType.Member member, StatusMemberBuilder status) {
        var report = member.report();
        var figures = member.figures();
        status.sender(report.sender())
                .messagesSent(report.sent().stream().mapToLong(Sent::messages).sum())
                .messagesReceived(sum(report, Received::received))
                .messagesLost(sum(report, Received::lost))
                .messagesPerSecond(Math.round(figures.messagesPerSecond()))
                .bytesPerSecond(figures.bytesPerSecond())
                .elapsedMicros(Math.ceilDiv(report.activeNanos(), 1000L))
                .retransmissions(member.result().retransmissions())
                .messageBus(messageBus(report, figures));
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
