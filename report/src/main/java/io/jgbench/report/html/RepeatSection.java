package io.jgbench.report.html;

import io.jgbench.coordination.result.RunResult;
import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import io.jgbench.report.stored.RunDeclaration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How to do the run again.
 *
 * @param run the run
 * @param declaration how it was asked for; empty where that was not stored
 * @param settings the resolved settings as text
 */
public record RepeatSection(RunResult run, Optional<RunDeclaration> declaration, String settings) {

    /** The section as it stands in the page. */
    public PageSection section() {
        List<Node> parts = new ArrayList<>();
        if (declaration.isPresent()) {
            parts.add(Element.of("p", "Save this as ")
                    .with(Element.of("code", RunDeclaration.FILE_NAME))
                    .text(":"));
            parts.add(text("The run file", declaration.get().yaml()));
            parts.add(Element.of("p", "and do it again with:"));
            parts.add(text("The command", declaration.get().command()));
        } else {
            parts.add(Element.of(
                    "p",
                    "The run file was not stored with the result. On a cluster, kubectl get brun NAME -o yaml has it;"
                            + " the settings below are the resolved ones."));
        }
        parts.add(Element.of(
                "details", Element.of("summary", "All settings, defaults filled in"), text("All settings", settings)));
        run.spec()
                .transport()
                .stack()
                .ifPresent(stack -> parts.add(Element.of(
                        "details",
                        Element.of("summary", "The protocol stack " + stack.name()),
                        text("The protocol stack", stack.xml()))));
        if (!run.notApplied().isEmpty()) {
            parts.add(Element.of("h3", "Asked for and not applied"));
            parts.add(Element.of("ul").with(run.notApplied().stream().map(sentence -> Element.of("li", sentence))));
        }
        return new PageSection("repeat", "How to repeat it", parts);
    }

    /** A text as it stands, which scrolls by itself. */
    public static Element text(String name, String text) {
        return Element.of("pre", Element.of("code", text))
                .attribute("tabindex", "0")
                .attribute("role", "group")
                .attribute("aria-label", name);
    }
}
