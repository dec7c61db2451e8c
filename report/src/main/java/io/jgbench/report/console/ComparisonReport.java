package io.jgbench.report.console;

import io.jgbench.coordination.result.Spread;
import io.jgbench.coordination.statistics.Claim;
import io.jgbench.coordination.statistics.ClaimRule;
import io.jgbench.coordination.statistics.Interval;
import io.jgbench.coordination.suite.result.ArmComparison;
import io.jgbench.coordination.suite.result.ArmComparison.Look;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.coordination.words.Paragraph;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What may be said of one arm against another, for the eye. */
public final class ComparisonReport {
    private final ArmComparison comparison;
    private final Style style;

    private ComparisonReport(ArmComparison comparison, Style style) {
        this.comparison = comparison;
        this.style = style;
    }

    /** The text, ending with a line break. */
    public static String text(ArmComparison comparison, Style style) {
        return new ComparisonReport(comparison, style).text();
    }

    private String text() {
        List<String> lines = new ArrayList<>();
        lines.addAll(Paragraph.wrap(
                "",
                "B (" + comparison.b() + ") against A (" + comparison.a() + "): " + comparison.metric() + ", "
                        + comparison.figuresOfA().size() + " rounds with valid figures of both, "
                        + comparison.unpairedVisits() + " visits left out.",
                ConsoleReport.WIDTH));
        if (!comparison.figuresOfA().isEmpty()) {
            lines.add("  median of A   "
                    + Numbers.figure(Spread.of(comparison.numbersOfA()).median()));
            lines.add("  median of B   "
                    + Numbers.figure(Spread.of(comparison.numbersOfB()).median()));
        }
        comparison.verdict().ifPresent(verdict -> {
            lines.add("  B less A      " + change(verdict));
            looks().forEach(lines::add);
            lines.add("");
            lines.addAll(Paragraph.wrap("", sentence(verdict), ConsoleReport.WIDTH));
        });
        comparison
                .refusal()
                .ifPresent(why -> lines.addAll(
                        Paragraph.wrap("", style.bad("NOTHING CAN BE SAID") + ": " + why, ConsoleReport.WIDTH)));
        return String.join("\n", lines) + "\n";
    }

    /** Of a comparison that was looked at several times. */
    private List<String> looks() {
        List<Look> looks = comparison.looks();
        return looks.size() < 2
                ? List.of()
                : Paragraph.wrap(
                        "  ",
                        "looked at after "
                                + looks.stream()
                                        .map(look -> look.rounds() + " rounds at " + percentage(look.confidence())
                                                + ": " + look.claim().label())
                                        .collect(Collectors.joining("; ")),
                        ConsoleReport.WIDTH);
    }

    private String change(ClaimRule.Verdict verdict) {
        return Numbers.change(verdict.effect().change())
                + verdict.effect()
                        .interval()
                        .map(interval -> " (" + confidence(comparison.rule()) + " interval " + interval(interval) + ")")
                        .orElse("")
                + ", " + Numbers.pValue(verdict.adjustedPValue());
    }

    private String sentence(ClaimRule.Verdict verdict) {
        String least = share(comparison.rule().minChange());
        Claim claim = verdict.claim();
        return switch (claim) {
            case FASTER -> style.good(word(claim)) + ": B is faster than A.";
            case SLOWER -> style.bad(word(claim)) + ": B is slower than A.";
            case NO_DIFFERENCE_ABOVE ->
                style.good(word(claim) + " " + least) + ": if A and B differ, it is by less than that.";
            case INCONCLUSIVE ->
                style.doubtful(word(claim)) + ": it would probably take " + ClaimRule.inWords(verdict.moreRounds())
                        + " to say more.";
        };
    }

    private static String word(Claim claim) {
        return claim.label().replaceAll("(?<=[a-z])(?=[A-Z])", " ").toUpperCase(Locale.ROOT);
    }

    /** What is said, with the numbers that go with the word. */
    public static String says(ClaimRule rule, Claim claim, int moreRounds) {
        return says(rule, claim, ClaimRule.inWords(moreRounds));
    }

    /**
     * The same with what it would probably take to say more.
     *
     * @param more such as "3 more rounds"
     */
    public static String says(ClaimRule rule, Claim claim, String more) {
        return switch (claim) {
            case FASTER, SLOWER -> claim.label();
            case NO_DIFFERENCE_ABOVE -> claim.label() + " " + share(rule.minChange());
            case INCONCLUSIVE -> claim.label() + ", " + more;
        };
    }

    /** How sure a rule has to be, such as "99 %". */
    public static String confidence(ClaimRule rule) {
        return percentage(rule.confidence());
    }

    /** Such as "99 %" or "99.875 %". */
    private static String percentage(double share) {
        return BigDecimal.valueOf(share * 100)
                        .setScale(4, RoundingMode.HALF_UP)
                        .stripTrailingZeros()
                        .toPlainString()
                + " %";
    }

    /** The bounds of a change, such as "-2.1 % to +0.4 %". */
    public static String interval(Interval interval) {
        return Numbers.change(interval.low()) + " to " + Numbers.change(interval.high());
    }

    /** A share as it was asked for, such as "5 %" or "1.25 %": what is claimed must not say more. */
    public static String share(double share) {
        return BigDecimal.valueOf(share * 100)
                        .round(MathContext.DECIMAL32)
                        .stripTrailingZeros()
                        .toPlainString()
                + " %";
    }
}
