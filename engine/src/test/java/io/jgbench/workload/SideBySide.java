package io.jgbench.workload;

import io.jgbench.coordination.EpochClock;
import io.jgbench.workload.Workload.Role;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntPredicate;

/** Lets the members of a workload do the same at the same time, each in a thread of its own. */
public final class SideBySide {
    private SideBySide() {}

    /** What a member does. */
    @FunctionalInterface
    public interface Step {
        /** Does it for the member with this place. */
        void of(int member) throws Exception;
    }

    /** Returns when all have done it; the first one that fails ends the others. */
    public static void each(int members, Step step) throws Exception {
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            CompletionService<Void> done = new ExecutorCompletionService<>(threads);
            for (int i = 0; i < members; i++) {
                int member = i;
                done.submit(() -> {
                    step.of(member);
                    return null;
                });
            }
            try {
                for (int i = 0; i < members; i++) {
                    done.take().get();
                }
            } finally {
                threads.shutdownNow();
            }
        }
    }

    /**
     * Warms all up, then runs the measured part of all, and closes them.
     *
     * @param sends which of them send
     * @return their reports, in their order
     */
    public static <R> List<R> run(
            List<? extends Workload> members, IntPredicate sends, Duration patience, Class<R> report) throws Exception {
        try {
            each(members.size(), i -> {
                var role = new Role(i, sends.test(i));
                members.get(i).warmUp(role, new EndSignal(), patience);
                members.get(i).prepare(role);
            });
            each(
                    members.size(),
                    i -> members.get(i)
                            .run(new Role(i, sends.test(i)), EpochClock.system().epochNanos(), patience));
            return reports(members, report);
        } finally {
            members.forEach(Workload::close);
        }
    }

    /** What the members report, in their order. */
    public static <R> List<R> reports(List<? extends Workload> members, Class<R> report) {
        return members.stream()
                .map(member -> report.cast(member.result().report()))
                .toList();
    }
}
