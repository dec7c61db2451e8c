package io.jgbench.workload.datagram;

import io.jgbench.transport.DirectSender;
import io.jgbench.transport.TransportException;
import io.jgbench.workload.Deadline;
import io.jgbench.workload.OutOfTimeException;
import io.jgbench.workload.SamplingThread;
import io.jgbench.workload.WorkloadException;
import io.jgbench.workload.datagram.ControlMessage.Kind;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Exchanges control messages over the run's transport, which may lose them. Each is repeated until the other member
 * acknowledges it; a member acknowledges repeated messages as long as its transport is open. Keeps what it received.
 */
final class ControlChannel {
    private static final Duration REPEAT = Duration.ofMillis(50);

    private final DirectSender transport;
    private final Map<Key, ControlMessage> told = new ConcurrentHashMap<>();
    private final Map<Key, ControlMessage> known = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile int self = -1;
    private SamplingThread repeating;

    ControlChannel(DirectSender transport) {
        this.transport = transport;
    }

    /** From here on this member knows who it is, and answers. */
    void begin(int index) {
        self = index;
        if (repeating == null) {
            repeating = new SamplingThread(this::repeat, REPEAT);
        }
    }

    /** Tells a member. */
    void tell(int member, Kind kind, int round, long... values) {
        var message = ControlMessage.of(kind, round, self, values);
        told.put(new Key(kind, round, member), message);
        send(member, message);
    }

    private void repeat() {
        told.forEach((key, message) -> send(key.member(), message));
    }

    private void send(int member, ControlMessage message) {
        byte[] bytes = message.bytes();
        try {
            transport.sendTo(member, bytes, 0, bytes.length);
        } catch (TransportException _) {
            // It is said again; a member that has left is missed by the view, not here.
        }
    }

    /** Another member has told something. */
    void heard(byte[] buffer, int offset, int length) {
        ControlMessage.read(buffer, offset, length).ifPresent(message -> {
            if (message.kind() == Kind.KNOWN) {
                Kind.of(message.values().getFirst())
                        .ifPresent(kind -> told.remove(new Key(kind, message.round(), message.from())));
                wake();
            } else if (self >= 0) {
                known.put(new Key(message.kind(), message.round(), message.from()), message);
                wake();
                send(
                        message.from(),
                        ControlMessage.of(
                                Kind.KNOWN,
                                message.round(),
                                self,
                                message.kind().code()));
            }
        });
    }

    private void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until all of some members have told something.
     *
     * @param deadline until when
     * @param what for the message, such as "where they listen"
     * @return what each told
     * @throws OutOfTimeException if the deadline passes; the message says who is missing
     */
    Map<Integer, List<Long>> await(Kind kind, int round, Collection<Integer> members, Deadline deadline, String what)
            throws WorkloadException, InterruptedException {
        awaitThat(
                () -> members.stream().allMatch(member -> known.containsKey(new Key(kind, round, member))),
                deadline,
                () -> "members "
                        + members.stream()
                                .filter(member -> !known.containsKey(new Key(kind, round, member)))
                                .toList()
                        + " did not say in time " + what);
        Map<Integer, List<Long>> values = new TreeMap<>();
        members.forEach(member ->
                values.put(member, known.get(new Key(kind, round, member)).values()));
        return values;
    }

    /**
     * Waits until everybody knows what he was told.
     *
     * @throws OutOfTimeException if the deadline passes; the message says who does not
     */
    void awaitKnown(Deadline deadline) throws WorkloadException, InterruptedException {
        awaitThat(
                told::isEmpty,
                deadline,
                () -> "members "
                        + told.keySet().stream()
                                .map(Key::member)
                                .distinct()
                                .sorted()
                                .toList()
                        + " did not answer in time");
    }

    private void awaitThat(BooleanSupplier condition, Deadline deadline, Supplier<String> late)
            throws WorkloadException, InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!condition.getAsBoolean()) {
                long left = deadline.leftNanos();
                if (left <= 0) {
                    throw new OutOfTimeException(late.get());
                }
                long ignored = changed.awaitNanos(Math.min(left, TimeUnit.SECONDS.toNanos(1)));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Says nothing any more. */
    void close() throws InterruptedException {
        if (repeating != null) {
            told.clear();
            repeating.finish();
        }
    }

    /** What a message is about, and who sends or gets it. */
    private record Key(Kind kind, int round, int member) {}
}
