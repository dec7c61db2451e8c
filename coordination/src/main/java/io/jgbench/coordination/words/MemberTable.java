package io.jgbench.coordination.words;

import io.jgbench.coordination.result.MemberResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/**
 * A row for each member: its name, what it did in the workload's own columns, and what stood in its way.
 *
 * @param columns the names of the workload's own columns
 * @param last the columns behind them
 */
public record MemberTable(List<String> columns, List<Last> last) {
    private static final String NONE = "-";

    /** Columns that mean the same for each workload. */
    public enum Last {
        /** Messages that the transport sent again. */
        RESENT {
            @Override
            String of(MemberResult member) {
                return member.report().isPresent() ? Numbers.grouped(member.retransmissions()) : NONE;
            }
        },

        /** Packets that the member's host dropped. */
        DROPS {
            @Override
            String of(MemberResult member) {
                return member.knowsDrops() ? Numbers.grouped(member.drops()) : NONE;
            }
        },

        /** Whether the member reported, and whether it had done all by then. */
        REPORT {
            @Override
            String of(MemberResult member) {
                if (member.report().isEmpty()) {
                    return "none";
                }
                return member.complete() ? "whole" : "partial";
            }
        };

        /** All of them. */
        public static final List<Last> ALL = List.of(values());

        abstract String of(MemberResult member);
    }

    /**
     * The table.
     *
     * @param own a cell for each of the workload's own columns, of a member that has reported
     */
    public ResultTable of(List<MemberResult> members, Function<MemberResult, List<String>> own) {
        return new ResultTable(
                row("MEMBER", columns, last.stream().map(Last::name).toList()),
                members.stream()
                        .map(member -> row(
                                member.name(),
                                member.report().isPresent()
                                        ? own.apply(member)
                                        : Collections.nCopies(columns.size(), NONE),
                                last.stream().map(column -> column.of(member)).toList()))
                        .toList());
    }

    private static List<String> row(String name, List<String> own, List<String> last) {
        var cells = new ArrayList<String>();
        cells.add(name);
        cells.addAll(own);
        cells.addAll(last);
        return cells;
    }
}
