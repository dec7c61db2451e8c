package io.jgbench.transport.udp;

import io.jgbench.transport.TransportListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.LongAdder;

/** Reads datagrams and hands messages to the listener until the socket is closed. */
final class UdpReceiver implements Runnable {
    private final DatagramChannel channel;
    private final int key;
    private final LiveMembers liveMembers;
    private final TransportListener listener;
    private final LongAdder strangers = new LongAdder();

    UdpReceiver(DatagramChannel channel, int key, LiveMembers liveMembers, TransportListener listener) {
        this.channel = channel;
        this.key = key;
        this.liveMembers = liveMembers;
        this.listener = listener;
    }

    /** Datagrams of other runs or programs, which were dropped. */
    long strangers() {
        return strangers.sum();
    }

    @Override
    public void run() {
        try {
            ByteBuffer datagram = ByteBuffer.allocateDirect(Datagram.MAX_BYTES + 1);
            byte[] message = new byte[Datagram.MAX_BYTES];
            while (true) {
                datagram.clear();
                channel.receive(datagram);
                handle(datagram.flip(), message);
            }
        } catch (ClosedChannelException _) {
            // closed by the member
        } catch (IOException e) {
            listener.failed("cannot receive over udp: " + e.getMessage());
        } catch (RuntimeException | Error e) {
            listener.failed(e);
            throw e;
        }
    }

    private void handle(ByteBuffer datagram, byte[] message) {
        if (datagram.remaining() < Datagram.HEADER_BYTES || datagram.getInt() != key) {
            strangers.increment();
            return;
        }
        int word = datagram.getInt();
        int sender = Datagram.sender(word);
        int length = datagram.remaining();
        datagram.get(message, 0, length);
        switch (Datagram.kind(word)) {
            case Datagram.DATA -> {
                liveMembers.alive(sender);
                listener.receive(message, 0, length);
            }
            case Datagram.HELLO -> liveMembers.hello(sender, new String(message, 0, length, StandardCharsets.UTF_8));
            case Datagram.ALIVE -> liveMembers.alive(sender);
            case Datagram.BYE -> liveMembers.bye(sender);
            default -> strangers.increment();
        }
    }
}
