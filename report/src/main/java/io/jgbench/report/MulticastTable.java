package io.jgbench.report;

import io.jgbench.coordination.protocol.MulticastReport;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.MulticastMemberFigures;
import io.jgbench.coordination.result.RunResult;
import java.util.ArrayList;
import java.util.List;

/** A row for each member: what it sent and received, how fast, and what stood in its way. */
final class MulticastTable {
    private final RunResult run;
    private final boolean anyLost;
    private final boolean anyIncomplete;

    MulticastTable(RunResult run) {
        this.run = run;
        this.anyLost = !run.reliable() || run.accounts().lostUnits() > 0;
        this.anyIncomplete = !run.members().stream().allMatch(MemberResult::complete);
    }

    List<String> lines(int widest) {
        var last = anyIncomplete ? MemberTable.Last.ALL : List.of(MemberTable.Last.RESENT, MemberTable.Last.DROPS);
        return new MemberTable(columns("SENT", "RECEIVED", "LOST", "MSGS/S", "MB/S", "FIRST-LAST"), last)
                .lines(run.members(), this::reported, widest);
    }

    private List<String> reported(MemberResult member) {
        var report = (MulticastReport) member.report().orElseThrow().workload();
        var figures = (MulticastMemberFigures) member.figures().orElseThrow();
        return columns(
                Numbers.grouped(report.sentMessages()),
                Numbers.grouped(report.receivedMessages()),
                Numbers.grouped(figures.loss().lost()),
                Numbers.rounded(figures.messagesPerSecond()),
                Numbers.megabytes((double) figures.bytesPerSecond()),
                Numbers.seconds(figures.firstToLastNanos()) + " s");
    }

    private List<String> columns(
            String sent, String received, String lost, String rate, String throughput, String firstToLast) {
        var cells = new ArrayList<>(List.of(sent, received));
        if (anyLost) {
            cells.add(lost);
        }
        cells.addAll(List.of(rate, throughput, firstToLast));
        return cells;
    }
}
