package io.jgbench.datagram;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * By Linux' own calls. Packets that go to one target lie in one piece and are cut by the kernel, or by the network card
 * ({@code UDP_SEGMENT}); those that arrive are joined ({@code UDP_GRO}). Where packets cannot be cut, as they are
 * larger than the interface's MTU say, {@code sendmmsg} takes them one by one in one call.
 */
final class NativePacketSocket implements PacketSocket {
    /** The most packets that older kernels cut of one piece (UDP_MAX_SEGMENTS). */
    private static final int MOST_SEGMENTS = 64;

    /** Answers to earlier packets that may fail one call again and again; more are an error of the call itself. */
    private static final int MOST_ANSWERS = 100;

    private static final int RECEIVED_AT_ONCE = 16;
    private static final int RECEIVE_PIECE_BYTES = 1 << 16;
    private static final long PATIENCE_MICROS = TimeUnit.MILLISECONDS.toMicros(20);

    private final Arena arena = Arena.ofShared();
    private final SocketCalls calls = new SocketCalls();
    private final MemorySegment sendState = SocketCalls.state(arena);
    private final MemorySegment receiveState = SocketCalls.state(arena);
    private final MessageVector outgoing = new MessageVector(arena, MOST_SEGMENTS);
    private final MessageVector incoming = new MessageVector(arena, RECEIVED_AT_ONCE);
    private final MemorySegment received = arena.allocate((long) RECEIVED_AT_ONCE * RECEIVE_PIECE_BYTES, Long.BYTES);
    private final MemorySegment number = arena.allocate(JAVA_INT);
    private final int descriptor;
    private final ErrorQueue answers;
    private boolean joins;

    /** Written by the sending thread, read by who writes the result. */
    private volatile boolean cuts;

    private final AtomicLong filtered = new AtomicLong();
    private int cutBytes;
    private UnreachableSink unreachable = UnreachableSink.NONE;
    private int answersInRow;

    /** Whether answers are heard; written by the sending thread, read by the receiving one. */
    private volatile boolean hears;

    /** Whether some may be in the queue of which no call of the sending thread has told. */
    private volatile boolean answered;

    private InetSocketAddress local;

    private NativePacketSocket() throws IOException {
        descriptor = calls.socket(sendState, SocketCalls.AF_INET, SocketCalls.SOCK_DGRAM_CLOEXEC);
        if (descriptor < 0) {
            arena.close();
            throw new IOException("the kernel gives no socket: error " + SocketCalls.error(sendState));
        }
        answers = new ErrorQueue(arena, calls, sendState, descriptor);
    }

