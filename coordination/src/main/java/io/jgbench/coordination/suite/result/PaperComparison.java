package io.jgbench.coordination.suite.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.jgbench.coordination.statistics.Interval;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A suite's cells beside the figures of a published paper, as shares of the line rate. The paper's hardware is another:
 * the difference is not judged.
 *
 * @param paper the paper's name
 * @param cells those of the suite that the paper has a figure of
 */
public record PaperComparison(String paper, List<CellBeside> cells) {

    /** Refuses nulls and copies the list. */
    public PaperComparison {
        Objects.requireNonNull(paper, "paper");
        cells = List.copyOf(cells);
    }

    /**
     * A cell beside a figure of the paper.
     *
     * @param cell the cell's key
     * @param label what a person calls the figure
     * @param hardware what the paper's figure was measured on
     * @param publishedLowPermille the paper's throughput in thousandths of its line rate, at least
     * @param publishedHighPermille the same, at most
     * @param measuredPermille the cell's median throughput in thousandths of the line rate here; empty where one is not
     *     known
     * @param intervalPermille its interval of 95 %; empty with fewer than 6 rounds
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record CellBeside(
            String cell,
            String label,
            String hardware,
            double publishedLowPermille,
            double publishedHighPermille,
            Optional<Double> measuredPermille,
            Optional<Interval> intervalPermille) {

        /** Refuses nulls; what is absent in JSON is empty. */
        public CellBeside {
            Objects.requireNonNull(cell, "cell");
            Objects.requireNonNull(label, "label");
            Objects.requireNonNull(hardware, "hardware");
            measuredPermille = measuredPermille == null ? Optional.empty() : measuredPermille;
            intervalPermille = intervalPermille == null ? Optional.empty() : intervalPermille;
        }
    }
}
