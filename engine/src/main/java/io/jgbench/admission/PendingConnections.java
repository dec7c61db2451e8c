package io.jgbench.admission;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Accepted connections whose peers have not proved yet that they may be there. Their number is bounded, and so is the
 * time that each has for its proof: strangers who connect to a port cost a bounded number of sockets and threads.
 *
 * <p>Where one too many comes, the address with the most pending connections loses its oldest one. So a peer at an
 * address of its own is not put out by a flood from another one, and a peer at the address of a flood has as long as
 * the flood needs to connect as often as the bound says.
 *
 * @param <C> a connection; told apart by {@code equals}
 */
public final class PendingConnections<C> {
    private final int most;
    private final long limitNanos;

    /** In the order in which they came, and thus of their deadlines. */
    @GuardedBy("this")
    private final Map<C, Entry> entries = new LinkedHashMap<>();

    /**
     * None yet.
     *
     * @param most how many may be pending, 1 or more
     * @param limit how long each may be
     */
    public PendingConnections(int most, Duration limit) {
        if (most < 1) {
            throw new IllegalArgumentException("at least 1 connection must be allowed to be pending, got: " + most);
        }
        this.most = most;
        this.limitNanos = limit.toNanos();
    }

    /**
     * Adds a connection.
     *
     * @param from the peer's address
     * @param nowNanos the present of {@link System#nanoTime}
     * @return the connection that is put out for it, which the caller closes; never the one that is added
     */
    public synchronized Optional<C> add(C connection, InetAddress from, long nowNanos) {
        Optional<C> out = entries.size() < most ? Optional.empty() : Optional.of(oldestOfTheBusiestAddress());
        out.ifPresent(entries::remove);
        entries.put(connection, new Entry(from, nowNanos + limitNanos));
        return out;
    }

    /** Removes a connection whose peer has proved itself or is gone; false if it was put out or overdue before. */
    public synchronized boolean remove(C connection) {
        return entries.remove(connection) != null;
    }

    /** Removes the connections whose time is over; the caller closes them. */
    public synchronized List<C> removeOverdue(long nowNanos) {
        List<C> overdue = new ArrayList<>();
        for (Map.Entry<C, Entry> entry : entries.entrySet()) {
            if (entry.getValue().deadlineNanos() - nowNanos > 0) {
                break;
            }
            overdue.add(entry.getKey());
        }
        overdue.forEach(entries::remove);
        return overdue;
    }

    /** Removes all; the caller closes them. */
    public synchronized List<C> removeAll() {
        List<C> all = List.copyOf(entries.keySet());
        entries.clear();
        return all;
    }

    /** Nanoseconds until the next one is overdue, 0 if one is; empty if none is pending. */
    public synchronized OptionalLong nanosUntilOverdue(long nowNanos) {
        return entries.values().stream()
                .mapToLong(entry -> Math.max(0, entry.deadlineNanos() - nowNanos))
                .findFirst();
    }

    /** How many there are. */
    public synchronized int size() {
        return entries.size();
    }

    @GuardedBy("this")
    private C oldestOfTheBusiestAddress() {
        Map<InetAddress, Integer> counts = new HashMap<>();
        entries.values().forEach(entry -> counts.merge(entry.from(), 1, Integer::sum));
        int busiest = counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        return entries.entrySet().stream()
                .filter(entry -> counts.get(entry.getValue().from()) == busiest)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    private record Entry(InetAddress from, long deadlineNanos) {}
}
