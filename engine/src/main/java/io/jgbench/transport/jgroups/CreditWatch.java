package io.jgbench.transport.jgroups;

import io.jgbench.coordination.protocol.Counters;
import io.jgbench.measure.Rehearsal;
import io.jgbench.measure.Sampling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jgroups.Address;
import org.jgroups.protocols.MFC;
import org.jgroups.protocols.PerDestinationBundler;
import org.jgroups.protocols.TP;
import org.jgroups.protocols.UFC;
import org.jgroups.stack.Protocol;
import org.jgroups.util.Credit;
import org.jgroups.util.CreditMap;

/**
 * For whose credits the senders wait, and whether messages wait in their own bundler, which give no credits back
 * ({@link BundlerWatch}). JGroups tells how long a sender was blocked, not by whom; so each
 * {@value #INTERVAL_MILLIS} ms, and each {@value #REHEARSAL_MILLIS} ms in its {@link Rehearsal}, this looks whether a
 * sender waits now, and whose credits are the lowest then. Where several are equally low, each has its part. A JGroups
 * whose fields have other names tells nothing.
 */
final class CreditWatch implements AutoCloseable {
    private static final int INTERVAL_MILLIS = 100;
    private static final int REHEARSAL_MILLIS = 10;

    private final List<MFC> multicast = new ArrayList<>();
    private final List<UFC> unicast = new ArrayList<>();
    private final List<BundlerWatch> bundlers = new ArrayList<>();
    private final Function<Address, String> names;
    private final PrivateFields fields = new PrivateFields();
    private final Rehearsal rehearsal =
            new Rehearsal(Duration.ofMillis(REHEARSAL_MILLIS), Duration.ofMillis(INTERVAL_MILLIS));
    private final Map<Address, Long> waitedNanos = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /**
     * Watches a stack's flow control and bundler from now on; its channel is connected.
     *
     * @param names the members' names by their addresses
     */
    CreditWatch(List<Protocol> protocols, Function<Address, String> names) {
        for (Protocol protocol : protocols) {
            switch (protocol) {
                case MFC flowControl -> multicast.add(flowControl);
                case UFC flowControl -> unicast.add(flowControl);
                case TP transport
                when transport.getBundler() instanceof PerDestinationBundler bundler ->
                    bundlers.add(new BundlerWatch(bundler));
                default -> {}
            }
        }
        this.names = names;
        if (Sampling.isOn()) {
            Thread.ofPlatform().daemon().name("credit-watch").start(this::watch);
        }
    }

    /** Looks often from now on, for as many times as compilers need. */
    void rehearse() {
        rehearsal.begin();
    }

    /** Looks as seldom as beside a measurement from now on. */
    void endRehearsal() {
        rehearsal.end();
    }

    /**
     * How long each member was waited for, by the counter's name; 0 for a member that never was. And for how long
     * messages were left in the bundler, where it is one that may leave them. Empty where nothing is sampled.
     */
    Map<String, LongSupplier> all(List<Address> members) {
        if (!Sampling.isOn()) {
            return Map.of();
        }
        Map<String, LongSupplier> all = members.stream()
                .collect(Collectors.toMap(
                        member -> Counters.WAITED_FOR_NANOS + names.apply(member),
                        member -> () -> waitedNanos.getOrDefault(member, 0L),
                        StackCounters::sum,
                        HashMap::new));
        bundlers.forEach(bundler -> all.put(Counters.LEFT_IN_BUNDLER_NANOS, bundler::leftNanos));
        return all;
    }

    @Override
    public void close() {
        closed = true;
    }

    private void watch() {
        long last = System.nanoTime();
        while (!closed) {
            LockSupport.parkNanos(this, rehearsal.nextNanos());
            long now = System.nanoTime();
            look(now - last);
            last = now;
        }
    }

    /** Loops, no lambdas: there is less to compile. */
    private void look(long elapsedNanos) {
        for (BundlerWatch bundler : bundlers) {
            bundler.look(elapsedNanos);
        }
        for (MFC flowControl : multicast) {
            if (fields.value(flowControl, "credits") instanceof CreditMap credits) {
                Set<Address> lowest = lowestWhileBlocked(credits);
                for (Address member : lowest) {
                    add(member, elapsedNanos / lowest.size());
                }
            }
        }
        for (UFC flowControl : unicast) {
            if (fields.value(flowControl, "sent") instanceof Map<?, ?> sent) {
                for (Map.Entry<?, ?> entry : sent.entrySet()) {
                    if (entry.getKey() instanceof Address member
                            && entry.getValue() instanceof Credit left
                            && isWaitedFor(left)) {
                        add(member, elapsedNanos);
                    }
                }
            }
        }
    }

    /** Only one thread adds. */
    private void add(Address member, long nanos) {
        waitedNanos.put(member, waitedNanos.getOrDefault(member, 0L) + nanos);
    }

    private Set<Address> lowestWhileBlocked(CreditMap credits) {
        if (!(fields.value(credits, "lock") instanceof ReentrantLock lock)
                || !(fields.value(credits, "credits_available") instanceof Condition available)) {
            return Set.of();
        }
        lock.lock();
        try {
            if (!lock.hasWaiters(available)) {
                return Set.of();
            }
            Set<Address> lowest = new HashSet<>();
            long least = Long.MAX_VALUE;
            for (Address member : credits.keys()) {
                long left = credits.get(member);
                if (left < least) {
                    least = left;
                    lowest.clear();
                }
                if (left == least) {
                    lowest.add(member);
                }
            }
            return lowest;
        } finally {
            lock.unlock();
        }
    }

    private boolean isWaitedFor(Credit credit) {
        if (!(fields.value(credit, "lock") instanceof ReentrantLock lock)
                || !(fields.value(credit, "credits_available") instanceof Condition available)) {
            return false;
        }
        lock.lock();
        try {
            return lock.hasWaiters(available);
        } finally {
            lock.unlock();
        }
    }
}
