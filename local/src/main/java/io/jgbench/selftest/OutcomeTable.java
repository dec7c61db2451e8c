package io.jgbench.selftest;

import io.jgbench.coordination.words.Paragraph;
import io.jgbench.coordination.words.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The outcomes of a self-test as text. */
public final class OutcomeTable {
    private static final int WIDTH = 100;

    private OutcomeTable() {}

    /** A row for each fault and stack, the evidence of what was wrong, and how many were right. */
    public static List<String> lines(List<PlantedOutcome> outcomes) {
        List<String> lines = new ArrayList<>(rows(outcomes));
        for (PlantedOutcome outcome : outcomes) {
            if (outcome.verdict() != PlantedOutcome.Verdict.RIGHT) {
                lines.add("");
                lines.addAll(Paragraph.wrap("", title(outcome) + ": " + outcome.evidence(), WIDTH));
            }
        }
        lines.add("");
        lines.addAll(Paragraph.wrap("", sum(outcomes), WIDTH));
        return lines;
    }

    /** What came of one run, in one line. */
    public static String line(PlantedOutcome outcome) {
        return title(outcome) + outcome.cause().map(cause -> " (" + cause + ")").orElse(": " + outcome.evidence());
    }

    private static String title(PlantedOutcome outcome) {
        PlantedRun run = outcome.run();
        return run.fault().name() + " over " + run.over() + " at "
                + run.at().victimName() + ", round " + run.round() + ": "
                + outcome.verdict().label();
    }

    private static List<String> rows(List<PlantedOutcome> outcomes) {
        Map<List<String>, List<PlantedOutcome>> byFault = outcomes.stream()
                .sorted(Comparator.comparing(
                                (PlantedOutcome outcome) -> outcome.run().over())
                        .thenComparingInt(
                                outcome -> Faults.all().indexOf(outcome.run().fault())))
                .collect(Collectors.groupingBy(
                        outcome -> List.of(
                                outcome.run().fault().name(), outcome.run().over()),
                        LinkedHashMap::new,
                        Collectors.toList()));
        var table = new TextTable(WIDTH);
        table.row(List.of("PLANTED", "STACK", "RIGHT", "NAMED FIRST"));
        byFault.forEach((key, all) -> table.row(List.of(key.get(0), key.get(1), right(all), causes(all))));
        return table.lines();
    }

    private static String right(List<PlantedOutcome> outcomes) {
        long judged = count(outcomes, PlantedOutcome.Verdict.RIGHT) + count(outcomes, PlantedOutcome.Verdict.WRONG);
        return judged == 0 ? "-" : count(outcomes, PlantedOutcome.Verdict.RIGHT) + " of " + judged;
    }

    private static String causes(List<PlantedOutcome> outcomes) {
        return outcomes.stream()
                .map(outcome -> outcome.cause().orElse(outcome.verdict().label()))
                .map(OutcomeTable::withoutMember)
                .collect(Collectors.groupingBy(cause -> cause, LinkedHashMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(cause -> cause.getValue() == 1 ? cause.getKey() : cause.getKey() + " x " + cause.getValue())
                .collect(Collectors.joining(", "));
    }

    /** Each round has its faults at other members. */
    private static String withoutMember(String cause) {
        int space = cause.indexOf(" member-");
        return space < 0 ? cause : cause.substring(0, space);
    }

    private static String sum(List<PlantedOutcome> outcomes) {
        long right = count(outcomes, PlantedOutcome.Verdict.RIGHT);
        long wrong = count(outcomes, PlantedOutcome.Verdict.WRONG);
        var sum = String.format(Locale.ROOT, "%d of %d right", right, right + wrong);
        long disturbed = count(outcomes, PlantedOutcome.Verdict.DISTURBED);
        if (disturbed > 0) {
            sum += ", " + disturbed + " disturbed by programs beside the run";
        }
        long notPlanted = count(outcomes, PlantedOutcome.Verdict.NOT_PLANTED);
        return (notPlanted > 0 ? sum + ", " + notPlanted + " not planted" : sum) + clean(outcomes);
    }

    /** How many warnings there were where members were steady and nothing was planted. */
    private static String clean(List<PlantedOutcome> outcomes) {
        List<PlantedOutcome> clean = outcomes.stream()
                .filter(outcome -> outcome.run().fault().course().warm()
                        && outcome.verdict() != PlantedOutcome.Verdict.DISTURBED
                        && outcome.cause().isPresent())
                .toList();
        int warnings = clean.stream().mapToInt(PlantedOutcome::warnings).sum();
        return clean.isEmpty()
                ? ""
                : String.format(Locale.ROOT, "; %d clean runs, %d warnings", clean.size(), warnings);
    }

    private static long count(List<PlantedOutcome> outcomes, PlantedOutcome.Verdict verdict) {
        return outcomes.stream().filter(outcome -> outcome.verdict() == verdict).count();
    }
}
