package io.jgbench.testing.mutation;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The test of something that is read from outside: whatever stands there is taken, or it is refused with a sentence.
 * Each original is spoilt with some seeds in each run of the tests, and with many in the slow ones.
 *
 * @param <C> what an original is chosen by
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class MutationTest<C> {
    private static final int MOST_CHARACTERS = 2_000;

    private final int seeds;
    private final int manySeeds;

    /**
     * With how many seeds each original is tried.
     *
     * @param seeds in each run of the tests
     * @param manySeeds in the slow tests
     */
    protected MutationTest(int seeds, int manySeeds) {
        this.seeds = seeds;
        this.manySeeds = manySeeds;
    }

    /** What is spoilt. */
    protected abstract Stream<? extends C> originals();

    /**
     * Tries what is made of an original.
     *
     * @param trySeeds the number of seeds
     */
    protected abstract void tryMutants(C original, int trySeeds) throws Exception;

    /** In each run of the tests. */
    @ParameterizedTest
    @MethodSource("originals")
    public final void mutantIsTakenOrRefused(C original) throws Exception {
        tryMutants(original, seeds);
    }

    /** In the slow tests. */
    @Tag("slow")
    @ParameterizedTest
    @MethodSource("originals")
    public final void eachOfManyMutantsIsTakenOrRefused(C original) throws Exception {
        tryMutants(original, manySeeds);
    }

    /**
     * Holds what a refusal says: one line that a person reads.
     *
     * @throws AssertionError if it is blank, of several lines or of 2,000 characters and more
     */
    protected static void isOneLine(String why) {
        if (why.isBlank() || why.contains("\n") || why.length() >= MOST_CHARACTERS) {
            throw new AssertionError("a refusal must be one line of fewer than " + MOST_CHARACTERS
                    + " characters, got: \"" + why + "\"");
        }
    }
}
