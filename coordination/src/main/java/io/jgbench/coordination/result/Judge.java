package io.jgbench.coordination.result;

import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.Finding.Severity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Looks for what makes a run's figures useless or doubtful: who is missing, which messages, whether all began together.
 * What hosts and network say is {@link Circumstances}'.
 *
 * <p>Lost, doubled or reordered messages invalidate a run over any transport. Over one that promises nothing the losses
 * are an outcome and not a fault, yet the figure of the papers is the time that <em>all</em> messages take, and a rate
 * of those that happened to arrive must not stand beside it.
 */
final class Judge {
    private final RunEvidence evidence;
    private final List<MemberResult> members;
    private final Accounts accounts;
    private final Optional<StartSkew> skew;
    private final List<Finding> findings = new ArrayList<>();

    Judge(RunEvidence evidence, List<MemberResult> members, Accounts accounts, Optional<StartSkew> skew) {
        this.evidence = evidence;
        this.members = members;
        this.accounts = accounts;
        this.skew = skew;
    }

    Verdict verdict() {
        membersThatAreMissing();
        failureThatNoMemberShows();
        messagesThatAreMissing();
        messagesOutOfTurn();
        accountsThatDiffer();
        ratesThatAreNone();
        startsApart();
        findings.addAll(new Circumstances(members).findings());
        return new Verdict(findings);
    }

    private void membersThatAreMissing() {
        for (var member : members) {
            if (member.report().isEmpty()) {
                add(Reason.MEMBER_LOST, Severity.INVALIDATES, member.name() + " left no report.");
            } else if (!member.complete()) {
                add(
                        Reason.PARTIAL_REPORT,
                        Severity.INVALIDATES,
                        member.name() + " did not finish: "
                                + member.report()
                                        .flatMap(MemberReport::failure)
                                        .orElse("it was stopped before its workload was done."));
            }
        }
    }

    private void failureThatNoMemberShows() {
        evidence.failure()
                .filter(failure -> findings.isEmpty())
                .ifPresent(failure -> add(Reason.RUN_FAILED, Severity.INVALIDATES, failure.message()));
    }

    private void messagesThatAreMissing() {
        long missing = 0;
        var where = new ArrayList<String>();
        long expected = 0;
        for (var member : members) {
            if (member.complete()) {
                var report = member.report().orElseThrow();
                long lost = Math.max(
                        member.figures().orElseThrow().loss().lost(),
                        report.expectedMessages() - report.receivedMessages());
                expected += report.expectedMessages();
                missing += lost;
                if (lost > 0) {
                    where.add(member.name() + " " + grouped(lost));
                }
            }
        }
        if (missing > 0) {
            var promise = evidence.reliable() ? "" : " The transport promises nothing else.";
            add(
                    Reason.MESSAGES_MISSING,
                    Severity.INVALIDATES,
                    "%s of %s messages (%s) did not arrive: %s.%s"
                            .formatted(
                                    grouped(missing),
                                    grouped(expected),
                                    percent(missing, expected),
                                    String.join(", ", where),
                                    promise));
        }
    }

    private void messagesOutOfTurn() {
        if (accounts.duplicated() > 0) {
            add(
                    Reason.DUPLICATED,
                    Severity.INVALIDATES,
                    "%s messages arrived more than once: %s."
                            .formatted(grouped(accounts.duplicated()), each(loss -> loss.duplicated())));
        }
        if (accounts.reordered() > 0) {
            add(
                    Reason.REORDERED,
                    Severity.INVALIDATES,
                    "%s messages arrived after a later one of the same sender: %s."
                            .formatted(grouped(accounts.reordered()), each(loss -> loss.reordered())));
        }
    }

    private void accountsThatDiffer() {
        if (members.stream().allMatch(MemberResult::complete) && !accounts.addUp()) {
            add(
                    Reason.ACCOUNTS_DIFFER,
                    Severity.INVALIDATES,
                    "%s messages sent to %d receivers are not the %s received and %s lost."
                            .formatted(
                                    grouped(accounts.sent()),
                                    accounts.receivers(),
                                    grouped(accounts.received()),
                                    grouped(accounts.lost())));
        }
    }

    private void ratesThatAreNone() {
        var without = members.stream()
                .filter(MemberResult::complete)
                .filter(member -> member.figures().orElseThrow().messagesPerSecond() == 0)
                .map(MemberResult::name)
                .collect(Collectors.joining(", "));
        if (!without.isEmpty()) {
            add(
                    Reason.TOO_FEW_MESSAGES,
                    Severity.INVALIDATES,
                    "A rate needs two messages at different times; this is not so at " + without
                            + ". Send more messages.");
        }
    }

    private void startsApart() {
        var limit = evidence.spec().maxSkew();
        if (skew.isEmpty()) {
            if (members.stream().allMatch(MemberResult::complete)) {
                add(
                        Reason.SKEW_ABOVE_LIMIT,
                        Severity.INVALIDATES,
                        "It is not known how far apart the members began, as a clock's offset or a begin is missing.");
            }
            return;
        }
        long skewNanos = skew.get().skewNanos();
        long errorNanos = skew.get().errorNanos();
        var found = "The members began " + millis(skewNanos) + " apart (+/- " + millis(errorNanos) + ")";
        if (skewNanos > limit.toNanos()) {
            add(
                    Reason.SKEW_ABOVE_LIMIT,
                    Severity.INVALIDATES,
                    found + ", more than the " + millis(limit.toNanos()) + " that start.maxSkew allows.");
        } else if (skewNanos + errorNanos > limit.toNanos()) {
            add(
                    Reason.SKEW_ABOVE_LIMIT,
                    Severity.WARNS,
                    found + ", which may be more than the " + millis(limit.toNanos()) + " that start.maxSkew allows.");
        }
    }

    private String each(ToLongFunction<MemberFigures.Loss> count) {
        return members.stream()
                .filter(member -> member.figures().isPresent())
                .filter(member ->
                        count.applyAsLong(member.figures().orElseThrow().loss()) > 0)
                .map(member -> member.name() + " "
                        + grouped(
                                count.applyAsLong(member.figures().orElseThrow().loss())))
                .collect(Collectors.joining(", "));
    }

    private void add(Reason reason, Severity severity, String evidence) {
        findings.add(new Finding(reason, severity, evidence));
    }

    static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String percent(long part, long whole) {
        return whole == 0 ? "0 %" : String.format(Locale.ROOT, "%.3g %%", part * 100.0 / whole);
    }

    static String millis(long nanos) {
        return String.format(
                Locale.ROOT, "%,.3f ms", nanos / (double) Duration.ofMillis(1).toNanos());
    }
}
