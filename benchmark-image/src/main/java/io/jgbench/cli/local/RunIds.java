package io.jgbench.cli.local;

import java.util.random.RandomGenerator;

/** Gives each repetition an identity of its own: the run's name and some random letters. */
public final class RunIds {
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
    private static final int LENGTH = 6;

    private final String name;
    private final RandomGenerator random;

    /** Those of a run's repetitions. */
    public RunIds(String name) {
        this(name, RandomGenerator.getDefault());
    }

    RunIds(String name, RandomGenerator random) {
        this.name = name;
        this.random = random;
    }

    /** Another one at each call. */
    public String next() {
        StringBuilder id = new StringBuilder(name).append('-');
        for (int i = 0; i < LENGTH; i++) {
            id.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return id.toString();
    }
}
