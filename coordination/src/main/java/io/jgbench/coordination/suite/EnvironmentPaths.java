package io.jgbench.coordination.suite;

import java.util.List;

/** Which settings of a run change {@link VisitDigest#environmentHash} of it. */
public final class EnvironmentPaths {
    private static final List<String> PATHS = List.of("jvm", "jgroups", "tuning", "members");

    private EnvironmentPaths() {}

    /**
     * Whether that one does.
     *
     * @param path a field of a run's spec, such as {@code jvm.options}
     */
    public static boolean contains(String path) {
        return PATHS.stream().anyMatch(changing -> path.equals(changing) || path.startsWith(changing + "."));
    }
}
