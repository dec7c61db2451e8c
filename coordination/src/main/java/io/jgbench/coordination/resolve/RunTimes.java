package io.jgbench.coordination.resolve;

import io.jgbench.coordination.spec.InvalidSpecException;
import io.jgbench.coordination.spec.ReadableDuration;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.SpecProblem;
import io.jgbench.coordination.spec.Warmup;
import java.time.Duration;
import java.util.List;

/**
 * Whether a run can be over in the time that it has. To be asked before it begins: what was begun by a version that did
 * not ask is still read and shown.
 */
public final class RunTimes {
    private RunTimes() {}

    /**
     * Refuses a run that its own deadlines end, however fast its members are. It would hold its nodes until then.
     *
     * @throws InvalidSpecException with what takes how long
     */
    public static void check(RunSpec run) throws InvalidSpecException {
        List<SpecProblem> problems = problems(run);
        if (!problems.isEmpty()) {
            throw new InvalidSpecException(problems);
        }
    }

    /** What takes how long in such a run; empty where its deadlines give it the time. */
    public static List<SpecProblem> problems(RunSpec run) {
        Duration warmup = run.workload().leastWarmup();
        Duration needed = warmup.plus(run.workload().leastMeasured());
        if (needed.compareTo(run.activeDeadline()) >= 0) {
            return List.of(new SpecProblem(
                    "spec.activeDeadline",
                    "activeDeadline must be longer than warm-up and measured part together, which take "
                            + ReadableDuration.of(needed) + " or more",
                    ReadableDuration.of(run.activeDeadline()),
                    "give a longer one, or measure less"));
        }
        if (run.workload().warmup() instanceof Warmup.Fixed && warmup.compareTo(run.startTimeout()) >= 0) {
            return List.of(new SpecProblem(
                    "spec.start.timeout",
                    "start.timeout must be longer than the warm-up, whose messages take " + ReadableDuration.of(warmup)
                            + " at the rate that is asked for",
                    ReadableDuration.of(run.startTimeout()),
                    "give a longer one, or fewer messages in warmup"));
        }
        return List.of();
    }
}
