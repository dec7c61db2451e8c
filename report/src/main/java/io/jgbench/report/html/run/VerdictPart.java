package io.jgbench.report.html.run;

import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.words.LatencyFigure;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.coordination.workload.WorkloadSection;
import io.jgbench.coordination.workload.registry.Workloads;
import io.jgbench.report.RunEnding;
import io.jgbench.report.html.KeyFigure;
import io.jgbench.report.html.Loopback;
import io.jgbench.report.markup.Element;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What one reads first: whether the figures may be used, what held the rate, and the figures.
 *
 * @param outcome whether the figures may be used
 * @param run the run
 * @param workload what its workload says of it
 */
record VerdictPart(RunEnding outcome, RunResult run, WorkloadSection workload) {
    private static final long NANOS_PER_MICRO = 1000;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    Element element() {
        var verdict = Element.of("section")
                .classed("verdict " + style())
                .attribute("id", "verdict")
                .attribute("aria-labelledby", "verdict-heading")
                .with(
                        Element.of("h2", outcome.label()).attribute("id", "verdict-heading"),
                        Element.of("p", sentence()).classed("lead"));
        outcome.consequence().ifPresent(text -> verdict.with(Element.of("p", text)));
        run.bottleneck()
                .ifPresent(found -> verdict.with(Element.of(
                                "p",
                                Element.of(
                                        "strong", "Bottleneck: " + found.type().label() + ". "))
                        .text(found.message())));
        List<KeyFigure> keys = keys();
        return keys.isEmpty()
                ? verdict
                : Element.of(
                        "div",
                        verdict,
                        Element.of("dl").classed("key").with(keys.stream().map(KeyFigure::element)));
    }

    /** What is not valid begins with a reason or a member's name, which stay as they are. */
    private String sentence() {
        String sentence = outcome.sentence();
        if (outcome.kind() != RunEnding.Kind.VALID) {
            return sentence;
        }
        int first = sentence.isEmpty() ? 0 : Character.charCount(sentence.codePointAt(0));
        return sentence.substring(0, first).toUpperCase(Locale.ROOT) + sentence.substring(first);
    }

    private String style() {
        return switch (outcome.kind()) {
            case VALID -> "valid";
            case NOT_VALID -> "not-valid";
            case FAILED -> "failed";
        };
    }

    private List<KeyFigure> keys() {
        List<KeyFigure> keys = new ArrayList<>();
        String unit = run.spec().workload().unitOfWork();
        String of = Workloads.rate(run.spec().workload()).of();
        run.figures().ifPresent(figures -> {
            keys.add(new KeyFigure("Rate of a " + of, Numbers.rounded(figures.unitsPerSecond()), unit + "/s"));
            keys.add(new KeyFigure(
                    "Throughput of a " + of, Numbers.megabytes((double) figures.bytesPerSecond()), "MB/s"));
            keys.add(
                    new KeyFigure("Cluster, sum", Numbers.megabytes((double) figures.clusterBytesPerSecond()), "MB/s"));
            keys.addAll(limit());
        });
        workload.latencies().forEach(latency -> keys.addAll(latency(latency)));
        // those of two clocks are the workload's above, which says as well where they are not known
        new MergedLatencies(run).ofOneClock().forEach((name, histogram) -> {
            String meaning = Loopback.isIt(name) ? ", over no wire" : "";
            keys.add(time(name + ", median", histogram.getValueAtPercentile(50), meaning));
            keys.add(time(name + ", p99", histogram.getValueAtPercentile(99), meaning));
        });
        run.startSkew()
                .ifPresent(skew -> keys.add(new KeyFigure(
                        "Start skew", millis(skew.skewNanos()), "± " + millis(skew.errorNanos()) + " ms")));
        return keys;
    }

    private static List<KeyFigure> latency(LatencyFigure timed) {
        return timed.latency()
                .map(known -> List.of(
                        time(timed.name() + ", median", known.p50Micros() * NANOS_PER_MICRO, ", " + timed.meaning()),
                        time(timed.name() + ", p99", known.p99Micros() * NANOS_PER_MICRO, ", " + timed.meaning())))
                .orElseGet(() -> List.of(new KeyFigure(timed.name(), "not known", timed.meaning())));
    }

    /** A time below a millisecond has too few digits in milliseconds. */
    private static KeyFigure time(String name, long nanos, String meaning) {
        if (nanos >= NANOS_PER_SECOND) {
            return new KeyFigure(name, Numbers.seconds(nanos), "s" + meaning);
        }
        return nanos >= NANOS_PER_MILLI
                ? new KeyFigure(name, millis(nanos), "ms" + meaning)
                : new KeyFigure(name, micros(nanos), "µs" + meaning);
    }

    /** Of a time in whole microseconds tenths are not known. */
    private static String micros(long nanos) {
        return nanos % NANOS_PER_MICRO == 0
                ? Numbers.grouped(nanos / NANOS_PER_MICRO)
                : Numbers.tenths((double) nanos / NANOS_PER_MICRO);
    }

    private List<KeyFigure> limit() {
        return new NetworkLimit(run)
                        .bytesPerSecond()
                        .map(limit -> new KeyFigure(
                                "Of the wire's limit",
                                new NetworkLimit(run)
                                        .efficiencyPermille()
                                        .map(permille -> Numbers.percent(permille))
                                        .orElse("–"),
                                "of " + Numbers.megabytes((double) limit) + " MB/s"))
                        .stream()
                        .toList();
    }

    private static String millis(long nanos) {
        return Numbers.milliseconds(nanos);
    }
}
