package io.jgbench.coordination.suite.result;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Suites that measure the same cell over time: suites of one name and question, even if their settings change, and
 * suites of other names that had the same settings at some time. A renamed suite stays in the lineage. Two suites that
 * are measured side by side, one over UDP and one over TCP, are two lineages. So are two comparisons of one run file
 * with different arms. Only if its arms differ in nothing but settings that earlier versions did not store, the first
 * comparison that has them continues the one whose stored arms are equal.
 */
final class SuiteLineage {
    private final Set<String> suites = new LinkedHashSet<>();
    private final Set<Question> questions = new LinkedHashSet<>();
    /** All definitions that the cell has had, the latest at the end. */
    private final Set<Map<String, String>> definitions = new LinkedHashSet<>();

    private final List<Measured> measured = new ArrayList<>();

    private SuiteLineage(Measured first) {
        take(first);
    }

    /**
     * What makes suites the same whatever they set.
     *
     * @param suite the name
     * @param arms in what its arms differ, see {@link ArmsQuestion}; empty where it is no comparison of two arms
     */
    record Question(String suite, List<String> arms) {
        static Question of(SuiteResult result) {
            return new Question(result.suite(), ArmsQuestion.of(result));
        }

        /** The same as earlier versions stored it. */
        Question withoutSettingsOnceLeftOut() {
            return new Question(suite, ArmsQuestion.withoutSettingsOnceLeftOut(arms));
        }
    }

    /**
     * The cell in one suite.
     *
     * @param point its figure
     * @param question what its suite asks
     * @param definition what was measured
     */
    record Measured(SuiteHistory.Point point, Question question, Map<String, String> definition) {
        /** Whether it has a setting that earlier versions did not store, whether it was set or not. */
        boolean hasSettingOnceLeftOut() {
            return definition.keySet().stream().anyMatch(CellDefinition::wasOnceLeftOut)
                    || !question.withoutSettingsOnceLeftOut().equals(question);
        }
    }

    /**
     * The lineages, in the order in which their suites were met.
     *
     * @param measured the cell in all suites, in the order of time
     */
    static List<SuiteLineage> of(List<Measured> measured) {
        List<SuiteLineage> all = new ArrayList<>();
        for (Measured each : measured) {
            List<SuiteLineage> same =
                    all.stream().filter(lineage -> lineage.has(each)).toList();
            if (same.isEmpty()) {
                all.stream()
                        .filter(lineage -> lineage.isContinuedBy(each))
                        .findFirst()
                        .ifPresentOrElse(lineage -> lineage.take(each), () -> all.add(new SuiteLineage(each)));
            } else {
                SuiteLineage first = same.getFirst();
                same.stream().skip(1).forEach(other -> {
                    other.measured.forEach(first::take);
                    all.remove(other);
                });
                first.take(each);
            }
        }
        return all;
    }

    private boolean has(Measured other) {
        return questions.contains(other.question()) || definitions.contains(other.definition());
    }

    /**
     * Whether it is all of an earlier version, which would have stored the same question for the other. Known only of
     * arms that seem equal as they are stored: others may just lack the setting.
     */
    private boolean isContinuedBy(Measured other) {
        Question before = other.question().withoutSettingsOnceLeftOut();
        return before.arms().isEmpty()
                && other.hasSettingOnceLeftOut()
                && measured.stream().noneMatch(Measured::hasSettingOnceLeftOut)
                && questions.contains(before);
    }

    private void take(Measured other) {
        suites.add(other.point().suite());
        questions.add(other.question());
        definitions.remove(other.definition());
        definitions.add(other.definition());
        measured.add(other);
    }

    /** In the order of time. */
    List<SuiteHistory.Point> points() {
        return measured.stream()
                .map(Measured::point)
                .sorted(Comparator.comparing(SuiteHistory.Point::time))
                .toList();
    }

    /**
     * The suites' names and those of their latest settings in which other lineages differ.
     *
     * @param all the lineages of the cell
     * @param mostNamed the most settings that are named
     */
    String difference(List<SuiteLineage> all, int mostNamed) {
        Map<String, String> own = last();
        return "suite " + String.join(", ", suites) + ": "
                + all.stream()
                        .flatMap(other -> CellDefinition.differences(own, other.last()).stream())
                        .distinct()
                        .sorted()
                        .limit(mostNamed)
                        .map(path -> path + " " + own.getOrDefault(path, "not given"))
                        .collect(Collectors.joining(", "));
    }

    private Map<String, String> last() {
        return List.copyOf(definitions).getLast();
    }
}
