package io.jgbench.coordination.workload.multicast;

import static io.jgbench.coordination.judge.Wording.grouped;

import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.judge.Wording;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.TargetRate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Looks for messages that are missing, doubled or out of turn.
 *
 * <p>They invalidate a run over any transport. Over an unreliable transport losses are a result and not a fault. But
 * the papers' figure is the time that <em>all</em> messages take, and it must not be compared with the rate of those
 * messages that happened to arrive.
 */
final class MulticastJudge {
    private final MulticastType.Evidence evidence;
    private final List<MulticastType.Member> members;
    private final MulticastAccounts accounts;
    private final List<Finding> findings = new ArrayList<>();

    MulticastJudge(MulticastType.Evidence evidence, MulticastAccounts accounts) {
        this.evidence = evidence;
        this.members = evidence.members();
        this.accounts = accounts;
    }

    List<Finding> findings() {
        messagesThatAreMissing();
        messagesOutOfTurn();
        accountsThatDiffer();
        ratesThatAreNone();
        ratesThatWereNotKept();
        return findings;
    }

    private void messagesThatAreMissing() {
        var complete = members.stream().filter(MulticastType.Member::complete).toList();
        long expected = complete.stream()
                .mapToLong(member -> member.report().expectedMessages())
                .sum();
        var promise = evidence.run().reliable() ? "" : " The transport does not guarantee delivery.";
        Wording.share(complete, expected, "messages", "did not arrive", MulticastJudge::lost)
                .ifPresent(sentence -> add(Reason.MESSAGES_MISSING, sentence + promise));
    }

    private static long lost(MulticastType.Member member) {
        var report = member.report();
        return Math.max(member.figures().loss().lost(), report.expectedMessages() - report.receivedMessages());
    }

    private void messagesOutOfTurn() {
        if (accounts.duplicated() > 0) {
            add(
                    Reason.DUPLICATED,
                    "%s messages arrived more than once: %s."
                            .formatted(grouped(accounts.duplicated()), each(loss -> loss.duplicated())));
        }
        if (accounts.reordered() > 0) {
            add(
                    Reason.REORDERED,
                    "%s messages arrived after a later one of the same sender: %s."
                            .formatted(grouped(accounts.reordered()), each(loss -> loss.reordered())));
        }
    }

    private void accountsThatDiffer() {
        if (evidence.allComplete() && !accounts.addUp()) {
            add(
                    Reason.ACCOUNTS_DIFFER,
                    "%s messages sent to %d receivers are not the %s received and %s lost."
                            .formatted(
                                    grouped(accounts.sent()),
                                    accounts.receivers(),
                                    grouped(accounts.received()),
                                    grouped(accounts.lost())));
        }
    }

    private void ratesThatAreNone() {
        Wording.names(members, member -> member.complete() && member.figures().messagesPerSecond() == 0)
                .ifPresent(without -> add(
                        Reason.TOO_FEW_MESSAGES,
                        "A rate needs two messages at different times; this is not so at " + without
                                + ". Send more messages."));
    }

    private void ratesThatWereNotKept() {
        evidence.spec().targetRate().ifPresent(target -> {
            var asked = new TargetRate(target);
            Wording.where(
                            members.stream()
                                    .filter(member -> member.report().openLoop().isPresent())
                                    .toList(),
                            member -> asked.isMissedBy(sentPerSecond(member, target)),
                            member -> grouped(Math.round(sentPerSecond(member, target))))
                    .ifPresent(where -> add(
                            Reason.TARGET_RATE_MISSED,
                            "Fewer messages a second than the %s that multicast.targetRate asks for were sent: %s."
                                    .formatted(grouped(target), where)));
        });
    }

    private static double sentPerSecond(MulticastType.Member member, int target) {
        return target * member.report().openLoop().orElseThrow().keptShare();
    }

    private String each(ToLongFunction<MulticastMemberFigures.Loss> count) {
        return Wording.counted(
                        members, member -> count.applyAsLong(member.figures().loss()))
                .orElse("");
    }

    private void add(Reason reason, String evidence) {
        findings.add(reason.found(WorkloadSettings.Type.MULTICAST, evidence));
    }
}
