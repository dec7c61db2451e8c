package io.jgbench.operator.cluster;

import java.util.concurrent.CountDownLatch;

/** Keeps simulated members and their pods from a step until it is opened, so that a run stays in the stage before. */
public final class MemberGate implements AutoCloseable {
    /** Keeps nobody. */
    static final MemberGate OPEN = opened();

    private final Step step;
    private final String repetition;
    private final CountDownLatch opening = new CountDownLatch(1);

    /** What a member or its pod does. */
    public enum Step {
        /** The pod starts. */
        START,
        /** The member joins. */
        JOIN,
        /** Its warm-up ends. */
        ARM,
        /** Its workload ends. */
        WORKLOAD,
        /** It gives its report. */
        REPORT,
        /** Its pod ends. */
        END
    }

    private MemberGate(Step step, String repetition) {
        this.step = step;
        this.repetition = repetition;
    }

    /**
     * Keeps them from a step.
     *
     * @param repetition the only one in which it does so, from 1
     */
    public static MemberGate before(Step step, int repetition) {
        return new MemberGate(step, "-" + repetition);
    }

    private static MemberGate opened() {
        var gate = new MemberGate(Step.START, "");
        gate.open();
        return gate;
    }

    boolean holds(Step wanted, String repetitionId) {
        return opening.getCount() > 0 && wanted == step && repetitionId.endsWith(repetition);
    }

    /** Returns when the step may be taken. */
    void pass(Step wanted, String repetitionId) throws InterruptedException {
        if (holds(wanted, repetitionId)) {
            opening.await();
        }
    }

    /** Lets all pass from now on. */
    public void open() {
        opening.countDown();
    }

    @Override
    public void close() {
        open();
    }
}
