package io.jgbench.workload.datagram;

import io.jgbench.transport.TransportException;
import io.jgbench.workload.DirectSender;
import io.jgbench.workload.OutOfTimeException;
import io.jgbench.workload.SamplingThread;
import io.jgbench.workload.WorkloadException;
import io.jgbench.workload.datagram.Note.Kind;
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
 * Tells other members small things over the run's transport, again and again until they say that they know, as the
 * transport may lose them; and keeps what others tell. A member that is told something once more says so once more, as
 * long as its transport is open.
 */
final class Notes {
    private static final Duration REPEAT = Duration.ofMillis(50);

    private final DirectSender transport;
    private final Map<Matter, Note> told = new ConcurrentHashMap<>();
    private final Map<Matter, Note> known = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile int self = -1;
    private SamplingThread repeating;

    Notes(DirectSender transport) {
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
    void tell(int member, Kind kind, int trial, long... values) {
        var note = Note.of(kind, trial, self, values);
        told.put(new Matter(kind, trial, member), note);
        send(member, note);
    }

    private void repeat() {
        told.forEach((matter, note) -> send(matter.member(), note));
    }

    private void send(int member, Note note) {
        byte[] bytes = note.bytes();
        try {
            transport.sendTo(member, bytes, 0, bytes.length);
        } catch (TransportException _) {
            // It is said again; a member that has left is missed by the view, not here.
        }
    }

    /** Another member has told something. */
    void heard(byte[] buffer, int offset, int length) {
        Note.read(buffer, offset, length).ifPresent(note -> {
            if (note.kind() == Kind.KNOWN) {
                Kind.of(note.values().getFirst())
                        .ifPresent(kind -> told.remove(new Matter(kind, note.trial(), note.from())));
                wake();
            } else if (self >= 0) {
                known.put(new Matter(note.kind(), note.trial(), note.from()), note);
                wake();
                send(
                        note.from(),
                        Note.of(Kind.KNOWN, note.trial(), self, note.kind().code()));
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
     * @param deadlineNanos until when, by {@link System#nanoTime}
     * @param what for the message, such as "where they listen"
     * @return what each told
     * @throws OutOfTimeException if the deadline passes; the message says who is missing
     */
    Map<Integer, List<Long>> await(Kind kind, int trial, Collection<Integer> members, long deadlineNanos, String what)
            throws WorkloadException, InterruptedException {
        awaitThat(
                () -> members.stream().allMatch(member -> known.containsKey(new Matter(kind, trial, member))),
                deadlineNanos,
                () -> "members "
                        + members.stream()
                                .filter(member -> !known.containsKey(new Matter(kind, trial, member)))
                                .toList()
                        + " did not say in time " + what);
        Map<Integer, List<Long>> values = new TreeMap<>();
        members.forEach(member ->
                values.put(member, known.get(new Matter(kind, trial, member)).values()));
        return values;
    }

    /**
     * Waits until everybody knows what he was told.
     *
     * @throws OutOfTimeException if the deadline passes; the message says who does not
     */
    void awaitKnown(long deadlineNanos) throws WorkloadException, InterruptedException {
        awaitThat(
                told::isEmpty,
                deadlineNanos,
                () -> "members "
                        + told.keySet().stream()
                                .map(Matter::member)
                                .distinct()
                                .sorted()
                                .toList()
                        + " did not answer in time");
    }

    private void awaitThat(BooleanSupplier condition, long deadlineNanos, Supplier<String> late)
            throws WorkloadException, InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!condition.getAsBoolean()) {
                long left = deadlineNanos - System.nanoTime();
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

    /** What a note is about, and who tells or is told it. */
    private record Matter(Kind kind, int trial, int member) {}
}
