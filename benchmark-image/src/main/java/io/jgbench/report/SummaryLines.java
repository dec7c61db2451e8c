package io.jgbench.report;

import io.jgbench.coordination.result.Accounts;
import io.jgbench.coordination.result.Latency;
import io.jgbench.coordination.result.Link;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunFigures;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.result.Spread;
import io.jgbench.coordination.result.StartSkew;
import io.jgbench.coordination.result.WireLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;

/** A line for each figure of a run: its name, its value with the unit, what it means. */
final class SummaryLines {
    private final List<String> lines = new ArrayList<>();

    static List<String> of(RunResult run) {
        var summary = new SummaryLines();
        run.figures().ifPresent(summary::rates);
        run.figures().flatMap(RunFigures::latency).ifPresent(summary::latency);
        run.startSkew().ifPresent(summary::skew);
        run.figures()
                .flatMap(RunFigures::wireLimit)
                .ifPresent(limit -> summary.limit(
                        limit, run.link().orElseThrow(), run.figures().flatMap(RunFigures::efficiencyPermille)));
        if (run.figures().isPresent() && (!run.reliable() || run.accounts().lost() > 0)) {
            summary.accounts(run.accounts());
        }
        return summary.lines;
    }

    static List<String> ofRepetitions(RepetitionsResult result) {
        var summary = new SummaryLines();
        result.messagesPerSecond()
                .ifPresent(spread -> summary.add("Message rate", median(spread, Numbers::rounded, "messages/s")));
        result.bytesPerSecond()
                .ifPresent(spread -> summary.add("Throughput", median(spread, Numbers::megabytes, "MB/s")));
        summary.add(
                "Repetitions",
                result.validRuns() + " of " + result.runs().size() + " are valid; only these are counted above");
        return summary.lines;
    }

    private static String median(Spread spread, DoubleFunction<String> number, String unit) {
        return "median %s %s a member (%s to %s, %s apart)"
                .formatted(
                        number.apply(spread.median()),
                        unit,
                        number.apply(spread.min()),
                        number.apply(spread.max()),
                        Numbers.percent((spread.max() - spread.min()) * 1000 / spread.median()));
    }

    private void rates(RunFigures figures) {
        add("Message rate", Numbers.rounded(figures.messagesPerSecond()) + " messages/s a member, mean over members");
        add("Throughput", Numbers.megabytes((double) figures.bytesPerSecond()) + " MB/s a member");
        add(
                "Cluster",
                "%s messages/s, %s MB/s, sum over members"
                        .formatted(Numbers.rounded(figures.clusterMessagesPerSecond()), Numbers.megabytes((double)
                                figures.clusterBytesPerSecond())));
        var spread = figures.memberMessagesPerSecond();
        add(
                "Spread",
                "%s to %s messages/s over members, %s apart"
                        .formatted(
                                Numbers.rounded(spread.min()), Numbers.rounded(spread.max()), Numbers.percent((double)
                                        spread.relativePermille())));
    }

    private void latency(Latency latency) {
        add(
                "Latency",
                "p50 %s, p90 %s, p99 %s, p99.9 %s, max %s"
                        .formatted(
                                micros(latency.p50Micros()),
                                micros(latency.p90Micros()),
                                micros(latency.p99Micros()),
                                micros(latency.p999Micros()),
                                micros(latency.maxMicros())));
        add("", "of " + Numbers.grouped(latency.count()) + " sampled messages, from send to the sender's own receipt");
    }

    private static String micros(long micros) {
        return Numbers.millis(micros * 1000);
    }

    private void skew(StartSkew skew) {
        add("Start skew", Numbers.millis(skew.skewNanos()) + " (+/- " + Numbers.millis(skew.errorNanos()) + ")");
    }

    private void limit(WireLimit limit, Link link, Optional<Long> efficiencyPermille) {
        add(
                "Wire limit",
                Numbers.megabytes((double) limit.bytesPerSecond()) + " MB/s a member; "
                        + efficiencyPermille
                                .map(permille -> Numbers.percent((double) permille) + " of it reached")
                                .orElse("how much of it was reached is not defined where messages are lost"));
        add(
                "",
                "links of %s Mbit/s, MTU %d; headers counted, own messages not crossing the wire"
                        .formatted(Numbers.rounded(link.bytesPerSecond() * 8 / 1e6), link.mtuBytes()));
    }

    private void accounts(Accounts accounts) {
        add(
                "Messages",
                "sent %s x %d receivers %s received %s + lost %s"
                        .formatted(
                                Numbers.grouped(accounts.sent()),
                                accounts.receivers(),
                                accounts.addUp() ? "=" : "is not",
                                Numbers.grouped(accounts.received()),
                                Numbers.grouped(accounts.lost())));
    }

    private void add(String name, String value) {
        lines.add("%-14s%s".formatted(name, value));
    }
}
