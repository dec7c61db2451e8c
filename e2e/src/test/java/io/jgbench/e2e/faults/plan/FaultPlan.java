package io.jgbench.e2e.faults.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

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
        if (first < 1) {
            throw new IllegalArgumentException("expected the number of a first round, found " + first);
        }
        if (rounds < 1) {
            throw new IllegalArgumentException("expected at least one round, found " + rounds);
        }
        Random random = new Random(seed);
        int end = first - 1 + rounds;
        List<FaultRound> plan = new ArrayList<>();
        while (plan.size() < end) {
            List<Strike> strikes = new ArrayList<>(strikes());
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

    private static FaultRound round(int number, Strike strike, RandomGenerator random) {
        RoundWorkload workload = pick(RoundWorkload.values(), random);
        RoundTuning drawn = pick(RoundTuning.values(), random);
        RoundTuning tuning = strike.stage() == Stage.TUNING ? RoundTuning.APPLY : drawn;
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

    private record Strike(Fault fault, Stage stage) {}
}
