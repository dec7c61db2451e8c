package io.jgbench.selftest;

import io.jgbench.coordination.result.RunResult;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A fault that can be planted.
 *
 * @param name the word for it on the command line and in tables
 * @param what what it does, in one sentence
 * @param when when it is there
 * @param planting how it is planted
 * @param right the answers that are right, any of them
 * @param notOver the stacks over which, and the workloads with which, it has no meaning, with the reason
 * @param course how the run that it is planted into goes
 */
public record Fault(
        String name,
        String what,
        When when,
        Planting planting,
        List<Answer> right,
        Map<String, String> notOver,
        Course course) {

    /** When a fault is there. */
    public sealed interface When {
        /** From before the members are started until they have ended. */
        record WholeRun() implements When {}

        /** From shortly after the measured part began until it is over. */
        record Measured() implements When {}

        /**
         * For some time in the middle of the measured part.
         *
         * @param least the shortest such time
         * @param most the longest one
         */
        record Middle(Duration least, Duration most) implements When {}
    }

    /**
     * How a run goes.
     *
     * @param leastMeasured how long it measures at least
     * @param stallTimeout after which time without progress it fails
     * @param warm whether it warms up until its members are steady, so that each warning counts; else as shortly as
     *     faults can be told, and what that brings about by itself does not count
     */
    public record Course(Duration leastMeasured, Duration stallTimeout, boolean warm) {
        private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(30);

        /** As long as is asked for, after a short warm-up. */
        static final Course SHORT = new Course(Duration.ZERO, USUAL_TIMEOUT, false);

        /** The same when members are steady. */
        static final Course WARM = new Course(Duration.ZERO, USUAL_TIMEOUT, true);
    }

    /** Refuses nulls and copies the collections. */
    public Fault {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(what, "what");
        Objects.requireNonNull(when, "when");
        Objects.requireNonNull(planting, "planting");
        Objects.requireNonNull(course, "course");
        right = List.copyOf(right);
        notOver = Map.copyOf(notOver);
    }

    /** One that has a meaning over each stack and with each workload, in a run that goes as shortly as can be told. */
    static Fault of(String name, String what, When when, Planting planting, Answer... right) {
        return new Fault(name, what, when, planting, List.of(right), Map.of(), Course.SHORT);
    }

    /** The same, without a meaning over TCP. */
    Fault notOverTcp(String why) {
        return notWith("tcp", why).notWith("tcp-nio", why);
    }

    /** The same, without a meaning over a stack or with a workload. */
    Fault notWith(String stackOrWorkload, String why) {
        Map<String, String> reasons = new HashMap<>(notOver);
        reasons.put(stackOrWorkload, why);
        return new Fault(name, what, when, planting, right, reasons, course);
    }

    /** The same in another run. */
    Fault going(Course other) {
        return new Fault(name, what, when, planting, right, notOver, other);
    }

    /** Why it has no meaning over a stack or with a workload; empty where it has one. */
    Optional<String> hasNoMeaningOver(String stackOrWorkload) {
        return Optional.ofNullable(notOver.get(stackOrWorkload));
    }

    /** What a result tells first of it. */
    FirstCause firstCause(RunResult result) {
        return course.warm() ? FirstCause.withAllWarnings(result) : FirstCause.of(result);
    }

    /** Whether a result that tells this first names the fault rightly. */
    public boolean isNamedBy(FirstCause cause, FaultTargets at) {
        return right.stream().anyMatch(answer -> answer.is(cause, at));
    }
}
