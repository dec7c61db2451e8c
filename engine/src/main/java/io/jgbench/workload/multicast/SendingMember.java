package io.jgbench.workload.multicast;

import io.jgbench.transport.TransportException;
import io.jgbench.workload.EndSignal;
import io.jgbench.workload.ReadyThreads;
import io.jgbench.workload.WorkloadException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * All streams of one sender: the calling thread sends the first, threads of their own the others. Where one fails, all
 * end: a member that cannot send all is of no use, and says so at once.
 */
final class SendingMember implements AutoCloseable {
    private final List<StreamSender> streams;
    private final EndSignal ended;
    private final Runnable beforeFirst;
    private final ReadyThreads others = new ReadyThreads();
    private final AtomicReference<Failure> failure = new AtomicReference<>();

    /**
     * What one of the threads met first.
     *
     * @param sent messages of all threads until then
     */
    private record Failure(Throwable cause, long sent) {}

    /**
     * Its threads wait for {@link #run}.
     *
     * @param ended ends all streams; given where one fails. No interrupt, which would close a channel that another
     *     thread is sending by, and so tell of a lost member
     * @param beforeFirst is run by each sending thread right before its first message
     */
    SendingMember(List<StreamSender> streams, EndSignal ended, Runnable beforeFirst) {
        this.streams = List.copyOf(streams);
        this.ended = ended;
        this.beforeFirst = beforeFirst;
        for (int i = 1; i < this.streams.size(); i++) {
            StreamSender stream = this.streams.get(i);
            others.add("sender-" + i, () -> send(stream, () -> {}));
        }
    }

    /** Messages sent so far. */
    long sent() {
        long sum = 0;
        for (StreamSender stream : streams) {
            sum += stream.sent();
        }
        return sum;
    }

    /** Sets when the first message is due, where that is planned; to be called before {@link #run}. */
    void begin(long epochNanos) {
        for (StreamSender stream : streams) {
            stream.begin(epochNanos);
        }
    }

    /**
     * Sends everything and returns when the transport has taken it.
     *
     * @param afterFirst is run by the calling thread when its first message is handed over; the other threads begin
     *     then
     * @throws WorkloadException if the transport refuses a message; the others of this member end then, too
     */
    void run(Runnable afterFirst) throws WorkloadException, InterruptedException {
        if (streams.isEmpty()) {
            return;
        }
        send(streams.getFirst(), () -> {
            afterFirst.run();
            others.begin();
        });
        if (failure.get() == null) {
            others.begin();
            others.join();
        } else {
            close();
        }
        Failure first = failure.get();
        if (first != null) {
            throwFor(first);
        }
    }

    private static void throwFor(Failure first) throws WorkloadException, InterruptedException {
        switch (first.cause()) {
            case InterruptedException interrupted -> throw interrupted;
            case Error error -> throw error;
            case Throwable e ->
                throw new WorkloadException(
                        "sending stopped after " + first.sent() + " messages: " + e.getMessage(), e);
        }
    }

    /** Ends the threads, whether they have begun or not. */
    @Override
    public void close() {
        others.close();
    }

    private void send(StreamSender stream, Runnable afterFirst) {
        try {
            beforeFirst.run();
            stream.run(afterFirst);
        } catch (TransportException | RuntimeException | InterruptedException | Error e) {
            long sent = sent();
            // first, as a full heap may have no room for more
            ended.give();
            failure.compareAndSet(null, new Failure(e, sent));
        }
    }

    /** Says once more that all is sent. */
    void sendEnd() throws WorkloadException {
        try {
            for (StreamSender stream : streams) {
                stream.sendEnd();
            }
        } catch (TransportException e) {
            throw new WorkloadException("the end could not be sent: " + e.getMessage(), e);
        }
    }
}
