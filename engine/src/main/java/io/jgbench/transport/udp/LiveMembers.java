package io.jgbench.transport.udp;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.transport.TransportListener;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The members whose heartbeats arrive. A member is added by its first hello and removed by its bye, or when nothing of
 * it has arrived for {@value #SILENT_TICKS} ticks of the clock that also sends the hellos. Ticks instead of times, as a
 * member whose process stood still must not take the others for lost when it wakes.
 */
final class LiveMembers {
    /** Ticks after which a silent member is lost: 10 s at {@link Heartbeat#PERIOD}, as starved processes stutter. */
    static final int SILENT_TICKS = 50;

    private final TransportListener listener;
    private final Comparator<Entry> order;

    /** Live members in the order in which the listener gets them; replaced, never changed. */
    private volatile Entry[] entries = {};

    /** Numbers of members that have left; their late hellos are ignored. */
    @GuardedBy("this")
    private final Set<Integer> left = new HashSet<>();

    private volatile int tick;

    /** Whether the listener gets no more changes. */
    @GuardedBy("this")
    private boolean closed;

    /**
     * No member yet.
     *
     * @param byNumber whether members are told in the order of their numbers, else by their names
     */
    LiveMembers(TransportListener listener, boolean byNumber) {
        this.listener = listener;
        this.order = byNumber ? Comparator.comparingInt(Entry::number) : Comparator.comparing(Entry::name);
    }

    /** A message of a member has arrived, so it is alive. Called for each message, so it only writes a number. */
    void alive(int number) {
        Entry[] current = entries;
        // Planned members stand at their own number once all are there.
        if (number < current.length && current[number].number == number) {
            current[number].heard = tick;
            return;
        }
        for (Entry entry : current) {
            if (entry.number == number) {
                entry.heard = tick;
                return;
            }
        }
    }

    /** A hello has arrived. */
    synchronized void hello(int number, String name) {
        if (left.contains(number)) {
            return;
        }
        for (Entry entry : entries) {
            if (entry.number == number) {
                entry.heard = tick;
                return;
            }
        }
        List<Entry> more = new ArrayList<>(Arrays.asList(entries));
        Entry entry = new Entry(number, name);
        entry.heard = tick;
        more.add(entry);
        more.sort(order);
        change(more);
    }

    /** A bye has arrived. */
    synchronized void bye(int number) {
        left.add(number);
        retain(entry -> entry.number != number);
    }

    /** One period has passed; the member itself is never lost. */
    synchronized void tick(int self) {
        tick = tick + 1;
        retain(entry -> entry.number == self || tick - entry.heard <= SILENT_TICKS);
    }

    /** Ends all notifications. */
    synchronized void close() {
        closed = true;
    }

    @GuardedBy("this")
    private void retain(Predicate<Entry> stays) {
        List<Entry> rest = Arrays.stream(entries).filter(stays).toList();
        if (rest.size() < entries.length) {
            change(rest);
        }
    }

    @GuardedBy("this")
    private void change(List<Entry> members) {
        entries = members.toArray(Entry[]::new);
        if (!closed) {
            listener.membersChanged(members.stream().map(Entry::name).toList());
        }
    }

    /** A member; {@code heard} is written by the receiving thread and read by the clock, late by a moment at worst. */
    private static final class Entry {
        private final int number;
        private final String name;
        private volatile int heard;

        Entry(int number, String name) {
            this.number = number;
            this.name = name;
        }

        int number() {
            return number;
        }

        String name() {
            return name;
        }
    }
}
