package io.jgbench.e2e.faults.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * The rounds that follow from a seed. Each fault strikes in each of its stages once, in random order, before any does
 * so again; workload, tuning, member and the moment are random. The rounds of a longer plan begin with those of a
 * shorter one.
 */
public final class FaultPlan {
    private FaultPlan() {}

    /**
     * The first rounds of a seed.
     *
     * @param rounds how many, at least 1
     */
    public static List<FaultRound> of(long seed, int rounds) {
        return of(seed, 1, rounds);
    }

    /**
     * Rounds of a seed, with which a plan that was ended goes on.
     *
     * @param first the number of the first one, at least 1
     * @param rounds how many, at least 1
     */
    public static List<FaultRound> of(long seed, int first, int rounds) {
        return of(seed, first, rounds, "");
    }

    /**
     * Rounds of some faults alone: those of a seed as if there were no others.
     *
     * @param first the number of the first one, at least 1
     * @param rounds how many, at least 1
     * @param only the faults, and the stages where not all are meant, separated by commas, such as
     *     {@code node_lost,tuner_killed:running,tuner_killed:armed}; blank for all
     * @throws IllegalArgumentException if one of them does not exist, or a fault does not strike in that stage
     */
    public static List<FaultRound> of(long seed, int first, int rounds, String only) {
        if (first < 1) {
            throw new IllegalArgumentException("expected the number of a first round, found " + first);
        }
        if (rounds < 1) {
            throw new IllegalArgumentException("expected at least one round, found " + rounds);
        }
        Random random = new Random(seed);
        int end = first - 1 + rounds;
        List<Strike> all = strikes(only);
        List<FaultRound> plan = new ArrayList<>();
        while (plan.size() < end) {
            List<Strike> strikes = new ArrayList<>(all);
            Collections.shuffle(strikes, random);
            for (Strike strike : strikes) {
                plan.add(round(plan.size() + 1, strike, random));
            }
        }
        return List.copyOf(plan.subList(first - 1, end));
    }

    /**
     * The same rounds in their order, in groups of those that may take place at once: a fault that strikes more than
     * one run has its round alone.
     *
     * @param atMost how many at once, at least 1
     */
    public static List<List<FaultRound>> together(List<FaultRound> rounds, int atMost) {
        List<List<FaultRound>> groups = new ArrayList<>();
        for (FaultRound round : rounds) {
            boolean fits = !groups.isEmpty()
                    && groups.getLast().size() < atMost
                    && round.fault().strikesOneRun()
                    && groups.getLast().getLast().fault().strikesOneRun();
            if (!fits) {
                groups.add(new ArrayList<>());
            }
            groups.getLast().add(round);
        }
        return groups;
    }

    /** How many rounds it takes for each fault to strike in each of its stages. */
    public static int roundsOfAllStrikes() {
        return strikes().size();
    }

    private static List<Strike> strikes() {
        return Arrays.stream(Fault.values())
                .flatMap(fault -> fault.stages().stream().map(stage -> new Strike(fault, stage)))
                .toList();
    }

    private static List<Strike> strikes(String only) {
        if (only.isBlank()) {
            return strikes();
        }
        List<Strike> chosen = new ArrayList<>();
        for (String wanted : only.strip().split(",", -1)) {
            List<Strike> found = strikes().stream()
                    .filter(strike -> strike.isMeantBy(wanted))
                    .toList();
            if (found.isEmpty()) {
                throw new IllegalArgumentException("expected a fault, or one and a stage in which it strikes (such as "
                        + strikes().getFirst().told() + "), found '" + wanted + "'; there are "
                        + strikes().stream().map(Strike::told).collect(Collectors.joining(", ")));
            }
            chosen.addAll(found);
        }
        return chosen.stream().distinct().toList();
    }

    private static FaultRound round(int number, Strike strike, RandomGenerator random) {
        RoundWorkload workload = pick(RoundWorkload.values(), random);
        RoundTuning drawn = pick(RoundTuning.values(), random);
        boolean needsTunedHosts =
                strike.stage() == Stage.TUNING || strike.fault().needsTunedHosts();
        RoundTuning tuning = needsTunedHosts ? RoundTuning.APPLY : drawn;
        return new FaultRound(
                number,
                strike.fault(),
                strike.stage(),
                workload,
                tuning,
                random.nextInt(FaultRound.MEMBERS),
                random.nextInt(longestDelayMillis(strike.stage()) + 1));
    }

    private static <T> T pick(T[] values, RandomGenerator random) {
        return Arrays.asList(values).get(random.nextInt(values.length));
    }

    /** The stages that last for seconds are struck somewhere in them, the others as soon as they are seen. */
    private static int longestDelayMillis(Stage stage) {
        return switch (stage) {
            case ARMED -> 2_000;
            case RUNNING -> 6_000;
            case QUEUED, TUNING, JOINING, COLLECTING, CLEARING -> 0;
        };
    }

    private record Strike(Fault fault, Stage stage) {
        String told() {
            return fault + ":" + stage;
        }

        boolean isMeantBy(String wanted) {
            String word = wanted.strip().toUpperCase(Locale.ROOT).replace('-', '_');
            return word.equals(fault.name()) || word.equals(told());
        }
    }
}
