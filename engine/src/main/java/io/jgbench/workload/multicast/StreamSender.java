package io.jgbench.workload.multicast;

import io.jgbench.transport.TransportException;
import io.jgbench.workload.EndSignal;
import io.jgbench.workload.MessageSender;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Sends the messages of one stream, as fast as the transport takes them. */
final class StreamSender {
    private final MessageSender transport;
    private final int kind;
    private final int endKind;
    private final int sender;
    private final int stream;
    private final long messages;
    private final EndSignal enough;
    private final Optional<LatencySamples> latency;
    private final byte[] message;

    private final AtomicLong sent = new AtomicLong();

    /**
     * For messages of {@code kind}, whose end is told by a message of {@code endKind}.
     *
     * @param messages how many at the most
     * @param enough ends it before that
     */
    StreamSender(
            MessageSender transport,
            int kind,
            int endKind,
            int sender,
            int stream,
            long messages,
            EndSignal enough,
            int messageSizeBytes,
            Optional<LatencySamples> latency) {
        this.transport = transport;
        this.kind = kind;
        this.endKind = endKind;
        this.sender = sender;
        this.stream = stream;
        this.messages = messages;
        this.enough = enough;
        this.latency = latency;
        this.message = new byte[messageSizeBytes];
    }

    /**
     * Sends all messages and then the end, which tells how many there were. The hot path: one header written and one
     * call for each message.
     *
     * @param afterFirst is run when the first message is handed over
     */
    void run(Runnable afterFirst) throws TransportException, InterruptedException {
        LatencySamples samples = latency.orElse(null);
        long first = MessageHeader.of(kind, sender, stream, 0);
        for (long sequence = 0; sequence < messages && !enough.isGiven(); sequence++) {
            MessageHeader.write(message, 0, first + sequence);
            if (samples != null) {
                samples.sent(sequence);
            }
            transport.send(message, 0, message.length);
            sent.setOpaque(sequence + 1);
            if (sequence == 0) {
                afterFirst.run();
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        sendEnd();
    }

    /** Says that all is sent; harmless when said again. */
    void sendEnd() throws TransportException {
        byte[] end = new byte[MessageHeader.BYTES];
        MessageHeader.write(end, 0, MessageHeader.of(endKind, sender, stream, sent()));
        transport.send(end, 0, end.length);
    }

    long sent() {
        return sent.getOpaque();
    }
}