    /**
     * Opens and binds one.
     *
     * @throws BindException if the address cannot be had
     */
    static NativePacketSocket open(SocketPlan plan) throws IOException {
        var socket = new NativePacketSocket();
        try {
            socket.setUp(plan);
            return socket;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private void setUp(SocketPlan plan) throws IOException {
        set(SocketCalls.SOL_SOCKET, SocketCalls.SO_RCVBUF, (int) plan.receiveBufferBytes());
        set(SocketCalls.SOL_SOCKET, SocketCalls.SO_SNDBUF, (int) plan.sendBufferBytes());
        MemorySegment patience = arena.allocate(JAVA_LONG, 2);
        patience.setAtIndex(JAVA_LONG, 1, PATIENCE_MICROS);
        check(calls.setsockopt(sendState, descriptor, SocketCalls.SOL_SOCKET, SocketCalls.SO_RCVTIMEO, patience));
        joins = trySet(SocketCalls.SOL_UDP, SocketCalls.UDP_GRO, 1);
        cuts = trySet(SocketCalls.SOL_UDP, SocketCalls.UDP_SEGMENT, 0);
        MemorySegment address = Target.socketAddress(arena, plan.local());
        if (calls.bind(sendState, descriptor, address) < 0) {
            int error = SocketCalls.error(sendState);
            String why = calls.failure(error).getMessage();
            throw error == SocketCalls.EADDRINUSE || error == SocketCalls.EADDRNOTAVAIL
                    ? new BindException(why)
                    : new IOException(why);
        }
        number.set(JAVA_INT, 0, Target.SOCKADDR_BYTES);
        check(calls.getsockname(sendState, descriptor, address, number));
        local = Target.address(Target.source(address, 0));
        for (int i = 0; i < RECEIVED_AT_ONCE; i++) {
            incoming.receiveTo(i, received, (long) i * RECEIVE_PIECE_BYTES, RECEIVE_PIECE_BYTES);
        }
    }

    @Override
    public InetSocketAddress localAddress() {
        return local;
    }

    @Override
    public String path() {
        return (cuts ? "UDP_SEGMENT" : "sendmmsg") + ", " + (joins ? "recvmmsg with UDP_GRO" : "recvmmsg");
    }

    @Override
    public long filtered() {
        return filtered.get();
    }

    @Override
    public int receiveBufferBytes() {
        return bufferBytes(SocketCalls.SO_RCVBUF);
    }

    @Override
    public int sendBufferBytes() {
        return bufferBytes(SocketCalls.SO_SNDBUF);
    }

    /** The kernel doubles what it grants, for its own book-keeping (socket(7)). */
    private int bufferBytes(int option) {
        try (var own = Arena.ofConfined()) {
            MemorySegment value = own.allocate(JAVA_INT);
            MemorySegment length = own.allocateFrom(JAVA_INT, Integer.BYTES);
            int ignored =
                    calls.getsockopt(SocketCalls.state(own), descriptor, SocketCalls.SOL_SOCKET, option, value, length);
            return value.get(JAVA_INT, 0) / 2;
        }
    }

    @Override
    public int mostPackets(int packetBytes) {
        return Math.clamp(MAX_PACKET_BYTES / packetBytes, 1, MOST_SEGMENTS);
    }

    @Override
    public int send(MemorySegment packets, int count, int packetBytes, Target to) throws IOException {
        if (answered) {
            hearAnswers();
        }
        int taken = sendAll(packets, count, packetBytes, to);
        answersInRow = 0;
        return taken;
    }

    private int sendAll(MemorySegment packets, int count, int packetBytes, Target to) throws IOException {
        if (count > 1 && cuts) {
            if (cutBytes != packetBytes) {
                set(SocketCalls.SOL_UDP, SocketCalls.UDP_SEGMENT, packetBytes);
                cutBytes = packetBytes;
            }
            while (calls.sendto(sendState, descriptor, packets, (long) count * packetBytes, to.socketAddress()) < 0) {
                int error = SocketCalls.error(sendState);
                if (error == SocketCalls.EINVAL || error == SocketCalls.EIO || error == SocketCalls.EMSGSIZE) {
                    // larger than the MTU, or an interface that computes no checksums: not to be cut
                    set(SocketCalls.SOL_UDP, SocketCalls.UDP_SEGMENT, 0);
                    cuts = false;
                    return sendEach(packets, count, packetBytes, to);
                }
                if (!again(error, packetBytes, to)) {
                    return taken(error, count);
                }
            }
            return count;
        }
        return sendEach(packets, count, packetBytes, to);
    }

    private int sendEach(MemorySegment packets, int count, int packetBytes, Target to) throws IOException {
        if (cutBytes != 0) {
            set(SocketCalls.SOL_UDP, SocketCalls.UDP_SEGMENT, 0);
            cutBytes = 0;
        }
        for (int i = 0; i < count; i++) {
            outgoing.sendFrom(i, packets, (long) i * packetBytes, packetBytes, to.socketAddress());
        }
        while (true) {
            int sent = calls.sendmmsg(sendState, descriptor, outgoing.headers(), count);
            if (sent >= 0) {
                if (hears && sent < count) {
                    // a later packet failed, of which the call does not say why
                    answered = true;
                }
                return sent;
            }
            int error = SocketCalls.error(sendState);
            if (!again(error, packetBytes, to)) {
                return taken(error, 1);
            }
        }
    }

    /**
     * How many packets of a refused call count as sent. Normally the kernel takes packets and reports nothing if the
     * interface's queue drops them: they are missing then. A socket that receives errors gets an error for it instead,
     * and must count the same. The same holds for packets that the host's own filter drops.
     *
     * @param packets how many the call was to take
     */
    private int taken(int error, int packets) {
        if (error == SocketCalls.EPERM) {
            filtered.addAndGet(packets);
            return packets;
        }
        return hears && error == SocketCalls.ENOBUFS ? packets : 0;
    }

    /** Whether to try the same once more; false where the interface's queue was full. */
    private boolean again(int error, int packetBytes, Target to) throws IOException {
        if (hears && ErrorQueue.isAnswer(error) && answersInRow < MOST_ANSWERS) {
            answersInRow++;
            hearAnswers();
            return true;
        }
        return switch (error) {
            case SocketCalls.EINTR -> true;
            case SocketCalls.ENOBUFS, SocketCalls.EAGAIN, SocketCalls.EPERM -> false;
            case SocketCalls.EMSGSIZE -> throw new PacketTooLargeException(packetBytes, to);
            default ->
                throw new IOException(
                        "cannot send to " + to.address().getAddress().getHostAddress() + ":"
                                + to.address().getPort() + ": "
                                + calls.failure(error).getMessage());
        };
    }

    @Override
    public int receive(PacketSink sink) throws IOException {
        for (int i = 0; i < RECEIVED_AT_ONCE; i++) {
            incoming.reset(i);
        }
        int pieces = calls.recvmmsg(
                receiveState, descriptor, incoming.headers(), RECEIVED_AT_ONCE, SocketCalls.MSG_WAITFORONE);
        if (pieces < 0) {
            int error = SocketCalls.error(receiveState);
            if (error == SocketCalls.EAGAIN || error == SocketCalls.EINTR) {
                return 0;
            }
            if (hears && ErrorQueue.isAnswer(error)) {
                answered = true;
                return 0;
            }
            throw new IOException("cannot receive: " + calls.failure(error).getMessage());
        }
        for (int i = 0; i < pieces; i++) {
            int length = incoming.length(i);
            int packetBytes = Math.max(1, incoming.packetBytes(i));
            long source = incoming.source(i);
            long at = (long) i * RECEIVE_PIECE_BYTES;
            for (int done = 0; done < length; done += packetBytes) {
                sink.packet(received, at + done, Math.min(packetBytes, length - done), source);
            }
        }
        return pieces;
    }

    @Override
    public void dontFragment(boolean forbidden) throws IOException {
        set(
                SocketCalls.SOL_IP,
                SocketCalls.IP_MTU_DISCOVER,
                forbidden ? SocketCalls.IP_PMTUDISC_DO : SocketCalls.IP_PMTUDISC_DONT);
    }

    @Override
    public void tellUnreachable(UnreachableSink sink) throws IOException {
        unreachable = sink;
        if (!hears) {
            hears = true;
            set(SocketCalls.SOL_IP, SocketCalls.IP_RECVERR, 1);
        }
    }

    private void hearAnswers() {
        // first, so that one that comes meanwhile is not passed over
        answered = false;
        answers.drainTo(unreachable);
    }

    private void set(int level, int option, int value) throws IOException {
        if (!trySet(level, option, value)) {
            throw calls.failure(SocketCalls.error(sendState));
        }
    }

    private boolean trySet(int level, int option, int value) {
        number.set(JAVA_INT, 0, value);
        return calls.setsockopt(sendState, descriptor, level, option, number) >= 0;
    }

    private void check(int outcome) throws IOException {
        if (outcome < 0) {
            throw calls.failure(SocketCalls.error(sendState));
        }
    }

    @Override
    public void close() {
        calls.close(sendState, descriptor);
        arena.close();
    }
}
