package io.jgbench.workload.multicast;

import io.jgbench.transport.TransportException;
import io.jgbench.workload.WorkloadException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/** All streams of one sender: the calling thread sends the first, threads of their own the others. */
final class SendingMember implements AutoCloseable {
    private final List<StreamSender> streams;
    private final Runnable beforeFirst;
    private final List<Thread> others = new ArrayList<>();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final AtomicReference<Exception> failure = new AtomicReference<>();

    /** {@code beforeFirst} is run by each sending thread right before its first message. */
    SendingMember(List<StreamSender> streams, Runnable beforeFirst) {
        this.streams = List.copyOf(streams);
        this.beforeFirst = beforeFirst;
    }

    /** Messages sent so far. */
    long sent() {
        long sum = 0;
        for (StreamSender stream : streams) {
            sum += stream.sent();
        }
        return sum;
    }

    /** Starts the threads that {@link #run} needs; to start one takes milliseconds where others keep the cores busy. */
    void prepare() {
        for (int i = 1; i < streams.size(); i++) {
            StreamSender stream = streams.get(i);
            others.add(Thread.ofPlatform().daemon().name("sender-" + i).start(() -> sendOnceBegun(stream)));
        }
    }

    /**
     * Sends everything and returns when the transport has taken it.
     *
     * @param afterFirst is run by the calling thread when its first message is handed over; the other threads begin
     *     then
     * @throws WorkloadException if the transport refuses a message
     */
    void run(Runnable afterFirst) throws WorkloadException, InterruptedException {
        if (streams.isEmpty()) {
            return;
        }
        try {
            send(streams.getFirst(), () -> {
                afterFirst.run();
                begun.countDown();
            });
            begun.countDown();
            for (Thread thread : others) {
                thread.join();
            }
        } finally {
            close();
        }
        switch (failure.get()) {
            case null -> {}
            case InterruptedException interrupted -> throw interrupted;
            case Exception e ->
                throw new WorkloadException("sending stopped after " + sent() + " messages: " + e.getMessage(), e);
        }
    }

    /** Ends the threads, whether they have begun or not. */
    @Override
    public void close() {
        others.forEach(Thread::interrupt);
    }

    private void sendOnceBegun(StreamSender stream) {
        try {
            begun.await();
        } catch (InterruptedException e) {
            failure.compareAndSet(null, e);
            return;
        }
        send(stream, () -> {});
    }

    private void send(StreamSender stream, Runnable afterFirst) {
        try {
            beforeFirst.run();
            stream.run(afterFirst);
        } catch (TransportException | RuntimeException | InterruptedException e) {
            failure.compareAndSet(null, e);
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
