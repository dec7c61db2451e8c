package io.jgbench.perftest;

import io.jgbench.transport.MessageSender;
import io.jgbench.transport.TransportException;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the messages of the workload's only sending thread, for the progress lines. */
final class CountingSender implements MessageSender {
    private final MessageSender transport;
    private final AtomicLong sent = new AtomicLong();

    CountingSender(MessageSender transport) {
        this.transport = transport;
    }

    @Override
    public void send(byte[] buffer, int offset, int length) throws TransportException {
        transport.send(buffer, offset, length);
        count();
    }

    @Override
    public void sendSharingBody(byte[] buffer, int offset, int length) throws TransportException {
        transport.sendSharingBody(buffer, offset, length);
        count();
    }

    private void count() {
        // one thread writes: no need for an atomic increment in the hot path
        sent.setOpaque(sent.getPlain() + 1);
    }

    long sent() {
        return sent.getOpaque();
    }
}
