package io.jgbench.perftest;

import io.jgbench.coordination.control.ReadableDuration;
import io.jgbench.perftest.GroupMessage.Announcement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What a member knows of the others: who is there, what they have announced, whether anything has gone wrong. What the
 * member's own thread and its transport's threads have in common; one lock guards all of it, and nothing that can block
 * is called with the lock held.
 */
final class Group {
    private enum Stage {
        /** Members come and go until all are there. */
        GATHERING,
        /** Who goes now, or comes, fails the test. */
        COMPLETE,
        /** All is measured; who has all reports may go. */
        LEAVING
    }

    private final int size;
    private final Announcement self;
    private final Console console;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    private final Map<String, Announcement> announced = new HashMap<>();
    private final Set<String> departed = new LinkedHashSet<>();
    private final Set<String> receipts = new TreeSet<>();
    private final Map<String, Set<String>> lacking = new HashMap<>();
    private final Map<String, ReportParts> reports = new HashMap<>();
    private Stage stage = Stage.GATHERING;
    private List<String> view = List.of();
    private List<String> members = List.of();
    private OptionalLong start = OptionalLong.empty();
    private Optional<String> failure = Optional.empty();
    private boolean othersKnow;
    private long viewChanges;
    private long changes;

    /**
     * A group of one so far.
     *
     * @param size how many members it has when it is complete
     * @param self what this member announces
     */
    Group(int size, Announcement self, Console console) {
        this.size = size;
        this.self = self;
        this.console = console;
    }

    /** A member has come or gone. */
    void viewChanged(List<String> names) {
        lock.lock();
        try {
            List<String> joined = without(names, view);
            List<String> left = without(view, names);
            view = List.copyOf(names);
            console.detail("members are now " + String.join(", ", names));
            switch (stage) {
                case GATHERING -> {
                    announced.keySet().retainAll(Set.copyOf(view));
                    joined.forEach(
                            name -> console.line("-- " + name + " joined (" + view.size() + " of " + size + ")"));
                    left.forEach(name -> console.line("-- " + name + " left (" + view.size() + " of " + size + ")"));
                    if (view.size() > size) {
                        console.line("-- there are more members than num_members, " + size + ": " + view);
                    }
                }
                case COMPLETE -> {
                    viewChanges++;
                    if (!left.isEmpty()) {
                        failLocked(String.join(", ", left) + " left the group before the end", false);
                    } else if (!joined.isEmpty()) {
                        failLocked(
                                String.join(", ", joined) + " joined the group, which had its " + size
                                        + " members (num_members) already",
                                false);
                    }
                }
                case LEAVING -> departed.addAll(left);
            }
            tellChange();
        } finally {
            lock.unlock();
        }
    }

    /** A member has announced itself. */
    void announced(Announcement other) {
        lock.lock();
        try {
            Optional<String> trouble = Agreement.conflict(self, other);
            trouble.ifPresent(why -> failLocked(why, false));
            announced.put(other.from(), other);
            tellChange();
        } finally {
            lock.unlock();
        }
    }

    /** The first member has said when to begin. */
    void starts(long atEpochNanos) {
        update(() -> start = OptionalLong.of(atEpochNanos));
    }

    /** A part of a report has come. */
    void reported(GroupMessage.ReportPart part) {
        update(() -> reports.computeIfAbsent(part.from(), _ -> new ReportParts(part.parts()))
                .add(part));
    }

    /** A member has said whose reports it lacks. */
    void received(GroupMessage.Receipt receipt) {
        update(() -> {
            lacking.put(receipt.from(), Set.copyOf(receipt.missing()));
            if (receipt.missing().isEmpty()) {
                receipts.add(receipt.from());
            }
        });
    }

    /** Another member fails. */
    void gaveUp(GroupMessage.GivingUp message) {
        lock.lock();
        try {
            boolean needed = stage != Stage.LEAVING || !hasReport(message.from());
            if (needed) {
                failLocked(message.from() + " gave up: " + message.reason(), true);
            }
        } finally {
            lock.unlock();
        }
    }

    /** This member fails. */
    void fail(String why) {
        lock.lock();
        try {
            failLocked(why, false);
        } finally {
            lock.unlock();
        }
    }

    private void failLocked(String why, boolean known) {
        if (failure.isEmpty()) {
            failure = Optional.of(why);
            othersKnow = known;
            tellChange();
        }
    }

    private void tellChange() {
        changes++;
        changed.signalAll();
    }

    private void update(Runnable change) {
        lock.lock();
        try {
            change.run();
            tellChange();
        } finally {
            lock.unlock();
        }
    }

    /** Whether another member has told the failure, and so told it to all. */
    boolean othersKnow() {
        return get(() -> othersKnow);
    }

