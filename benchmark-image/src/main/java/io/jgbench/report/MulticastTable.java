package io.jgbench.report;

import io.jgbench.coordination.protocol.MulticastReport;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.MulticastMemberFigures;
import io.jgbench.coordination.result.RunResult;
import java.util.ArrayList;
import java.util.List;

/** A row for each member: what it sent and received, how fast, and what stood in its way. */
final class MulticastTable {
    private static final String NONE = "-";

    private final RunResult run;
    private final boolean anyLost;
    private final boolean anyIncomplete;

    MulticastTable(RunResult run) {
        this.run = run;
        this.anyLost = !run.reliable() || run.accounts().lostUnits() > 0;
        this.anyIncomplete = !run.members().stream().allMatch(MemberResult::complete);
    }

    List<String> lines(int widest) {
        var table = new TextTable(widest);
        table.row(columns(
                "MEMBER", "SENT", "RECEIVED", "LOST", "MSGS/S", "MB/S", "FIRST-LAST", "RESENT", "DROPS", "REPORT"));
        for (var member : run.members()) {
            table.row(member.report().isPresent() ? reported(member) : lost(member));
        }
        return table.lines();
    }

    private List<String> reported(MemberResult member) {
        var report = (MulticastReport) member.report().orElseThrow().workload();
        var figures = (MulticastMemberFigures) member.figures().orElseThrow();
        return columns(
                member.name(),
                Numbers.grouped(report.sentMessages()),
                Numbers.grouped(report.receivedMessages()),
                Numbers.grouped(figures.loss().lost()),
                Numbers.rounded(figures.messagesPerSecond()),
                Numbers.megabytes((double) figures.bytesPerSecond()),
                Numbers.seconds(figures.firstToLastNanos()) + " s",
                Numbers.grouped(member.retransmissions()),
                Numbers.grouped(member.drops()),
                member.complete() ? "whole" : "partial");
    }

    private List<String> lost(MemberResult member) {
        return columns(
                member.name(), NONE, NONE, NONE, NONE, NONE, NONE, NONE, Numbers.grouped(member.drops()), "none");
    }

    private List<String> columns(
            String name,
            String sent,
            String received,
            String lost,
            String rate,
            String throughput,
            String firstToLast,
            String resent,
            String drops,
            String report) {
        var cells = new ArrayList<>(List.of(name, sent, received));
        if (anyLost) {
            cells.add(lost);
        }
        cells.addAll(List.of(rate, throughput, firstToLast, resent, drops));
        if (anyIncomplete) {
            cells.add(report);
        }
        return cells;
    }
}
