package io.jgbench.coordination.workload.messagebus;

import static io.jgbench.coordination.judge.Wording.grouped;

import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.judge.Wording;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.TargetRate;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Received;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Looks for messages that are missing, doubled or out of turn, for responses that did not come, for members with too
 * few messages for a rate, and for a rate that was not kept. All but the last invalidate a run over any transport: a
 * message bus promises to deliver.
 */
final class MessageBusJudge {
    private final boolean reliable;
    private final MessageBusSpec spec;
    private final List<MessageBusType.Member> members;
    private final MessageBusAccounts accounts;
    private final boolean complete;
    private final List<Finding> findings = new ArrayList<>();

    MessageBusJudge(MessageBusType.Evidence evidence, MessageBusAccounts accounts) {
        this.reliable = evidence.run().reliable();
        this.spec = evidence.spec();
        this.members = evidence.complete();
        this.accounts = accounts;
        this.complete = evidence.allComplete();
    }

    List<Finding> findings() {
        long expected = count(report -> sum(report, Received::expected));
        long asked = count(MessageBusReport::responsesExpected);
        find(
                Reason.MESSAGES_MISSING,
                "did not arrive",
                expected,
                "messages",
                report -> sum(report, Received::lost),
                reliable ? "" : " The transport does not guarantee delivery.");
        find(
                Reason.DUPLICATED,
                "arrived more than once",
                expected,
                "messages",
                report -> sum(report, Received::duplicated),
                "");
        find(
                Reason.REORDERED,
                "arrived after a later one of the same stream",
                expected,
                "messages",
                report -> sum(report, Received::reordered),
                "");
        find(
                Reason.REQUESTS_TIMED_OUT,
                "did not come",
                asked,
                "responses",
                report -> report.responsesExpected() - report.responses(),
                "");
        find(
                Reason.REQUESTS_FAILED,
                "could not be sent, answered or understood",
                count(report -> report.out().messages() + report.in().messages()),
                "messages",
                MessageBusReport::errors,
                "");
        accountsThatDiffer();
        ratesThatAreNone();
        ratesThatWereNotKept();
        return findings;
    }

    private void find(
            Reason reason,
            String what,
            long all,
            String unit,
            ToLongFunction<MessageBusReport> count,
            String addition) {
        Wording.share(members, all, unit, what, member -> count.applyAsLong(member.report()))
                .ifPresent(sentence -> add(reason, sentence + addition));
    }

    private void accountsThatDiffer() {
        if (complete && !accounts.addUp()) {
            add(
                    Reason.ACCOUNTS_DIFFER,
                    ("%s messages sent are not the %s that receivers were told of, or not the %s received and %s lost;"
                                    + " or there are more responses than the %s asked for.")
                            .formatted(
                                    grouped(accounts.sent()),
                                    grouped(accounts.expected()),
                                    grouped(accounts.received()),
                                    grouped(accounts.lost()),
                                    grouped(accounts.responsesExpected())));
        }
    }

    private void ratesThatAreNone() {
        if (complete && accounts.received() == 0) {
            add(Reason.TOO_FEW_MESSAGES, "No message was received. Senders need others to send to.");
            return;
        }
        Wording.names(
                        members,
                        member -> !member.report().received().isEmpty()
                                && member.figures().messagesPerSecond() == 0)
                .ifPresent(without -> add(
                        Reason.TOO_FEW_MESSAGES,
                        "A rate needs two messages at different times; this is not so at " + without
                                + ". Send more messages, or for longer (messageBus.duration)."));
    }

    private void ratesThatWereNotKept() {
        spec.sending().bytesPerSecond().ifPresent(target -> {
            var asked = new TargetRate(target);
            Wording.where(
                            members.stream()
                                    .filter(member -> member.report().openLoop().isPresent())
                                    .toList(),
                            member -> asked.isMissedBy(sentBytesPerSecond(member, target)),
                            member -> grouped(Math.round(sentBytesPerSecond(member, target))))
                    .ifPresent(where -> add(
                            Reason.TARGET_RATE_MISSED,
                            "Fewer bytes a second than the %s that messageBus.txRate asks for were sent: %s."
                                    .formatted(grouped(target), where)));
        });
    }

    private static double sentBytesPerSecond(MessageBusType.Member member, long target) {
        return target * member.report().openLoop().orElseThrow().keptShare();
    }

    private long count(ToLongFunction<MessageBusReport> count) {
        return members.stream()
                .map(MessageBusType.Member::report)
                .mapToLong(count)
                .sum();
    }

    private static long sum(MessageBusReport report, ToLongFunction<Received> count) {
        return report.received().stream().mapToLong(count).sum();
    }

    private void add(Reason reason, String evidence) {
        findings.add(reason.found(WorkloadSettings.Type.MESSAGE_BUS, evidence));
    }
}
