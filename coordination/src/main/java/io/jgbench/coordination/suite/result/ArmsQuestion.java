package io.jgbench.coordination.suite.result;

import java.util.List;
import java.util.Map;

/**
 * In what the two arms of a comparison differ. Its suite has the name of a run file, of which many comparisons may be
 * made.
 */
public final class ArmsQuestion {
    /** The only axis of such a suite. */
    public static final String AXIS = "arm";

    /** Its first point. */
    public static final String A = "a";

    /** Its second point. */
    public static final String B = "b";

    /**
     * Two comparisons that differ only in this field ask the same question, such as each build against the one before.
     */
    private static final String VERSION = "jgroups.version";

    private ArmsQuestion() {}

    /** The fields in which the arms differ, with both values; empty where a suite is no comparison of two arms. */
    static List<String> of(SuiteResult suite) {
        List<Map<String, String>> points =
                suite.cells().stream().map(CellResult::coordinates).toList();
        if (!points.equals(List.of(Map.of(AXIS, A), Map.of(AXIS, B)))) {
            return List.of();
        }
        Map<String, String> first = suite.cells().getFirst().definition();
        Map<String, String> second = suite.cells().getLast().definition();
        return CellDefinition.differences(first, second).stream()
                .map(path -> path.equals(VERSION) ? path : path + " " + first.get(path) + " " + second.get(path))
                .toList();
    }

    /** The same as earlier versions stored it. */
    static List<String> withoutSettingsOnceLeftOut(List<String> arms) {
        return arms.stream()
                .filter(arm -> !CellDefinition.wasOnceLeftOut(arm.split(" ", 2)[0]))
                .toList();
    }
}
