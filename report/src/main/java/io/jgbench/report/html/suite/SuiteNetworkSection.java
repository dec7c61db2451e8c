package io.jgbench.report.html.suite;

import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.workload.registry.Workloads;
import io.jgbench.report.html.PageSection;
import io.jgbench.report.html.run.PairsSection;
import io.jgbench.report.html.run.PreflightSection;
import io.jgbench.report.html.run.StartSection;
import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import io.jgbench.report.stored.SuiteDetails;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What was lost between which members, what the pre-flight found and when the members began, of visits of cells in
 * which something was lost or failed and whose full results are at hand.
 */
record SuiteNetworkSection(SuiteDetails details) {

    Optional<PageSection> section() {
        List<Node> parts = new ArrayList<>();
        parts.add(Element.of(
                "p",
                "Of cells in which something was lost or failed, those first that have no valid visit: the valid visit"
                        + " of the median rate, or the last one where none is valid. Others have theirs in their own"
                        + " page: ./jgbench report of their folder in runs/, or of brun/NAME on a cluster."));
        for (int i = 0; i < details.visits().size(); i++) {
            visit(details.visits().get(i), "network-" + i).ifPresent(parts::add);
        }
        return parts.size() == 1
                ? Optional.empty()
                : Optional.of(new PageSection("network", "From member to member", parts));
    }

    private static Optional<Element> visit(SuiteDetails.Visit visit, String id) {
        RunResult run = visit.result();
        List<Node> content = Stream.of(
                        new PreflightSection(run).section(),
                        new PairsSection(run, Workloads.section(run).grids()).section(),
                        new StartSection(run, id + "-start").section())
                .flatMap(Optional::stream)
                .flatMap(section -> section.content().stream())
                .toList();
        return content.isEmpty()
                ? Optional.empty()
                : Optional.of(Element.of("details", Element.of("summary", summary(visit.digest())))
                        .with(content));
    }

    private static String summary(VisitDigest digest) {
        return digest.cell() + ": " + digest.run() + ", " + digest.outcome().inWords()
                + digest.failure()
                        .map(VisitDigest.Failure::message)
                        .or(() -> digest.findings().stream()
                                .map(VisitDigest.Finding::evidence)
                                .findFirst())
                        .map(": "::concat)
                        .orElse("");
    }
}
