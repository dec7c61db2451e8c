package io.jgbench.coordination.run;

import io.jgbench.coordination.spec.RunSpec;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds that no member of a running workload makes progress. Only while all members answer: one that does not may well
 * make some, and is lost soon if it stays silent.
 */
final class StallWatch {
    /** A shorter silence is not worth telling: a busy host answers late. */
    private static final Duration WORTH_TELLING = Duration.ofSeconds(5);

    /** A sentence names no more members than these. */
    private static final int MOST_NAMED = 8;

    private StallWatch() {}

    /** Since when nobody makes progress; empty where that is not long enough to be told. */
    static Optional<NoProgress> stall(StepContext context) {
        long since = since(context);
        Duration told =
                least(WORTH_TELLING, context.spec().stallTimeout().dividedBy(2)).plus(pause(context.spec()));
        boolean isTold = allAnswer(context) && context.nowEpochNanos() >= Deadlines.after(since, told);
        return isTold ? Optional.of(new NoProgress(since, done(context))) : Optional.empty();
    }

    /** The failure of a run that has stalled for too long. */
    static Optional<Failure> failure(StepContext context, NoProgress stall) {
        RunSpec spec = context.spec();
        Duration timeout = spec.stallTimeout().plus(pause(spec));
        if (context.nowEpochNanos() < Deadlines.after(stall.sinceEpochNanos(), timeout)) {
            return Optional.empty();
        }
        return Optional.of(new Failure(
                FailureReason.STALLED,
                "no member has made progress for " + ProgressText.of(timeout) + allowed(spec) + ": "
                        + ProgressText.grouped(stall.unitsDone()) + " " + unit(spec)
                        + " were done by then, and nothing since; " + accounts(context)));
    }

    /** {@code  (stallTimeout of 30s, and the 10s that the workload may pause)}. */
    private static String allowed(RunSpec spec) {
        Duration pause = pause(spec);
        return " (stallTimeout of " + ProgressText.of(spec.stallTimeout())
                + (pause.isZero() ? "" : ", and the " + ProgressText.of(pause) + " that the workload may pause") + ")";
    }

    /** Who has waited for longest comes first. */
    private static String accounts(StepContext context) {
        List<MemberStatus> longest = context.members().stream()
                .sorted(Comparator.comparingLong(MemberStatus::progressedAtEpochNanos)
                        .thenComparingInt(MemberStatus::index))
                .toList();
        String named = longest.stream()
                .limit(MOST_NAMED)
                .map(member -> account(context, member))
                .collect(Collectors.joining(", "));
        int others = longest.size() - MOST_NAMED;
        return others > 0 ? named + " and " + others + " more" : named;
    }

    private static String account(StepContext context, MemberStatus member) {
        Duration silent = Duration.ofNanos(context.nowEpochNanos() - since(context, member));
        return member.name() + " has done " + ProgressText.grouped(member.unitsDone()) + " of "
                + ProgressText.grouped(member.unitsExpected()) + " and none for "
                + ProgressText.of(Duration.ofMillis(silent.toMillis() / 100 * 100));
    }

    private static String unit(RunSpec spec) {
        return spec.workload().unitOfWork();
    }

    private static boolean allAnswer(StepContext context) {
        return context.all(MemberStatus::isInTouch);
    }

    private static long done(StepContext context) {
        return context.members().stream().mapToLong(MemberStatus::unitsDone).sum();
    }

    /** When the last member that made progress was seen to. */
    private static long since(StepContext context) {
        return context.members().stream()
                .mapToLong(member -> since(context, member))
                .max()
                .orElse(context.nowEpochNanos());
    }

    /** Nobody makes progress before the start, which need not have come yet. */
    private static long since(StepContext context, MemberStatus member) {
        long start =
                context.status().release().map(StartPlan::startAtEpochNanos).orElse(context.nowEpochNanos());
        return Math.max(start, member.progressedAtEpochNanos());
    }

    private static Duration pause(RunSpec spec) {
        var workload = spec.workload();
        return spec.transport().reliable() ? workload.longestPauseWithoutLoss() : workload.longestPause();
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
