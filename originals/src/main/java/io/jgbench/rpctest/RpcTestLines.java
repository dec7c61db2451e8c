package io.jgbench.rpctest;

import io.jgbench.coordination.result.Latency;
import io.jgbench.coordination.workload.rpc.RpcReport;
import io.jgbench.rpctest.RpcTestMessage.Result;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** What UnicastTestRpcDist prints, and after it the latencies and what went wrong, which it did not tell. */
final class RpcTestLines {
    private RpcTestLines() {}

    static List<String> menu(RpcTestConfig config) {
        return List.of(
                "[1] Send msgs [2] Print view [3] Print conns [4] Trash conn [5] Trash all conns",
                String.format(
                        Locale.ROOT,
                        "[6] Set sender threads (%d) [7] Set num msgs (%d) [8] Set msg size (%s) [9] Set anycast"
                                + " count (%d)",
                        config.threads(),
                        config.requests(),
                        bytes(config.messageSizeBytes()),
                        config.anycastCount()),
                String.format(
                        Locale.ROOT,
                        "[o] Toggle OOB (false) [s] Toggle sync (true) [r] Set read percentage (%.2f)",
                        config.readPercentage()),
                "[q] Quit");
    }

    static String invoking(RpcTestConfig config) {
        return "invoking " + config.requests() + " RPCs of " + bytes(config.messageSizeBytes())
                + ", sync=true, oob=false";
    }

    /** One member's line. */
    static String line(Result result) {
        var report = result.report();
        return String.format(
                        Locale.ROOT,
                        "%s: %.2f reqs/sec (%d GETs, %d PUTs total)",
                        result.from(),
                        perSecond(report.requestsDone(), result.elapsedNanos()),
                        report.readsDone(),
                        report.writesDone())
                + trouble(result);
    }

    private static String trouble(Result result) {
        var report = result.report();
        String lost = report.timedOut() + report.failed() == 0
                ? ""
                : ", " + report.timedOut() + " timed out, " + report.failed() + " failed";
        return lost + result.failure().map(why -> ", not finished: " + why).orElse("");
    }

    /**
     * The averages: total requests over the sum of the members' times, which makes it a rate of one member.
     *
     * @param protocol the stack's unicast protocol
     */
    static List<String> averages(Collection<Result> results, int messageSizeBytes, String protocol) {
        long requests = results.stream()
                .mapToLong(result -> result.report().requestsDone())
                .sum();
        long nanos = results.stream().mapToLong(Result::elapsedNanos).sum();
        double rate = perSecond(requests, nanos);
        var lines = new ArrayList<String>();
        lines.add("");
        lines.add(String.format(
                Locale.ROOT,
                "Average of %.2f requests / sec (%s / sec), %.2f ms /request (prot=%s)",
                rate,
                bytes(Math.round(rate * messageSizeBytes)),
                requests == 0 ? 0.0 : nanos / 1e6 / requests,
                protocol));
        lines.add(latency("GETs", results, RpcReport::readHistogram));
        lines.add(latency("PUTs", results, RpcReport::writeHistogram));
        lines.add("");
        return lines;
    }

    private static String latency(String name, Collection<Result> results, Function<RpcReport, String> histogram) {
        var merged = Latency.mergedOf(results.stream().map(Result::report).map(histogram));
        return Latency.of(merged)
                .map(latency -> String.format(
                        Locale.ROOT,
                        "%s from send to answer: p50 %.3f ms, p99 %.3f ms, p99.9 %.3f ms, max %.3f ms",
                        name,
                        latency.p50Micros() / 1e3,
                        latency.p99Micros() / 1e3,
                        latency.p999Micros() / 1e3,
                        latency.maxMicros() / 1e3))
                .orElse(name + ": none");
    }

    private static double perSecond(long requests, long nanos) {
        return nanos == 0 ? 0 : requests * 1e9 / nanos;
    }

    /** KB = 1000 bytes. */
    private static String bytes(long bytes) {
        if (bytes < 1000) {
            return bytes + "b";
        }
        return bytes < 1_000_000
                ? String.format(Locale.ROOT, "%.2fKB", bytes / 1e3)
                : String.format(Locale.ROOT, "%.2fMB", bytes / 1e6);
    }
}
