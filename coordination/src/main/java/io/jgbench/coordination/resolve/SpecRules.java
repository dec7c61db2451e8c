package io.jgbench.coordination.resolve;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.SpecProblem;
import java.util.List;

/** Rules that a run must keep where it is to run, beside those of its own type. */
@FunctionalInterface
public interface SpecRules {
    /** There are none. */
    SpecRules NONE = (_, _) -> List.of();

    /**
     * What breaks the rules; empty if nothing does.
     *
     * @param declared the run as it was declared
     * @param resolved the same, resolved
     */
    List<SpecProblem> problems(BenchmarkRunSpec declared, RunSpec resolved);
}
