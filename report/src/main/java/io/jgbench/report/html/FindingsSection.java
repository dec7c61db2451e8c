package io.jgbench.report.html;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import java.util.ArrayList;
import java.util.List;

/** What was found, what speaks for it, and what to do about it. */
record FindingsSection(RepetitionsResult result) {

    PageSection section() {
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
        var effect = finding.reason().effects().stream()
                .filter(declared ->
                        declared.workloads().isEmpty() || declared.workloads().contains(workload))
                .findFirst();
        var said = Element.of("div", Element.of("p", where + finding.evidence()));
        effect.ifPresent(known -> said.with(Element.of("p")
                .classed("remedy")
                .with(Element.of("strong", "What to do: "))
                .with(InlineMarkdown.nodes(known.remedy()))));
        return item(finding.severity(), finding.reason().label(), said);
    }

    /** Something that was found, with what is said of it. */
    static Element item(Severity severity, String reason, Element said) {
        return Element.of(
                        "li",
                        Element.of(
                                "div",
                                Element.of("span", severity.label()).classed("severity"),
                                Element.of("span", reason).classed("reason")),
                        said)
                .classed(style(severity));
    }

    private static String style(Severity severity) {
        return switch (severity) {
            case INVALID -> "invalid";
            case WARNING -> "warning";
            case INFO -> "info";
        };
    }
}
