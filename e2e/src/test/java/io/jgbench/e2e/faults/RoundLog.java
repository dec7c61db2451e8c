package io.jgbench.e2e.faults;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.jgbench.e2e.faults.plan.Fault;
import io.jgbench.e2e.faults.plan.FaultRound;
import io.jgbench.e2e.faults.plan.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The rounds of all days: a file of JSON lines, to which each round is added as soon as it is over. */
final class RoundLog {
    private final Path file;
    private final ObjectMapper json = new ObjectMapper();

    RoundLog(Path file) {
        this.file = file;
    }

    void add(RoundOutcome outcome) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(
                file, json.writeValueAsString(outcome) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** All rounds, those of other days as well. */
    List<RoundOutcome> rounds() throws IOException {
        List<RoundOutcome> rounds = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            rounds.add(json.readValue(line, RoundOutcome.class));
        }
        return rounds;
    }

    /** How many rounds of each fault passed in each stage, of how many in which it struck. */
    static String summary(List<RoundOutcome> rounds) {
        var text = new StringBuilder(String.format(Locale.ROOT, "%-22s", "passed/struck"));
        for (Stage stage : Stage.values()) {
            text.append(String.format(Locale.ROOT, "%12s", stage));
        }
        for (Fault fault : Fault.values()) {
            text.append(String.format(Locale.ROOT, "%n%-22s", fault));
            for (Stage stage : Stage.values()) {
                text.append(String.format(Locale.ROOT, "%12s", cell(rounds, fault, stage)));
            }
        }
        return text.append(String.format(
                        Locale.ROOT,
                        "%n%d rounds: %d passed, %d failed, %d missed their stage%n",
                        rounds.size(),
                        count(rounds, Verdict.PASSED),
                        count(rounds, Verdict.FAILED),
                        count(rounds, Verdict.MISSED)))
                .toString();
    }

    private static String cell(List<RoundOutcome> rounds, Fault fault, Stage stage) {
        if (!fault.stages().contains(stage)) {
            return "";
        }
        List<RoundOutcome> struck = rounds.stream()
                .filter(round -> round.round().fault() == fault && round.struck() == stage)
                .toList();
        return struck.isEmpty() ? "-" : count(struck, Verdict.PASSED) + "/" + struck.size();
    }

    static long count(List<RoundOutcome> rounds, Verdict verdict) {
        return rounds.stream().filter(round -> round.verdict() == verdict).count();
    }

    /** A round as a line of the table. */
    static String line(RoundOutcome outcome) {
        FaultRound round = outcome.round();
        return String.format(
                Locale.ROOT,
                "%4d  %-20s  %-10s  %-11s  %-6s  %-8s  %4d s  %-12s  %-6s  %s",
                round.number(),
                round.fault(),
                round.stage(),
                round.workload(),
                round.tuning(),
                round.fault().strikesOneMember() ? round.victimName() : "",
                outcome.seconds(),
                outcome.hosts(),
                outcome.verdict(),
                outcome.verdict() == Verdict.FAILED ? String.join(" ", outcome.objections()) : outcome.ended());
    }
}
