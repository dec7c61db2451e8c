package io.jgbench.datagram;

/** One stream to one listener, as its publisher counts it. The publisher writes, any thread reads. */
public final class Destination {
    private final Target target;
    private final int key;
    private final int stream;
    private long taken;
    private volatile long sent;

    /**
     * A stream of which nothing was sent yet.
     *
     * @param target where its packets go
     * @param key by which the listener there knows that a packet is meant
     * @param stream the stream's number at the listener
     */
    public Destination(Target target, int key, int stream) {
        this.target = target;
        this.key = key;
        this.stream = stream;
    }

    /** Where the packets go. */
    public Target target() {
        return target;
    }

    /** Packets that the kernel has taken. */
    public long sent() {
        return sent;
    }

    int key() {
        return key;
    }

    int stream() {
        return stream;
    }

    void add(int packets) {
        taken += packets;
        sent = taken;
    }
}
