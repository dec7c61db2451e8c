package io.jgbench.report.console;

import io.jgbench.coordination.preflight.PreflightMatrix;
import io.jgbench.coordination.preflight.PreflightMatrix.PreflightPair;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.coordination.words.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** The pairs of members whose network was not as it should be before the run. */
final class PreflightTable {
    private static final int MOST_PAIRS = 20;

    private PreflightTable() {}

    /** The table; no lines where nothing was wrong or nothing was probed. */
    static List<String> of(RunResult run, int width) {
        return run.preflight()
                .flatMap(preflight -> preflight.matrix())
                .map(matrix -> lines(matrix, width))
                .orElse(List.of());
    }

    private static List<String> lines(PreflightMatrix matrix, int width) {
        List<PreflightPair> faulty =
                matrix.pairs().stream().filter(PreflightPair::hasFault).toList();
        if (faulty.isEmpty()) {
            return List.of();
        }
        var table = new TextTable(width);
        table.row(List.of("PRE-FLIGHT", "SENT", "LOST", "TWICE", "ROUND TRIP", "LARGEST", "FAULT"));
        faulty.stream().limit(MOST_PAIRS).forEach(pair -> table.row(row(pair)));
        List<String> lines = new ArrayList<>(table.lines());
        if (faulty.size() > MOST_PAIRS) {
            lines.add(more(matrix.faulty() - MOST_PAIRS, faulty.size() - MOST_PAIRS));
        }
        return lines;
    }

    private static String more(long all, long stored) {
        String more = "and " + Numbers.grouped(all) + " pairs more, ";
        return more + (stored < all ? Numbers.grouped(stored) + " of them in result.json" : "in result.json");
    }

    private static List<String> row(PreflightPair pair) {
        return List.of(
                pair.from() + " to " + pair.to(),
                String.valueOf(pair.sentPackets()),
                String.valueOf(pair.lostPackets()),
                String.valueOf(pair.duplicates()),
                roundTrip(pair.roundTripMicros()),
                pair.largestPacketBytes().isPresent()
                        ? Numbers.grouped(pair.largestPacketBytes().getAsInt())
                        : "-",
                pair.faults().stream().map(fault -> fault.label()).collect(Collectors.joining(", ")));
    }

    private static String roundTrip(OptionalLong micros) {
        return micros.isPresent() ? Numbers.millis(micros.getAsLong() * 1000) : "-";
    }
}
