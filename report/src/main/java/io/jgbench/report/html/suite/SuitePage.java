package io.jgbench.report.html.suite;

import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.coordination.workload.registry.Workloads;
import io.jgbench.report.html.Page;
import io.jgbench.report.html.PageSection;
import io.jgbench.report.html.RepeatSection;
import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import io.jgbench.report.papers.PublishedFigures;
import io.jgbench.report.stored.MissingBaseline;
import io.jgbench.report.stored.RunDeclaration;
import io.jgbench.report.stored.StoredSuite;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page of a suite: all cells in charts and tables, what was published beside them, and how to do it again. */
public final class SuitePage {
    private final StoredSuite suite;
    private final SuiteResult result;
    private final Optional<MissingBaseline> missing;

    private SuitePage(StoredSuite suite, Optional<MissingBaseline> missing) {
        this.suite = suite;
        this.result = suite.result();
        this.missing = missing;
    }

    /** The page as HTML, in UTF-8; also of a suite that is not over. */
    public static String html(StoredSuite suite) {
        return html(suite, Optional.empty());
    }

    /**
     * The same.
     *
     * @param missing why it is not compared with its baseline; empty where it is, or has none
     */
    public static String html(StoredSuite suite, Optional<MissingBaseline> missing) {
        return new SuitePage(suite, missing).html();
    }

    private String html() {
        return new Page(
                        result.suite(),
                        subtitle(),
                        times(),
                        List.of(new SuiteVerdictPart(suite, missing).element()),
                        sections(),
                        footer())
                .html();
    }

    /** Without the rate's definition where it is not known what was done. */
    private String footer() {
        String rates = suite.specs().values().stream()
                .map(spec -> Workloads.rate(spec.workload()).definition() + " ")
                .distinct()
                .collect(Collectors.joining());
        return "Made by jgbench of the stored suite. Figures are medians over the valid rounds of a cell, each with"
                + " fresh JVMs. " + rates
                + "MB = 10^6 bytes. This page holds all that it shows; it fetches nothing and runs no script.";
    }

    private String subtitle() {
        String axes = result.axes().isEmpty() ? "no axes" : String.join(" × ", result.axes());
        return "%s, %d %s, %d %s, %s"
                .formatted(
                        axes,
                        result.cells().size(),
                        result.cells().size() == 1 ? "cell" : "cells",
                        result.rounds(),
                        result.rounds() == 1 ? "round" : "rounds",
                        result.order().name().toLowerCase(Locale.ROOT));
    }

    private String times() {
        return result.startTime()
                        .map(began -> "Began " + began.truncatedTo(ChronoUnit.SECONDS))
                        .orElse("Not begun")
                + result.completionTime()
                        .map(ended -> ", last visit over " + ended.truncatedTo(ChronoUnit.SECONDS))
                        .orElse("")
                + ". Order from seed " + result.seed() + ".";
    }

    private List<PageSection> sections() {
        var axes = SuiteAxes.of(result);
        var papers = PaperMatches.of(suite, PublishedFigures.known());
        return Stream.of(
                        new SuiteThresholdsSection(result.thresholds()).section(),
                        new SuiteComparisonsSection(
                                        Stream.concat(result.comparisons().stream(), suite.comparisons().stream())
                                                .toList())
                                .section(),
                        result.baseline().map(baseline -> new SuiteBaselineSection(baseline).section()),
                        missing.map(SuitePage::withoutBaseline),
                        chart(axes, SuiteFigure.THROUGHPUT, papers),
                        chart(axes, SuiteFigure.RATE, papers),
                        papers.all().isEmpty()
                                ? Optional.<PageSection>empty()
                                : chart(axes, SuiteFigure.LINE_SHARE, papers),
                        new SuitePapersSection(suite, papers).section(),
                        Optional.of(new SuiteCellsSection(result).section()),
                        new SuiteLatencySection(result).section(),
                        new SuiteVisitsSection(suite).section(),
                        new SuiteTimeSection(suite).section(),
                        Optional.of(new SuiteFindingsSection(suite).section()),
                        new SuiteNetworkSection(suite.details()).section(),
                        new SuiteStartSection(suite).section(),
                        Optional.of(new SuiteEnvironmentSection(suite).section()),
                        Optional.of(repeat()))
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<PageSection> chart(SuiteAxes axes, SuiteFigure figure, PaperMatches papers) {
        return axes.across().isPresent()
                ? new SuiteChartSection(suite, axes, figure, papers).section()
                : new SuiteDotsSection(suite, figure, papers).section();
    }

    private static PageSection withoutBaseline(MissingBaseline missing) {
        return new PageSection("baseline", "Baseline", List.of(Element.of("p", missing.sentence())));
    }

    private PageSection repeat() {
        List<Node> parts = new ArrayList<>();
        if (suite.declaration().isPresent()) {
            RunDeclaration declaration = suite.declaration().get();
            parts.add(Element.of("p", "Save this as ")
                    .with(Element.of("code", RunDeclaration.SUITE_FILE_NAME))
                    .text(":"));
            parts.add(RepeatSection.text("The suite file", declaration.yaml()));
            parts.add(Element.of("p", "and do it again with:"));
            parts.add(RepeatSection.text("The command", declaration.command()));
        } else {
            parts.add(Element.of("p", "The suite's definition was not stored with the result."));
        }
        return new PageSection("repeat", "How to repeat it", parts);
    }
}
