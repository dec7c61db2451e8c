package io.jgbench.operator.result;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.operator.result.ResultStore.ResultTooLargeException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The full results that are being stored. A result counts in its namespace's budget by the run's status, which the
 * operator reads some time after it was stored: until then it counts by what is booked here. So runs that end at the
 * same time do not take what is left each for itself. Any thread may use it.
 */
public final class BookedResults {
    private final ResultBudget budget;

    @GuardedBy("this")
    private final Map<String, Booking> bookings = new HashMap<>();

    private record Booking(String namespace, long bytes) {}

    /** With nothing booked yet. */
    public BookedResults(ResultBudget budget) {
        this.budget = budget;
    }

    /**
     * Books what a run's result takes, instead of what was booked for it before.
     *
     * @param all the runs that are there, as they were read last
     * @param bytes how much, compressed
     * @throws ResultTooLargeException if there is not so much left for it; nothing is booked then
     */
    public synchronized void book(BenchmarkRun run, List<BenchmarkRun> all, long bytes) throws ResultTooLargeException {
        String uid = run.getMetadata().getUid();
        String namespace = run.getMetadata().getNamespace();
        bookings.remove(uid);
        for (BenchmarkRun there : all) {
            if (ResultBudget.taken(there) > 0) {
                bookings.remove(there.getMetadata().getUid());
            }
        }
        bookings.keySet()
                .removeIf(booked -> all.stream()
                        .noneMatch(there -> there.getMetadata().getUid().equals(booked)));
        long booked = bookings.values().stream()
                .filter(booking -> booking.namespace().equals(namespace))
                .mapToLong(Booking::bytes)
                .sum();
        long left = budget.left(run, all, booked);
        if (bytes > left) {
            throw new ResultTooLargeException(bytes, left);
        }
        bookings.put(uid, new Booking(namespace, bytes));
    }

    /** The run's result is not stored after all. */
    public synchronized void cancel(BenchmarkRun run) {
        bookings.remove(run.getMetadata().getUid());
    }
}
