package io.jgbench.report.html.run;

import io.jgbench.coordination.preflight.Preflight;
import io.jgbench.coordination.preflight.PreflightFault;
import io.jgbench.coordination.preflight.PreflightMatrix;
import io.jgbench.coordination.preflight.PreflightMatrix.PreflightPair;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.coordination.words.PairGrid;
import io.jgbench.coordination.words.PairGrid.Cell;
import io.jgbench.coordination.words.PairGrid.HighIs;
import io.jgbench.report.html.DataTable;
import io.jgbench.report.html.DataTable.Kind;
import io.jgbench.report.html.HeatMap;
import io.jgbench.report.html.PageSection;
import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What the probe of the network found before the members joined. */
public record PreflightSection(RunResult run) {
    /** Those that the largest packets of a path show; one that loses fragments carries the largest that are whole. */
    private static final Set<PreflightFault.Kind> OF_PACKET_SIZES =
            Set.of(PreflightFault.Kind.MTU_TOO_SMALL, PreflightFault.Kind.INTERFACES_DIFFER);

    /** The section; empty where the network was not looked at. */
    public Optional<PageSection> section() {
        return run.preflight()
                .map(preflight -> new PageSection("preflight", "Network before the run", parts(preflight)));
    }

    private List<Node> parts(Preflight preflight) {
        List<Node> parts = new ArrayList<>();
        if (preflight.faults().isEmpty()) {
            parts.add(Element.of("p", "Every pair of members was probed, and nothing was wrong."));
        } else {
            parts.add(new DataTable(
                            "What was wrong with the network",
                            List.of("FAULT", "EVIDENCE"),
                            preflight.faults().stream()
                                    .map(fault -> List.of(fault.kind().label(), fault.evidence()))
                                    .toList(),
                            Kind.TEXTS)
                    .element());
        }
        preflight.matrix().ifPresent(matrix -> parts.addAll(matrix(matrix)));
        return parts;
    }

    private List<Node> matrix(PreflightMatrix matrix) {
        List<Node> parts = new ArrayList<>();
        List<PairGrid> grids = List.of(
                grid(matrix, "Round trip, µs", "The shortest of the probes.", HighIs.BAD, PreflightSection::roundTrip),
                grid(
                        matrix,
                        "Probes lost, %",
                        "Small packets to the member alone, in short bursts.",
                        HighIs.BAD,
                        pair -> lost(pair, pair.lostPackets(), pair.sentPackets())),
                grid(
                        matrix,
                        "Multicasts lost, %",
                        "Packets to the group.",
                        HighIs.BAD,
                        pair -> lost(pair, pair.lostMulticasts(), pair.sentMulticasts())),
                grid(
                        matrix,
                        "Largest packet, bytes",
                        "The largest IP packet that arrived unfragmented.",
                        HighIs.GOOD,
                        PreflightSection::largest));
        boolean isWhole = matrix.leftOut() == 0;
        for (int i = 0; i < grids.size(); i++) {
            PairGrid grid = grids.get(i);
            // where pairs are left out, those with a fault or a loss are stored, whose round trips rank nothing
            boolean tells = switch (i) {
                case 1, 2 -> grid.cells().stream().anyMatch(cell -> cell.value() > 0);
                case 3 -> isWhole || matrix.pairs().stream().anyMatch(PreflightSection::hasWrongPacketSize);
                default -> isWhole;
            };
            if (!grid.cells().isEmpty() && tells) {
                parts.addAll(new HeatMap(grid, isWhole).elements());
            }
        }
        if (matrix.leftOut() > 0) {
            parts.add(Element.of("p", leftOut(matrix)));
        }
        return parts;
    }

    private static boolean hasWrongPacketSize(PreflightPair pair) {
        return pair.faults().stream().anyMatch(OF_PACKET_SIZES::contains);
    }

    /** Of a matrix that was stored before faults were counted, and is full, it is not known what the others showed. */
    private static String leftOut(PreflightMatrix matrix) {
        String pairs = Numbers.grouped(matrix.leftOut()) + " pairs";
        if (matrix.leftOutFaulty() > 0) {
            return pairs + " are not in the stored result. " + Numbers.grouped(matrix.leftOutFaulty())
                    + " of them had a fault, too.";
        }
        return pairs + (matrix.reachesBound() ? "" : " that showed nothing") + " are not in the stored result.";
    }

    private PairGrid grid(
            PreflightMatrix matrix,
            String title,
            String meaning,
            HighIs highIs,
            Function<PreflightPair, Optional<Cell>> cell) {
        return new PairGrid(
                title,
                meaning,
                run.members().stream().map(MemberResult::name).toList(),
                matrix.pairs().stream()
                        .flatMap(pair -> cell.apply(pair).stream())
                        .toList(),
                highIs);
    }

    private static Optional<Cell> roundTrip(PreflightPair pair) {
        return pair.roundTripMicros().isEmpty()
                ? Optional.empty()
                : Optional.of(cell(pair, (double) pair.roundTripMicros().getAsLong(), "%,.0f"));
    }

    private static Optional<Cell> largest(PreflightPair pair) {
        return pair.largestPacketBytes().isEmpty()
                ? Optional.empty()
                : Optional.of(cell(pair, pair.largestPacketBytes().getAsInt(), "%,.0f"));
    }

    private static Optional<Cell> lost(PreflightPair pair, int lost, int sent) {
        return sent == 0 ? Optional.empty() : Optional.of(cell(pair, lost * 100.0 / sent, "%.1f"));
    }

    private static Cell cell(PreflightPair pair, double value, String format) {
        return new Cell(pair.from(), pair.to(), value, String.format(Locale.ROOT, format, value));
    }
}
