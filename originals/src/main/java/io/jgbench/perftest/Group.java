package io.jgbench.perftest;

import io.jgbench.coordination.spec.ReadableDuration;
import io.jgbench.perftest.GroupMessage.Announcement;
import io.jgbench.perftest.GroupMessage.Readiness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What a member knows of the others: who is there, what they have announced, whose report has come. What the member's
 * own thread and its transport's threads have in common; one monitor guards all of it, and nothing that can block is
 * called with its lock held.
 *
 * <p>The control protocol gathers members and starts them, too, but by a controller that asks each of them over a
 * connection of its own. perf-test has none: members tell all others over the transport under test, which may lose it,
 * so each repeats how far it has come until the start.
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
    private final GroupMonitor monitor = new GroupMonitor();

    private final Map<String, Announcement> announced = new HashMap<>();
    private final Set<String> departed = new LinkedHashSet<>();
    private final CollectedReports reports = new CollectedReports();
    private Stage stage = Stage.GATHERING;
    private List<String> view = List.of();
    private List<String> members = List.of();
    private OptionalLong start = OptionalLong.empty();
    private long viewChanges;

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

    /** The lock that guards all of it, to wait at and to fail by. */
    GroupMonitor monitor() {
        return monitor;
    }

    /** A member has come or gone. */
    void viewChanged(List<String> names) {
        monitor.update(() -> {
            List<String> joined = without(names, view);
            List<String> left = without(view, names);
            view = List.copyOf(names);
            console.detail("members are now " + String.join(", ", names));
            switch (stage) {
                case GATHERING -> gather(joined, left);
                case COMPLETE -> disturb(joined, left);
                case LEAVING -> departed.addAll(left);
            }
        });
    }

    private void gather(List<String> joined, List<String> left) {
        announced.keySet().retainAll(Set.copyOf(view));
        joined.forEach(name -> console.line("-- " + name + " joined (" + view.size() + " of " + size + ")"));
        left.forEach(name -> console.line("-- " + name + " left (" + view.size() + " of " + size + ")"));
        if (view.size() > size) {
            console.line("-- there are more members than num_members, " + size + ": " + view);
        }
    }

    private void disturb(List<String> joined, List<String> left) {
        viewChanges++;
        if (!left.isEmpty()) {
            monitor.fail(String.join(", ", left) + " left the group before the end");
        } else if (!joined.isEmpty()) {
            monitor.fail(String.join(", ", joined) + " joined the group, which had its " + size
                    + " members (num_members) already");
        }
    }

    /** A member has announced itself. */
    void announced(Announcement other) {
        monitor.update(() -> {
            ConfigAgreement.conflict(self, other).ifPresent(monitor::fail);
            announced.put(other.from(), other);
        });
    }

    /** The first member has said when to begin. */
    void starts(long atEpochNanos) {
        monitor.update(() -> start = OptionalLong.of(atEpochNanos));
    }

    /** A part of a report has come. */
    void reported(GroupMessage.ReportPart part) {
        monitor.update(() -> reports.add(part));
    }

    /** A member has said whose reports it lacks. */
    void received(GroupMessage.Receipt receipt) {
        monitor.update(() -> reports.add(receipt));
    }

    /** Another member fails. */
    void gaveUp(GroupMessage.GivingUp message) {
        monitor.update(() -> {
            boolean needed = stage != Stage.LEAVING || !reports.has(message.from());
            if (needed) {
                monitor.failKnown(message.from() + " gave up: " + message.reason());
            }
        });
    }

    /** Waits until all members are there and have announced themselves; their names are fixed from then on. */
    void awaitComplete(Duration timeout) throws PerfTestException, InterruptedException {
        monitor.await(
                () -> gathered(),
                timeout,
                () -> "not all members joined within " + ReadableDuration.of(timeout) + ": " + shortfall());
        monitor.update(() ->
                ConfigAgreement.senders(announced.values(), self.settings()).ifPresent(monitor::fail));
        monitor.check();
    }

    private boolean gathered() {
        // by number as well: two members may have the same name
        boolean all = view.size() == size
                && announced.size() == size
                && announced.keySet().equals(Set.copyOf(view));
        if (all && stage == Stage.GATHERING) {
            stage = Stage.COMPLETE;
            members = view.stream()
                    .sorted(Comparator.comparing(
                                    (String name) -> !announced.get(name).sender())
                            .thenComparing(Comparator.naturalOrder()))
                    .toList();
        }
        return all;
    }

    private String shortfall() {
        List<String> silent = without(view, announced.keySet());
        return view.size() + " of " + size + " (num_members) are there, " + String.join(", ", view)
                + (silent.isEmpty() ? "" : "; nothing was heard of " + String.join(", ", silent));
    }

    /**
     * All members, once they are complete: the senders in the order of their names, as those of a run come first, then
     * the others.
     */
    List<String> members() {
        return monitor.get(() -> members);
    }

    /** Waits until the warm-up of all others is over. */
    void awaitWarm(Duration timeout) throws PerfTestException, InterruptedException {
        monitor.await(
                () -> behind(Readiness.WARM).isEmpty(),
                timeout,
                () -> String.join(", ", behind(Readiness.WARM)) + " did not end the warm-up within "
                        + ReadableDuration.of(timeout));
    }

    /** Waits until all others are ready for the start. */
    void awaitReady(Duration timeout) throws PerfTestException, InterruptedException {
        monitor.await(
                () -> behind(Readiness.READY).isEmpty(),
                timeout,
                () -> String.join(", ", behind(Readiness.READY)) + " did not get ready within "
                        + ReadableDuration.of(timeout));
    }

    /** The others that have not come so far. */
    private List<String> behind(Readiness readiness) {
        return members.stream()
                .filter(name -> !name.equals(self.from())
                        && announced.get(name).readiness().compareTo(readiness) < 0)
                .toList();
    }

    /** Waits for the instant that the first member names, which is of its clock. */
    long awaitStart(Duration timeout) throws PerfTestException, InterruptedException {
        monitor.await(
                () -> start.isPresent(),
                timeout,
                () -> members.getFirst() + " did not say when to start within " + ReadableDuration.of(timeout)
                        + (behind(Readiness.READY).isEmpty()
                                ? ""
                                : ", as " + String.join(", ", behind(Readiness.READY)) + " is not ready"));
        return monitor.get(() -> start.orElseThrow());
    }

    /** From here on members may leave. */
    void mayLeave() {
        monitor.update(() -> stage = Stage.LEAVING);
    }

    /** Changes of the view while it had to stand. */
    long viewChanges() {
        return monitor.get(() -> viewChanges);
    }

    /** Members whose report has not come as a whole. */
    List<String> withoutReport() {
        return monitor.get(
                () -> members.stream().filter(name -> !reports.has(name)).toList());
    }

    /** A report as it was sent. */
    byte[] report(String name) {
        return monitor.get(() -> reports.bytes(name));
    }

    /** Members that are still there and have not said that they have all reports. */
    List<String> withoutReceipt() {
        return monitor.get(() -> members.stream()
                .filter(name -> !name.equals(self.from()) && !reports.hasAll(name) && !departed.contains(name))
                .toList());
    }

    /** Whether a member that is still there may lack this member's report. */
    boolean isLacked() {
        return monitor.get(() -> members.stream()
                .filter(name -> !name.equals(self.from()) && !departed.contains(name))
                .anyMatch(name -> reports.mayLack(name, self.from())));
    }

    /** Members that have left without a report. */
    List<String> lost() {
        return monitor.get(
                () -> departed.stream().filter(name -> !reports.has(name)).toList());
    }

    private static List<String> without(List<String> names, Collection<String> others) {
        var rest = new LinkedHashSet<>(names);
        others.forEach(rest::remove);
        return new ArrayList<>(rest);
    }
}
