package io.jgbench.report.html.run;

import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.spec.ReadableDuration;
import io.jgbench.coordination.words.Figure;
import io.jgbench.coordination.workload.WorkloadSection;
import io.jgbench.coordination.workload.registry.Workloads;
import io.jgbench.report.Headline;
import io.jgbench.report.RunEnding;
import io.jgbench.report.RunFigureLines;
import io.jgbench.report.html.Page;
import io.jgbench.report.html.PageSection;
import io.jgbench.report.html.RepeatSection;
import io.jgbench.report.papers.PublishedFigures;
import io.jgbench.report.stored.ResolvedSettings;
import io.jgbench.report.stored.RunDeclaration;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The page of one run: what was measured, whether it can be used, why it is not more, and how to do it again. */
public final class RunPage {
    private final RepetitionsResult result;
    private final RunResult run;
    private final WorkloadSection workload;
    private final Optional<RunDeclaration> declaration;

    private RunPage(RepetitionsResult result, Optional<RunDeclaration> declaration) {
        this.result = result;
        this.run = result.representative();
        this.workload = Workloads.section(run);
        this.declaration = declaration;
    }

    /**
     * The page as HTML, in UTF-8.
     *
     * @param result what was measured, also of a run that failed or is not valid
     * @param declaration how the run was asked for; empty where that is not known
     */
    public static String html(RepetitionsResult result, Optional<RunDeclaration> declaration) {
        return new RunPage(result, declaration).html();
    }

    private String html() {
        return new Page(
                        run.spec().name(),
                        Headline.of(run),
                        times(),
                        List.of(new VerdictPart(RunEnding.of(result), run, workload).element()),
                        sections(),
                        footer())
                .html();
    }

    private List<PageSection> sections() {
        List<Figure> figures = RunFigureLines.of(run).figures();
        return Stream.of(
                        new RepetitionsSection(result).section(),
                        Optional.of(new FindingsSection(result).section()),
                        new LimitSection(run, PublishedFigures.known()).section(),
                        new TimeSection(run).section(),
                        new LatencySection(run).section(),
                        Optional.of(new MembersSection(workload, figures).section()),
                        new PairsSection(run, workload.grids()).section(),
                        new PreflightSection(run).section(),
                        new StartSection(run, "start-chart").section(),
                        new EnvironmentSection(run).section(),
                        Optional.of(new RepeatSection(run, declaration, ResolvedSettings.text(run.spec())).section()))
                .flatMap(Optional::stream)
                .toList();
    }

    private String times() {
        var took = Duration.between(run.startTime(), run.completionTime());
        return "Began %s, took %s with the starting of its members. Run %s."
                .formatted(
                        run.startTime().truncatedTo(ChronoUnit.SECONDS),
                        ReadableDuration.of(Duration.ofSeconds(took.toSeconds())),
                        run.runId());
    }

    private String footer() {
        String version = run.members().stream()
                .flatMap(member -> member.report().stream())
                .flatMap(report -> report.fact(HostFact.JGBENCH).stream())
                .findFirst()
                .map(" "::concat)
                .orElse("");
        return "Made by jgbench" + version + " of the stored result. "
                + Workloads.rate(run.spec().workload()).definition()
                + " MB = 10^6 bytes. This page holds all that it shows; it fetches nothing and runs no script.";
    }
}