    /** Waits until all members are there and have announced themselves; their names are fixed from then on. */
    void awaitComplete(Duration timeout) throws PerfTestException, InterruptedException {
        await(
                () -> gathered(),
                timeout,
                () -> "not all members joined within " + seconds(timeout) + ": " + shortfall());
        lock.lock();
        try {
            Agreement.senders(announced.values(), self.settings()).ifPresent(why -> failLocked(why, false));
            throwFailure();
        } finally {
            lock.unlock();
        }
    }

    private boolean gathered() {
        // by number as well: two members may have the same name
        boolean all = view.size() == size
                && announced.size() == size
                && announced.keySet().equals(Set.copyOf(view));
        if (all && stage == Stage.GATHERING) {
            stage = Stage.COMPLETE;
            members = view.stream().sorted().toList();
        }
        return all;
    }

    private String shortfall() {
        List<String> silent = without(view, announced.keySet());
        return view.size() + " of " + size + " (num_members) are there, " + String.join(", ", view)
                + (silent.isEmpty() ? "" : "; nothing was heard of " + String.join(", ", silent));
    }

    /** All members in the order of their names, once they are complete. */
    List<String> members() {
        return get(() -> members);
    }

    /** Waits until all others are ready for the start. */
    void awaitReady(Duration timeout) throws PerfTestException, InterruptedException {
        await(
                () -> notReady().isEmpty(),
                timeout,
                () -> String.join(", ", notReady()) + " did not get ready within " + seconds(timeout));
    }

    private List<String> notReady() {
        return members.stream()
                .filter(name ->
                        !name.equals(self.from()) && !announced.get(name).ready())
                .toList();
    }

    /** Waits for the instant that the first member names, which is of its clock. */
    long awaitStart(Duration timeout) throws PerfTestException, InterruptedException {
        await(
                () -> start.isPresent(),
                timeout,
                () -> members.getFirst() + " did not say when to start within " + seconds(timeout)
                        + (notReady().isEmpty() ? "" : ", as " + String.join(", ", notReady()) + " is not ready"));
        return get(() -> start.orElseThrow());
    }

    /** From here on members may leave. */
    void mayLeave() {
        update(() -> stage = Stage.LEAVING);
    }

    /** Changes of the view while it had to stand. */
    long viewChanges() {
        return get(() -> viewChanges);
    }

    /** Members whose report has not come as a whole. */
    List<String> withoutReport() {
        return get(() -> members.stream().filter(name -> !hasReport(name)).toList());
    }

    private boolean hasReport(String name) {
        return reports.containsKey(name) && reports.get(name).complete();
    }

    /** A report as it was sent. */
    byte[] report(String name) {
        return get(() -> reports.get(name).bytes());
    }

    /** Members that are still there and have not said that they have all reports. */
    List<String> withoutReceipt() {
        return get(() -> members.stream()
                .filter(name -> !name.equals(self.from()) && !receipts.contains(name) && !departed.contains(name))
                .toList());
    }

    /** Whether a member that is still there may lack this member's report. */
    boolean isLacked() {
        return get(() -> members.stream()
                .filter(name -> !name.equals(self.from()) && !departed.contains(name))
                .anyMatch(
                        name -> !lacking.containsKey(name) || lacking.get(name).contains(self.from())));
    }

    /** Members that have left without a report. */
    List<String> lost() {
        return get(() -> departed.stream().filter(name -> !hasReport(name)).toList());
    }

    /** Something that {@link #await} may wait for has changed outside the group. */
    void tellOutsideChange() {
        update(() -> {});
    }

    /** Throws the failure if there is one. */
    void check() throws PerfTestException {
        lock.lock();
        try {
            throwFailure();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until something has changed or the time is over. */
    void awaitChange(Duration timeout) throws PerfTestException, InterruptedException {
        lock.lock();
        try {
            throwFailure();
            long before = changes;
            for (long left = timeout.toNanos(); changes == before && left > 0; ) {
                left = changed.awaitNanos(left);
            }
            throwFailure();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until it is done; the test fails with the sentence if that takes longer than the timeout.
     *
     * @param done asked with the lock held whenever something has changed
     */
    void await(BooleanSupplier done, Duration timeout, Supplier<String> sentence)
            throws PerfTestException, InterruptedException {
        lock.lock();
        try {
            long left = timeout.toNanos();
            throwFailure();
            while (!done.getAsBoolean()) {
                if (left <= 0) {
                    failLocked(sentence.get(), false);
                } else {
                    left = changed.awaitNanos(left);
                }
                throwFailure();
            }
        } finally {
            lock.unlock();
        }
    }

    private void throwFailure() throws PerfTestException {
        if (failure.isPresent()) {
            throw new PerfTestException(failure.get());
        }
    }

    private <T> T get(Supplier<T> value) {
        lock.lock();
        try {
            return value.get();
        } finally {
            lock.unlock();
        }
    }

    private static List<String> without(List<String> names, Collection<String> others) {
        var rest = new LinkedHashSet<>(names);
        others.forEach(rest::remove);
        return new ArrayList<>(rest);
    }

    private static String seconds(Duration duration) {
        return ReadableDuration.of(duration);
    }
}
