package io.jgbench.coordination.workload.multicast;

import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.words.MemberTable;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.coordination.words.ResultTable;
import java.util.ArrayList;
import java.util.List;

/** A row for each member: what it sent and received, how fast, and what stood in its way. */
final class MulticastTable {
    private final MulticastType.Run run;
    private final boolean anyLost;
    private final boolean anyIncomplete;

    MulticastTable(MulticastType.Run run) {
        this.run = run;
        this.anyLost = !run.result().reliable() || run.accounts().lostUnits() > 0;
        this.anyIncomplete = !run.result().members().stream().allMatch(MemberResult::complete);
    }

    ResultTable table() {
        var last = anyIncomplete ? MemberTable.Last.ALL : List.of(MemberTable.Last.RESENT, MemberTable.Last.DROPS);
        return new MemberTable(columns("SENT", "RECEIVED", "LOST", "MSGS/S", "MB/S", "FIRST-LAST"), last)
                .of(run.result().members(), member -> reported(run.member(member)));
    }

    private List<String> reported(MulticastType.Member member) {
        var report = member.report();
        var figures = member.figures();
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
