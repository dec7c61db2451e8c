package io.jgbench.coordination.suite;

import io.jgbench.api.schema.ApiField;
import io.jgbench.api.v1alpha1.StatusSummary;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The figures that a digest may have, see {@link VisitDigest#figures}. */
public final class Metrics {
    private static final String TIMES = "Micros";

    private Metrics() {}

    /** Their names, in the order of a run's summary. */
    public static List<String> names() {
        return Stream.concat(
                        Stream.of(VisitDigest.UNITS_PER_SECOND, VisitDigest.CLUSTER_UNITS_PER_SECOND),
                        names("", StatusSummary.class))
                .filter(name -> !DigestOf.ABOUT_REPETITIONS.contains(name))
                .toList();
    }

    private static Stream<String> names(String prefix, Class<?> block) {
        return ApiField.of(block).stream().flatMap(field -> {
            String name = prefix + field.name();
            if (field.nested().isPresent()) {
                return names(name + ".", field.nested().get());
            }
            return Number.class.isAssignableFrom(field.type()) ? Stream.of(name) : Stream.empty();
        });
    }

    /** The only workload whose runs have that figure; empty where it is not for one alone. */
    static Optional<WorkloadSettings.Type> workload(String metric) {
        int point = metric.indexOf('.');
        return Stream.of(WorkloadSettings.Type.values())
                .filter(type -> point > 0 && type.label().equalsIgnoreCase(metric.substring(0, point)))
                .findFirst();
    }

    /** Whether more of it is better: of rates it is, of times less is. */
    public static boolean higherIsFaster(String metric) {
        return !metric.endsWith(TIMES);
    }
}
