package io.jgbench.report.console;

import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.run.MemberStatus;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.run.RunStatus;
import io.jgbench.coordination.steady.SteadyRule;
import io.jgbench.coordination.steady.WarmupProgress;
import io.jgbench.coordination.words.Numbers;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Shows how far a run has come: on a terminal in one line that is written over, elsewhere one line for each phase,
 * and one more every ten seconds that it lasts. It is meant for the standard error, so that it never stands in the
 * result.
 *
 * <p>One thread calls it.
 */
public final class ProgressLine implements AutoCloseable {
    private static final int BAR_CELLS = 20;
    private static final long LINE_INTERVAL_NANOS = Duration.ofSeconds(10).toNanos();
    private static final String ERASE = "\r\u001b[K";

    /** A line that is wider than the terminal is cut off there: what is in a second row could not be erased. */
    private static final String WITHOUT_WRAPPING = "\u001b[?7l";

    private static final String WRAPPING_AGAIN = "\u001b[?7h";

    private final PrintStream out;
    private final boolean terminal;
    private final String label;
    private final String unit;
    private RunPhase shown = RunPhase.PENDING;
    private long shownAtNanos = Long.MAX_VALUE;
    private boolean onLine;

    /**
     * Progress of one repetition.
     *
     * @param terminal whether {@code out} goes to a terminal
     * @param environment the environment's variables: a terminal that is dumb writes nothing over
     * @param unit what is counted, in the plural
     * @param label what stands before each line, such as "2/3"; may be empty
     */
    public ProgressLine(PrintStream out, boolean terminal, Map<String, String> environment, String unit, String label) {
        this.unit = unit;
        this.out = out;
        this.terminal = terminal && !Style.isDumb(environment);
        this.label = label.isEmpty() ? "" : label + "  ";
    }

    /** Shows the status as it is at an instant of the clock that the status' instants are of. */
    public void show(RunStatus status, long nowEpochNanos) {
        if (terminal) {
            out.print(ERASE + WITHOUT_WRAPPING + label + line(status, unit, nowEpochNanos) + WRAPPING_AGAIN);
            onLine = true;
            out.flush();
        } else if (status.phase() != shown || nowEpochNanos - shownAtNanos >= LINE_INTERVAL_NANOS) {
            out.println(label + line(status, unit, nowEpochNanos));
            out.flush();
            shownAtNanos = nowEpochNanos;
        }
        shown = status.phase();
    }

    /** Erases the progress line, so that the next output starts on an empty line. */
    @Override
    public void close() {
        if (onLine) {
            out.print(ERASE);
            out.flush();
            onLine = false;
        }
    }

    static String line(RunStatus status, String unit, long nowEpochNanos) {
        int percent = status.progressPercent();
        long joined = status.members().stream()
                .filter(member -> member.reached(MemberPhase.JOINED))
                .count();
        int filled = percent * BAR_CELLS / 100;
        return "%-10s [%s%s] %3d %%  %d/%d members  %s%s s"
                .formatted(
                        status.phase(),
                        "#".repeat(filled),
                        ".".repeat(BAR_CELLS - filled),
                        percent,
                        joined,
                        status.members().size(),
                        status.phase() == RunPhase.ARMED ? warmup(status, unit) : rate(status, unit, nowEpochNanos),
                        seconds(nowEpochNanos - began(status, nowEpochNanos)));
    }

    private static long began(RunStatus status, long nowEpochNanos) {
        return status.phaseBegan().values().stream()
                .mapToLong(Long::longValue)
                .min()
                .orElse(nowEpochNanos);
    }

    /**
     * The mean over members since the release; the result's own rate runs from a member's first to its last message.
     */
    private static String rate(RunStatus status, String unit, long nowEpochNanos) {
        Long since = status.phaseBegan().get(RunPhase.RUNNING);
        if (status.phase() != RunPhase.RUNNING || since == null || nowEpochNanos <= since) {
            return "";
        }
        if (status.stall().isPresent()) {
            long stalledNanos = nowEpochNanos - status.stall().get().sinceEpochNanos();
            return "stalled: no progress for " + seconds(stalledNanos) + " s  ";
        }
        double received = status.members().stream()
                .mapToLong(MemberStatus::unitsDone)
                .average()
                .orElse(0);
        return Numbers.rounded(received * 1e9 / (nowEpochNanos - since)) + " " + unit + "/s  ";
    }

    /**
     * The mean over members since their warm-up began, or in the last seconds where that is known; and what it waits
     * for.
     */
    private static String warmup(RunStatus status, String unit) {
        List<WarmupProgress> members =
                status.members().stream().map(MemberStatus::warmup).toList();
        boolean isUnderWay = members.stream().allMatch(member -> member.elapsedNanos() > 0)
                && status.members().stream().anyMatch(member -> !member.reached(MemberPhase.ARMED));
        if (!isUnderWay) {
            return "";
        }
        double rate = members.stream()
                .mapToDouble(member ->
                        member.pace().map(WarmupProgress.Pace::unitsPerSecond).orElseGet(member::unitsPerSecond))
                .average()
                .orElse(0);
        // One that is armed already had nothing to warm up: it has no pace, and none can be judged beside it.
        var stillWarmingUp = status.members().stream()
                .filter(member -> !member.reached(MemberPhase.ARMED))
                .map(MemberStatus::warmup)
                .toList();
        return "warming up: " + Numbers.rounded(rate) + " " + unit + "/s"
                + SteadyRule.judge(stillWarmingUp)
                        .map(found -> ", " + found.inWords())
                        .orElse("") + "  ";
    }

    private static String seconds(long nanos) {
        return String.format(
                Locale.ROOT, "%.1f", nanos / (double) Duration.ofSeconds(1).toNanos());
    }
}
