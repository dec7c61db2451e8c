package io.jgbench.transport.jgroups;

import io.jgbench.transport.TransportListener;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jgroups.Message;
import org.jgroups.NioMessage;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.util.MessageBatch;

/**
 * Passes delivered messages from JGroups to the listener without a copy, until it is closed. JGroups logs an exception
 * of the listener and continues. So the exception is reported to the listener: a message that is not processed would
 * count as lost.
 */
final class ChannelReceiver implements Receiver, AutoCloseable {
    private static final long CLOSE_WAIT_NANOS = 5_000_000_000L;
    private static final long CLOSE_POLL_NANOS = 1_000_000;

    private final TransportListener listener;
    private final Consumer<View> views;
    private final LongAdder entered = new LongAdder();
    private final LongAdder left = new LongAdder();
    private final AtomicReference<SharedBodyMessage.Whole> spare = new AtomicReference<>();
    private volatile boolean closed;

    ChannelReceiver(TransportListener listener, Consumer<View> views) {
        this.listener = listener;
        this.views = views;
    }

    @Override
    public void receive(Message message) {
        entered.increment();
        try {
            if (!closed) {
                deliver(message);
            }
        } catch (RuntimeException | Error e) {
            listener.failed(e);
            throw e;
        } finally {
            left.increment();
        }
    }

    @Override
    public void receive(MessageBatch batch) {
        entered.increment();
        try {
            if (!closed) {
                for (Message message : batch) {
                    deliver(message);
                }
            }
        } catch (RuntimeException | Error e) {
            listener.failed(e);
            throw e;
        } finally {
            left.increment();
        }
    }

    @Override
    public void viewAccepted(View view) {
        views.accept(view);
    }

    private void deliver(Message message) {
        if (message instanceof SharedBodyMessage own) {
            deliverOwn(own);
        } else if (message.hasArray()) {
            listener.receive(message.getArray(), message.getOffset(), message.getLength());
        } else if (message instanceof NioMessage nio && nio.getBuf() != null) {
            ByteBuffer payload = nio.getBuf().duplicate();
            byte[] copy = new byte[payload.remaining()];
            payload.get(copy);
            listener.receive(copy, 0, copy.length);
        }
        // What has neither, an empty or an object message, was not sent by a transport like this one.
    }

    /** A message that comes back to its sender never was in one piece. What one was put together in serves the next. */
    private void deliverOwn(SharedBodyMessage message) {
        SharedBodyMessage.Whole whole = message.in(spare.getAndSet(null));
        listener.receive(whole.bytes(), 0, message.getLength());
        spare.set(whole);
    }

    /** Returns when no delivery is under way any more, so that the listener can be let go. */
    @Override
    public void close() {
        closed = true;
        // Leaving is summed first: were it the other way, one that enters and leaves in between could hide another.
        long deadline = System.nanoTime() + CLOSE_WAIT_NANOS;
        while (left.sum() != entered.sum() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(CLOSE_POLL_NANOS);
        }
    }
}
