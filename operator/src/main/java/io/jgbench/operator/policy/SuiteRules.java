package io.jgbench.operator.policy;

import io.jgbench.coordination.spec.SpecProblem;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.SuiteSpecBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What of a suite the admin's policy does not allow, beside what the runs of its cells have to keep: one sentence a
 * rule, as {@link PolicyRules} have it.
 */
public final class SuiteRules {
    private final RunPolicy.Suites limits;

    /** The rules of a policy. */
    public SuiteRules(RunPolicy policy) {
        this.limits = policy.limits().suites();
    }

    /** What is not allowed; empty if all is. */
    public List<SpecProblem> problems(SuiteSpec suite) {
        List<SpecProblem> problems = new ArrayList<>();
        if (suite.visits() > limits.visits()) {
            problems.add(PolicyRules.notAllowed(
                    "spec.rounds",
                    "times cells must be at most " + limits.visits(),
                    suite.rounds() + " x " + suite.cells().size(),
                    "limits.suites.visits"));
        }
        if (limits.longestBudget().isPresent()) {
            suite.budget()
                    .ifPresent(
                            budget -> PolicyRules.atMost(problems, "budget", limits.budget(), budget, "suites.budget"));
        }
        return List.copyOf(problems);
    }

    /** The same suite with the longest budget that is allowed where it names none. */
    public SuiteSpec withBudget(SuiteSpec suite) {
        return suite.budget().isPresent()
                ? suite
                : SuiteSpecBuilder.builder(suite).budget(limits.longestBudget()).build();
    }

    /** For how long the visits of a round may come before other runs that wait for their nodes. */
    public Duration longestHold() {
        return limits.longestHold();
    }
}
