package io.jgbench.perftest;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.workload.multicast.MulticastType;
import io.jgbench.coordination.workload.registry.Workloads;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A result in perf.Test's words: a paragraph for each member, the averages, and what it lacked, the verdict. */
final class ResultLines {
    private static final double MB = 1e6;
    private static final double NANOS_PER_MILLI = 1e6;

    private ResultLines() {}

    static List<String> of(RunResult result, String self) {
        var run = Workloads.MULTICAST.of(result);
        var lines = new ArrayList<String>();
        lines.add("");
        lines.add("-- results:");
        for (var member : run.members()) {
            lines.add("");
            lines.add(member.name() + (member.name().equals(self) ? " (myself):" : ":"));
            lines.add(line(member));
        }
        run.figures().ifPresent(figures -> {
            lines.add("");
            lines.add(String.format(
                    Locale.ROOT,
                    "combined: %.2f msgs/sec averaged over all receivers (throughput=%.2fMB/sec)",
                    figures.unitsPerSecond(),
                    figures.bytesPerSecond() / MB));
            lines.add(String.format(
                    Locale.ROOT,
                    "cluster: %.2f msgs/sec received by all together (throughput=%.2fMB/sec)",
                    figures.clusterUnitsPerSecond(),
                    figures.clusterBytesPerSecond() / MB));
            figures.wireLimit()
                    .ifPresent(limit -> lines.add(limit(limit.bytesPerSecond(), figures.efficiencyPermille())));
        });
        result.startSkew()
                .ifPresent(skew -> lines.add(String.format(
                        Locale.ROOT,
                        "start skew: %.3fms (+/- %.3fms)",
                        skew.skewNanos() / NANOS_PER_MILLI,
                        skew.errorNanos() / NANOS_PER_MILLI)));
        var accounts = run.accounts();
        if (!result.reliable() || accounts.lost() > 0) {
            lines.add(String.format(
                    Locale.ROOT,
                    "messages: sent %d x %d receivers %s received %d + lost %d",
                    accounts.sent(),
                    accounts.receivers(),
                    accounts.addUp() ? "=" : "is not",
                    accounts.received(),
                    accounts.lost()));
        }
        lines.addAll(verdict(result));
        return lines;
    }

    private static String limit(long bytesPerSecond, Optional<Long> efficiencyPermille) {
        return String.format(Locale.ROOT, "limit: %.2fMB/sec a receiver by the slowest link", bytesPerSecond / MB)
                + efficiencyPermille
                        .map(permille -> String.format(Locale.ROOT, ", of which %.1f%% reached", permille / 10.0))
                        .orElse("");
    }

    private static String line(MulticastType.Member member) {
        var report = member.report();
        var figures = member.figures();
        long expected = report.expectedMessages();
        long received = report.receivedMessages();
        return String.format(
                Locale.ROOT,
                "num_msgs_expected=%d, num_msgs_received=%d (loss rate=%.4g%%), received=%.2fMB, time=%.0fms, "
                        + "msgs/sec=%.2f, throughput=%.2fMB%s",
                expected,
                received,
                (expected - received) * 100.0 / expected,
                received * (double) report.messageSizeBytes() / MB,
                figures.firstToLastNanos() / NANOS_PER_MILLI,
                figures.messagesPerSecond(),
                figures.bytesPerSecond() / MB,
                report.sender() ? ", num_msgs_sent=" + report.sentMessages() : "");
    }

    private static List<String> verdict(RunResult run) {
        var lines = new ArrayList<String>();
        lines.add("");
        run.verdict()
                .findings()
                .forEach(finding -> lines.add(
                        finding.severity().label() + ", " + finding.reason().label() + ": " + evidence(finding, run)));
        lines.add(
                run.valid()
                        ? "VALID: every message reached every member once and in order."
                        : "NOT VALID: "
                                + run.verdict()
                                        .firstInvalidating()
                                        .map(finding -> evidence(finding, run))
                                        .orElse("the test did not complete."));
        return lines;
    }

    /** That of the start skew names a setting of run files, which perf-test does not have. */
    private static String evidence(Finding finding, RunResult run) {
        if (finding.reason() != Reason.SKEW_ABOVE_LIMIT) {
            return finding.evidence();
        }
        return run.startSkew()
                .map(skew -> String.format(
                        Locale.ROOT,
                        "The members began %.3f ms apart (+/- %.3f ms), %s than the %.3f ms that perf-test allows.",
                        skew.skewNanos() / NANOS_PER_MILLI,
                        skew.errorNanos() / NANOS_PER_MILLI,
                        finding.severity() == Severity.INVALID ? "more" : "which may be more",
                        run.spec().maxSkew().toNanos() / NANOS_PER_MILLI))
                .orElse(finding.evidence());
    }
}
