package io.jgbench.report.papers;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.workload.registry.Workloads;
import io.jgbench.report.papers.PublishedPoint.Range;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * All published figures.
 *
 * @param points in the order of the papers
 */
public record PublishedFigures(List<PublishedPoint> points) {
    private static final String FILE = "published-figures.yaml";
    private static final double MEGABYTE = 1e6;
    private static final String ALL = "all";

    /** Copies the list. */
    public PublishedFigures {
        points = List.copyOf(points);
    }

    /** Those that this project holds. */
    public static PublishedFigures known() {
        var yaml = YAMLMapper.builder()
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
                .build();
        try (var in = PublishedFigures.class.getResourceAsStream(FILE)) {
            LinkedHashMap<String, Paper> papers = yaml.readValue(in, new TypeReference<>() {});
            List<PublishedPoint> points = new ArrayList<>();
            papers.forEach(
                    (name, paper) -> paper.points().forEach(written -> points.addAll(points(name, paper, written))));
            return new PublishedFigures(points);
        } catch (IOException e) {
            throw new UncheckedIOException("the published figures " + FILE + " cannot be read", e);
        }
    }

    /** Those that can stand beside a run: of the same work, kind of stack and flow control. */
    public List<PublishedPoint> beside(PublishedShape shape) {
        return points.stream().filter(point -> point.isOf(shape)).toList();
    }

    /**
     * What is said beside them of how they were counted otherwise than runs of these specs; empty where nothing is.
     *
     * @return sentences, each behind a space
     */
    public static String differences(Collection<RunSpec> specs) {
        return specs.stream()
                .flatMap(spec -> Workloads.published(spec.workload()).difference().stream())
                .distinct()
                .map(sentence -> " " + sentence)
                .collect(Collectors.joining());
    }

    /** A throughput that holds for several sizes is another rate for each of them. */
    private static List<PublishedPoint> points(String name, Paper paper, Written written) {
        if (written.throughput() == null) {
            return List.of(point(name, paper, written, written.messageSize(), written.rates()));
        }
        return written.messageSize().stream()
                .map(size ->
                        point(name, paper, written, List.of(size), Range.of(written.throughput() * MEGABYTE / size)))
                .toList();
    }

    private static PublishedPoint point(String name, Paper paper, Written written, List<Integer> sizes, Range rates) {
        return new PublishedPoint(
                name,
                paper.title() + " (" + paper.year() + ")" + (written.note() == null ? "" : ", " + written.note()),
                paper.year(),
                paper.hardware(),
                Math.round(paper.lineRate() * MEGABYTE),
                paper.workload(),
                written.members(),
                written.senderNumbers(),
                Optional.ofNullable(written.stack()),
                sizes,
                Optional.ofNullable(written.flowControl()),
                rates);
    }

    private record Paper(
            String title,
            int year,
            String hardware,
            double lineRate,
            WorkloadSettings.Type workload,
            List<Written> points) {}

    private record Written(
            int members,

            @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
            List<String> senders,

            BaseTransport stack,

            @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
            List<Integer> messageSize,

            Double rate,
            List<Double> rateRange,
            Double throughput,
            FlowControl flowControl,
            String note) {

        Range rates() {
            return rate != null ? Range.of(rate) : new Range(rateRange.getFirst(), rateRange.getLast());
        }

        List<Integer> senderNumbers() {
            return senders.equals(List.of(ALL))
                    ? List.of(members)
                    : senders.stream().map(Integer::valueOf).toList();
        }
    }
}
