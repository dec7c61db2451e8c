package io.jgbench.report.html.run;

import io.jgbench.coordination.words.Figure;
import io.jgbench.coordination.words.ResultTable;
import io.jgbench.coordination.workload.WorkloadSection;
import io.jgbench.report.html.DataTable;
import io.jgbench.report.html.PageSection;
import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What each member measured, and what it comes to.
 *
 * @param workload the run in the workload's words
 * @param figures all figures of the run
 */
record MembersSection(WorkloadSection workload, List<Figure> figures) {

    PageSection section() {
        List<Node> content = new ArrayList<>();
        List<ResultTable> tables = workload.tables();
        for (int i = 0; i < tables.size(); i++) {
            ResultTable table = tables.get(i);
            String caption = table.title()
                    .orElse(
                            i == 0
                                    ? "What each member measured"
                                    : "By " + table.columns().getFirst().toLowerCase(Locale.ROOT));
            content.add(DataTable.of(caption, table).element());
            table.notes().forEach(note -> content.add(Element.of("p", note)));
        }
        if (!figures.isEmpty()) {
            content.add(new DataTable(
                            "What it comes to",
                            List.of("FIGURE", "VALUE"),
                            figures.stream()
                                    .map(figure -> List.of(figure.name(), String.join("; ", figure.lines())))
                                    .toList(),
                            DataTable.Kind.TEXTS)
                    .element());
        }
        return new PageSection("figures", "Figures", content);
    }
}
