package io.jgbench.report;

import io.jgbench.coordination.protocol.RpcReport;
import io.jgbench.coordination.result.Latency;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.RpcAccounts;
import io.jgbench.coordination.result.RpcFigures;
import io.jgbench.coordination.result.RpcMemberFigures;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.spec.RpcSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The workload Rpc on the console. */
record RpcSection(RunResult run, RpcSpec spec) implements WorkloadSection {
    private static final String NONE = "-";

    @Override
    public String headline() {
        int members = run.spec().members();
        int targets = spec.targetsOf(members);
        return "%s %s requests, %d %% reads of %s bytes from one %s and writes of as many to %s, %s"
                .formatted(
                        members == 1 ? "1 member makes" : members + " members each make",
                        Numbers.grouped(spec.requests()),
                        spec.readPercent(),
                        Numbers.grouped(spec.payloadBytes()),
                        members == 1 ? "member, itself," : "random other member",
                        targets == 1 ? "one" : targets + " at once",
                        load());
    }

    private String load() {
        var callers = spec.concurrency() == 1 ? "1 caller" : spec.concurrency() + " callers";
        return spec.targetRate()
                .map(rate -> "open loop of " + Numbers.grouped(rate) + " requests/s with " + callers)
                .orElse("closed loop of " + callers);
    }

    @Override
    public List<String> memberTable(int widest) {
        var table = new TextTable(widest);
        table.row(List.of(
                "MEMBER",
                "READS",
                "WRITES",
                "TIMEOUTS",
                "ERRORS",
                "REQUESTS/S",
                "TIME",
                "SERVED",
                "RESENT",
                "DROPS",
                "REPORT"));
        run.members().forEach(member -> table.row(row(member)));
        return table.lines();
    }

    private static List<String> row(MemberResult member) {
        if (member.report().isEmpty()) {
            var none = new ArrayList<String>();
            none.add(member.name());
            for (int column = 1; column < 9; column++) {
                none.add(NONE);
            }
            none.add(Numbers.grouped(member.drops()));
            none.add("none");
            return none;
        }
        var report = (RpcReport) member.report().get().workload();
        var figures = (RpcMemberFigures) member.figures().orElseThrow();
        return List.of(
                member.name(),
                Numbers.grouped(report.readsDone()),
                Numbers.grouped(report.writesDone()),
                Numbers.grouped(report.timedOut()),
                Numbers.grouped(report.failed()),
                Numbers.rounded(figures.requestsPerSecond()),
                Numbers.seconds(figures.elapsedNanos()) + " s",
                Numbers.grouped(report.callsServed()),
                Numbers.grouped(member.retransmissions()),
                Numbers.grouped(member.drops()),
                member.complete() ? "whole" : "partial");
    }

    @Override
    public List<String> figures() {
        var lines = new FigureLines();
        run.figures().map(figures -> (RpcFigures) figures).ifPresent(figures -> {
            lines.rates("Request rate", spec.unitOfWork(), figures);
            latency(lines, "Reads", figures.reads());
            latency(lines, "Writes", figures.writes());
            lines.add(
                    "Latency",
                    switch (figures.latencyFrom()) {
                        case SEND -> "counts from the sending of each request (closed loop)";
                        case INTENDED_SEND -> "counts from when each request should have begun (open loop)";
                    });
            figures.wireLimit()
                    .ifPresent(limit -> lines.limit(
                            limit.bytesPerSecond(),
                            run.link().orElseThrow(),
                            figures.efficiencyPermille(),
                            "payloads and their headers counted, bare calls and answers not"));
        });
        return lines.lines();
    }

    private static void latency(FigureLines lines, String name, Optional<Latency> latency) {
        latency.ifPresent(known -> lines.latency(name, known, "requests, merged over members"));
    }

    @Override
    public List<String> accounts() {
        var accounts = (RpcAccounts) run.accounts();
        if (run.figures().isEmpty() || (run.reliable() && accounts.lostUnits() == 0)) {
            return List.of();
        }
        var lines = new FigureLines();
        lines.add(
                "Requests",
                "%s %s %s done + %s timed out + %s failed"
                        .formatted(
                                Numbers.grouped(accounts.requests()),
                                accounts.requests() == accounts.done() + accounts.lostUnits() ? "=" : "is not",
                                Numbers.grouped(accounts.done()),
                                Numbers.grouped(accounts.timedOut()),
                                Numbers.grouped(accounts.failed())));
        lines.add(
                "Calls",
                "%s sent, %s served, %s answered in time, %s late"
                        .formatted(
                                Numbers.grouped(accounts.callsSent()),
                                Numbers.grouped(accounts.callsServed()),
                                Numbers.grouped(accounts.callsAnswered()),
                                Numbers.grouped(accounts.answersLate())));
        return lines.lines();
    }

    @Override
    public String validity() {
        return "every request was answered, and every call was served once.";
    }
}
