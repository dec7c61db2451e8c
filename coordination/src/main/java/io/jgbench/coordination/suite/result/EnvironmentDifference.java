package io.jgbench.coordination.suite.result;

import io.jgbench.coordination.environment.EnvironmentFacts;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Why nothing is said of two cells whose environments have different hashes. */
final class EnvironmentDifference {
    private static final int MOST_NAMED = 8;
    private static final String ADVICE = "; ./jgbench diff of two of their runs says in what";

    private EnvironmentDifference() {}

    /**
     * The sentence; empty if the environments differ only in facts that were meant to differ.
     *
     * @param what what differs, as the beginning of a sentence
     * @param varied the fields of a run's spec in which the cells are meant to differ
     * @param one the facts of the one; empty in what an earlier version stored
     * @param other those of the other
     * @param hashes both environments
     */
    static Optional<String> refusal(
            String what,
            Collection<String> varied,
            Optional<EnvironmentFacts> one,
            Optional<EnvironmentFacts> other,
            String hashes) {
        if (one.isEmpty() || other.isEmpty()) {
            return Optional.of(what + " in facts that are not stored (environments " + hashes + ")" + ADVICE);
        }
        List<String> facts = EnvironmentPaths.notMeant(varied, one.get(), other.get());
        return facts.isEmpty()
                ? Optional.empty()
                : Optional.of(what + " in " + named(facts) + ", which the varied fields do not change (environments "
                        + hashes + ")" + ADVICE);
    }

    private static String named(List<String> facts) {
        return String.join(", ", facts.subList(0, Math.min(MOST_NAMED, facts.size())))
                + (facts.size() > MOST_NAMED ? " and " + (facts.size() - MOST_NAMED) + " more" : "");
    }
}
