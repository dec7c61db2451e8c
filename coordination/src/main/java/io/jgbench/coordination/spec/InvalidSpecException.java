package io.jgbench.coordination.spec;

import java.util.List;
import java.util.stream.Collectors;

/** A spec cannot be run as it stands. */
public final class InvalidSpecException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<SpecProblem> problems;

    /** With everything that is wrong; at least one problem. */
    public InvalidSpecException(List<SpecProblem> problems) {
        super(problems.stream().map(SpecProblem::sentence).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** What is wrong, in the order of the fields. */
    public List<SpecProblem> problems() {
        return problems;
    }
}
