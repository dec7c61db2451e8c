package io.jgbench.datagram;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToIntFunction;

/** Receives what a test says, one call to the kernel after the other, and sends nothing. */
public final class ScriptedSocket implements PacketSocket {
    /** The key of its packets. */
    public static final int KEY = 0x4A474247;

    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Queue<ToIntFunction<PacketSink>> calls = new ConcurrentLinkedQueue<>();
    private volatile boolean held;

    /** The next call finds a packet, whose sender is the number of its stream. */
    public void packet(int stream, long sequence) {
        calls.add(sink -> delivers(sink, stream, sequence));
    }

    /** The next call stands still, and finds a packet then. */
    public void packetAfter(Duration standstill, int stream, long sequence) {
        calls.add(sink -> {
            park(standstill);
            return delivers(sink, stream, sequence);
        });
    }

    /** The next call finds that a stream has ended. */
    public void end(int stream, long sent) {
        packet(stream, -1 - sent);
    }

    /** The next call stands still and finds nothing, as one does that a signal ends. */
    public void nothingAfter(Duration standstill) {
        calls.add(_ -> {
            park(standstill);
            return 0;
        });
    }

    /** The next call does not return until {@link #release}; waits until it has begun. */
    public void hold() throws InterruptedException {
        var began = new CountDownLatch(1);
        held = true;
        calls.add(_ -> {
            began.countDown();
            while (held) {
                LockSupport.parkNanos(this, IDLE_NANOS);
            }
            return 0;
        });
        began.await();
    }

    /** Lets the call return. */
    public void release() {
        held = false;
    }

    private static int delivers(PacketSink sink, int stream, long sequence) {
        MemorySegment packet = Arena.ofAuto().allocate(PacketHeader.BYTES, Long.BYTES);
        PacketHeader.write(packet, 0, KEY, stream, sequence);
        sink.packet(packet, 0, PacketHeader.BYTES, stream);
        return 1;
    }

    private void park(Duration time) {
        long until = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
        }
    }

    @Override
    public int receive(PacketSink sink) {
        ToIntFunction<PacketSink> call = calls.poll();
        if (call != null) {
            return call.applyAsInt(sink);
        }
        LockSupport.parkNanos(this, IDLE_NANOS);
        return 0;
    }

    @Override
    public InetSocketAddress localAddress() {
        throw new UnsupportedOperationException();
    }

    @Override
    public String path() {
        return "none";
    }

    @Override
    public int receiveBufferBytes() {
        return 0;
    }

    @Override
    public int sendBufferBytes() {
        return 0;
    }

    @Override
    public int mostPackets(int packetBytes) {
        return 1;
    }

    @Override
    public long filtered() {
        return 0;
    }

    @Override
    public int send(MemorySegment packets, int count, int packetBytes, Target to) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void dontFragment(boolean forbidden) {
        // nothing is sent
    }

    @Override
    public void tellUnreachable(UnreachableSink sink) {
        // nothing is sent
    }

    @Override
    public void close() {
        // nothing is open
    }
}
