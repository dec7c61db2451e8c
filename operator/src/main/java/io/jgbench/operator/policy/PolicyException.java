package io.jgbench.operator.policy;

import io.jgbench.coordination.spec.SpecProblem;
import java.util.List;
import java.util.stream.Collectors;

/** A pod is not made, as its run asks for what the admin's policy does not allow. */
public final class PolicyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With what is not allowed; at least one problem. */
    public PolicyException(List<SpecProblem> problems) {
        super(problems.stream().map(SpecProblem::sentence).collect(Collectors.joining(" ")));
    }
}
