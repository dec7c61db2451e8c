package io.jgbench.operator.reconcile.begin;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.ConfigMapKeyRef;
import io.jgbench.api.v1alpha1.StartSettings;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.resolve.RunTimes;
import io.jgbench.coordination.resolve.SpecRules;
import io.jgbench.coordination.spec.DurationText;
import io.jgbench.coordination.spec.InvalidSpecException;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.SpecProblem;
import io.jgbench.operator.kubernetes.ConfigMapEntry;
import io.jgbench.operator.plan.StackTexts;
import io.jgbench.operator.reconcile.state.RunState.Awaited;
import io.jgbench.operator.reconcile.state.RunState.Waiting;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.status.Abort;
import io.jgbench.operator.reconcile.status.PendingConditions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * Resolves the spec: fills in what is not declared, and finds the stack. A ConfigMap is read anew until the run begins,
 * so that what is measured does not depend on when an operator first saw the run. What is resolved is kept without the
 * text of its stack, see {@link RunStacks}.
 */
public final class ResolveStep implements RunStep<Waiting> {
    private static final Duration AGAIN = Duration.ofSeconds(2);
    private static final Duration AGAIN_IF_OTHERS_ARE_RESOLVED = Duration.ofMillis(200);

    /** How long a ConfigMap that was applied after the run may take to come, where the start may not take less. */
    private static final Duration LONGEST_PATIENCE = Duration.ofMinutes(1);

    /** A stack may have a megabyte as it is read, and there may be thousands. */
    private static final int AT_A_TIME = 2;

    private final RunStacks stacks;
    private final Clock clock;
    private final SpecRules rules;
    private final Semaphore turns = new Semaphore(AT_A_TIME);

    /** With the rules of the cluster beside those of the type. */
    public ResolveStep(RunStacks stacks, Clock clock, SpecRules rules) {
        this.stacks = stacks;
        this.clock = clock;
        this.rules = rules;
    }

    @Override
    public StepOutcome take(RunView view, Waiting state) {
        Optional<ConfigMapKeyRef> ref = RunStacks.configMap(view.run());
        if (state.spec().isPresent() && ref.isEmpty()) {
            note(view, state.spec().get());
            return StepOutcome.proceed();
        }
        if (!turns.tryAcquire()) {
            return StepOutcome.lookAgainAfter(AGAIN_IF_OTHERS_ARE_RESOLVED);
        }
        try {
            return resolve(view, state, ref);
        } finally {
            turns.release();
        }
    }

    private StepOutcome resolve(RunView view, Waiting state, Optional<ConfigMapKeyRef> ref) {
        Optional<ConfigMapEntry> entry = ref.map(key -> stacks.entry(view.ref(), key));
        Optional<String> text = entry.flatMap(ConfigMapEntry::text);
        if (entry.isPresent() && text.isEmpty()) {
            return missing(view, state, ref.get(), entry.get());
        }
        BenchmarkRunSpec declared = stacks.declared(view.run());
        try {
            RunSpec spec = new RunSpecResolver(source -> StackTexts.find(source, text))
                    .resolve(view.ref().name(), declared);
            RunTimes.check(spec);
            List<SpecProblem> notAllowed = rules.problems(declared, spec);
            if (!notAllowed.isEmpty()) {
                return Abort.run(
                        view,
                        ConditionType.MEMBERS_READY,
                        ConditionReason.POLICY_VIOLATED,
                        new InvalidSpecException(notAllowed).getMessage());
            }
            isThere(view, state);
            view.session().become(state, state.resolved(RunStacks.withoutText(spec)));
            note(view, spec);
            return StepOutcome.proceed();
        } catch (InvalidSpecException e) {
            boolean isStack =
                    e.problems().stream().map(SpecProblem::path).anyMatch(path -> path.startsWith("spec.stack"));
            return Abort.run(
                    view,
                    ConditionType.MEMBERS_READY,
                    isStack ? ConditionReason.STACK_INVALID : ConditionReason.SPEC_INVALID,
                    e.getMessage());
        }
    }

    private StepOutcome missing(RunView view, Waiting state, ConfigMapKeyRef ref, ConfigMapEntry found) {
        boolean isBinary = found instanceof ConfigMapEntry.Binary;
        String expected = "The stack is expected under key " + ref.key() + " of ConfigMap " + ref.name()
                + " in namespace " + view.ref().namespace() + ", and ";
        var patience = patience(view.run().getSpec().start());
        var now = clock.instant();
        Waiting waiting = view.session().become(state, state.awaits(Awaited.What.STACK, now));
        if (waiting.hasAwaited(patience, now)) {
            return Abort.run(
                    view,
                    ConditionType.MEMBERS_READY,
                    ConditionReason.STACK_INVALID,
                    expected
                            + (isBinary ? ConfigMapEntry.BINARY : "is not there after " + patience.toSeconds() + " s")
                            + ". Create it and apply the run again.");
        }
        String message = expected + (isBinary ? ConfigMapEntry.BINARY : "is not there yet") + ".";
        PendingConditions.note(view, ConditionReason.PENDING, message);
        view.draft().condition(ConditionType.MEMBERS_READY, Status.FALSE, ConditionReason.STACK_INVALID, message);
        return StepOutcome.lookAgainAfter(AGAIN);
    }

    /** What was said of the stack while it was missing must not stay while the run is queued. */
    private static void isThere(RunView view, Waiting state) {
        if (state.saidStackIsMissing()) {
            view.draft()
                    .condition(
                            ConditionType.MEMBERS_READY,
                            Status.UNKNOWN,
                            ConditionReason.NOT_BEGUN,
                            "The stack is there now; the members are not started yet.");
        }
    }

    private static Duration patience(StartSettings start) {
        return Optional.ofNullable(start)
                .map(StartSettings::timeout)
                .map(DurationText::parse)
                .filter(timeout -> timeout.compareTo(LONGEST_PATIENCE) < 0)
                .orElse(LONGEST_PATIENCE);
    }

    /** Notes what carries the messages of a run, and how many send. */
    public static void note(RunView view, RunSpec spec) {
        String carrier = spec.transport()
                .stack()
                .map(stack -> stack.name())
                .orElseGet(() -> "raw " + spec.transport().name());
        view.draft().carrier(carrier, spec.workload().senders(spec.members()));
    }
}
