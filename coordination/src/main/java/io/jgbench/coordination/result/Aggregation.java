package io.jgbench.coordination.result;

import io.jgbench.coordination.protocol.MemberReport;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Makes a result of the evidence of one run. */
final class Aggregation {
    private final RunEvidence evidence;
    private final List<MemberResult> members;

    Aggregation(RunEvidence evidence) {
        this.evidence = evidence;
        Map<String, MemberReport> reports =
                evidence.reports().stream().collect(Collectors.toMap(MemberReport::member, Function.identity()));
        this.members = IntStream.range(0, evidence.memberNames().size())
                .mapToObj(index -> {
                    var name = evidence.memberNames().get(index);
                    return MemberResult.of(
                            name,
                            index,
                            Optional.ofNullable(reports.get(name)),
                            evidence.hostCounters().getOrDefault(name, Map.of()));
                })
                .toList();
    }

    RunResult result() {
        var accounts = Accounts.of(evidence.reports());
        var skew = startSkew();
        return new RunResult(
                evidence.runId(),
                evidence.spec(),
                evidence.reliable(),
                evidence.startTime(),
                evidence.completionTime(),
                evidence.failure(),
                evidence.link(),
                members,
                accounts,
                skew,
                figures(),
                new Judge(evidence, members, accounts, skew).verdict(),
                evidence.notApplied());
    }

    private Optional<StartSkew> startSkew() {
        boolean allBegan = evidence.reports().size() == members.size()
                && evidence.reports().stream()
                        .allMatch(report -> report.beganAtEpochNanos() != 0
                                && evidence.clocks().containsKey(report.member()));
        if (!allBegan) {
            return Optional.empty();
        }
        return Optional.of(StartSkew.of(evidence.reports().stream()
                .map(report -> new StartSkew.Begin(
                        report.beganAtEpochNanos(), evidence.clocks().get(report.member())))
                .toList()));
    }

    private Optional<RunFigures> figures() {
        if (members.isEmpty() || !members.stream().allMatch(MemberResult::complete)) {
            return Optional.empty();
        }
        double[] rates = members.stream()
                .mapToDouble(member -> member.figures().orElseThrow().messagesPerSecond())
                .toArray();
        int sizeBytes = evidence.spec().workload().messageSizeBytes();
        double clusterRate = Arrays.stream(rates).sum();
        double rate = clusterRate / rates.length;
        long bytesPerSecond = Math.round(rate * sizeBytes);
        var limit = wireLimit();
        return Optional.of(new RunFigures(
                rate,
                bytesPerSecond,
                clusterRate,
                Math.round(clusterRate * sizeBytes),
                Spread.of(rates),
                latency(),
                limit,
                limit.filter(_ -> nothingWasLost())
                        .map(known -> Math.round(bytesPerSecond * 1000.0 / known.bytesPerSecond()))));
    }

    /** Otherwise own messages, which no link can lose, are more of what was received than the limit has it. */
    private boolean nothingWasLost() {
        return members.stream()
                .allMatch(member -> member.figures().orElseThrow().loss().lost() == 0);
    }

    private Optional<Latency> latency() {
        return Latency.of(Latency.merge(evidence.reports().stream()
                .map(report -> Latency.decode(report.latencyHistogram()))
                .toList()));
    }

    private Optional<WireLimit> wireLimit() {
        if (members.size() < 2) {
            return Optional.empty();
        }
        var workload = evidence.spec().workload();
        var framing = evidence.reports().getFirst().framing();
        return evidence.link()
                .map(link ->
                        WireLimit.of(members.size(), workload.senders(), workload.messageSizeBytes(), framing, link));
    }
}
