package io.jgbench.workload.multicast;

import io.jgbench.transport.TransportException;
import io.jgbench.workload.WorkloadException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** All streams of one sender: the calling thread sends the first, threads of their own the others. */
final class SendingMember {
    private final List<StreamSender> streams;
    private final Runnable beforeFirst;
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

    /**
     * Sends everything and returns when the transport has taken it.
     *
     * @param afterFirst is run by the calling thread when its first message is handed over
     * @throws WorkloadException if the transport refuses a message
     */
    void run(Runnable afterFirst) throws WorkloadException, InterruptedException {
        if (streams.isEmpty()) {
            return;
        }
        List<Thread> others = new ArrayList<>();
        for (StreamSender stream : streams.subList(1, streams.size())) {
            others.add(
                    Thread.ofPlatform().daemon().name("sender-" + others.size()).start(() -> send(stream, () -> {})));
        }
        try {
            send(streams.getFirst(), afterFirst);
            for (Thread thread : others) {
                thread.join();
            }
        } finally {
            others.forEach(Thread::interrupt);
        }
        switch (failure.get()) {
            case null -> {}
            case InterruptedException interrupted -> throw interrupted;
            case Exception e ->
                throw new WorkloadException("sending stopped after " + sent() + " messages: " + e.getMessage(), e);
        }
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
