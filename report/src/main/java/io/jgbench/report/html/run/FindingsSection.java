package io.jgbench.report.html.run;

import io.jgbench.api.v1alpha1.ReasonWord;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.report.html.InlineMarkdown;
import io.jgbench.report.html.PageSection;
import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What was found, what speaks for it, and what to do about it. */
public record FindingsSection(RepetitionsResult result) {

    /** The section as it stands in the page. */
    public PageSection section() {
        List<Node> found = new ArrayList<>();
        for (int i = 0; i < result.runs().size(); i++) {
            RunResult run = result.runs().get(i);
            String where = result.runs().size() > 1 ? "Repetition " + (i + 1) + ". " : "";
            var workload = run.spec().workload().workloadType();
            run.verdict().findings().forEach(finding -> found.add(item(finding, where, workload)));
        }
        Node content = found.isEmpty()
                ? Element.of("p", "Nothing was found that speaks against the figures or explains them further.")
                : Element.of("ul").classed("findings").with(found);
        return new PageSection("findings", "Findings", List.of(content));
    }

    private static Element item(Finding finding, String where, WorkloadSettings.Type workload) {
        return item(finding.severity(), finding.reason(), where + finding.evidence(), workload);
    }

    /**
     * Something that was found, with what to do about it.
     *
     * @param evidence in whole sentences
     * @param workload of the run in which it was found
     */
    public static Element item(Severity severity, ReasonWord reason, String evidence, WorkloadSettings.Type workload) {
        return Element.of(
                        "li",
                        Element.of(
                                "div",
                                Element.of("span", severity.label()).classed("severity"),
                                Element.of("span", reason.label()).classed("reason")),
                        Element.of("div", Element.of("p", evidence))
                                .with(remedy(reason, workload).stream().map(FindingsSection::advice)))
                .classed(style(severity));
    }

    private static Optional<String> remedy(ReasonWord reason, WorkloadSettings.Type workload) {
        return reason instanceof Finding.Reason known
                ? known.effect(workload).map(Finding.Effect::remedy)
                : Optional.of("Read it with the jgbench that wrote it: this version does not know the finding.");
    }

    private static Element advice(String text) {
        return Element.of("p")
                .classed("remedy")
                .with(Element.of("strong", "What to do: "))
                .with(InlineMarkdown.nodes(text));
    }

    private static String style(Severity severity) {
        return switch (severity) {
            case INVALID -> "invalid";
            case WARNING -> "warning";
            case INFO -> "info";
        };
    }
}
