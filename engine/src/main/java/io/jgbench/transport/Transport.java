package io.jgbench.transport;

import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.spec.TransportSpec;
import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Carries messages from one member to all or to one. A transport sends and receives bytes and knows nothing of what
 * they mean.
 *
 * <p>Implementations are found with {@link java.util.ServiceLoader}: a public class with a public no-argument
 * constructor, named in {@code META-INF/services/io.jgbench.transport.Transport} of any jar on the class path.
 *
 * @implSpec An instance serves one member once: {@link #check} may be called at any time, {@link #open} once, then
 *     {@link #send} and {@link #sendTo} from any number of threads, {@link #close} once and from any state.
 */
public interface Transport extends MessageSender, AutoCloseable {

    /** The name by which a run file asks for this transport; lower case, constant. */
    String name();

    /**
     * Whether every message of a sender reaches each member once and in the order of the sending thread. Where not,
     * losses are counted instead of waited for.
     */
    boolean reliable();

    /**
     * Checks what can be checked without opening anything: the options, the stack, the message size.
     *
     * @implSpec Touches neither network nor files. The message names the setting, the rule and the value found, for
     *     instance "messageSize must be at most 65507 bytes over udp, got: 70000".
     * @throws IllegalArgumentException if a run with these values cannot work, with one sentence that says why
     */
    void check(TransportSpec spec, int messageSizeBytes);

    /**
     * What this transport uses of the network between planned peers; nothing where it does not tell, which is then not
     * probed.
     *
     * @param messageBytes the size of the largest message in bytes; 0 where it is not known
     * @implSpec Touches neither network nor files.
     * @throws IllegalArgumentException as {@link #check}
     */
    default NetworkUse networkUse(TransportSpec spec, long messageBytes) {
        return NetworkUse.UNKNOWN;
    }

    /**
     * Binds, connects and starts to look for the peers; from here on the listener is called. Returns as soon as
     * messages can be received; that all peers are there is told to the listener.
     *
     * @implSpec All that was opened is closed again when this throws.
     * @throws TransportException if an address cannot be bound, the stack does not start and the like, with one
     *     sentence that names the address or the setting
     */
    void open(TransportContext context, TransportListener listener) throws TransportException;

    /**
     * Sends one message to one member, which may be the sender itself.
     *
     * @param member the receiver's index among the planned peers; where members are not planned, its place in the list
     *     that the listener was last told
     * @implSpec As {@link #send}. Over a reliable transport the messages that one thread sends to one member arrive
     *     once and in order; between these and messages to all no order is promised. The receiver is not told who sent
     *     it: who needs to know puts it into the message.
     * @throws TransportException if the message cannot be sent at all, or there is no such member
     */
    void sendTo(int member, byte[] buffer, int offset, int length) throws TransportException;

    /**
     * Sends one message to one member without waiting for flow control, as far as the transport can leave it out: for
     * answers, which a receiving thread sends. Were it held back, two members could wait for each other's credit, each
     * with the thread that would give it. Whoever sends so bounds what is under way, to some hundred kilobytes for each
     * member.
     *
     * @implSpec As {@link #sendTo}, which the default does; a transport whose buffers hold that much needs nothing
     *     else.
     * @throws TransportException as {@link #sendTo}
     */
    default void sendToUnpaced(int member, byte[] buffer, int offset, int length) throws TransportException {
        sendTo(member, buffer, offset, length);
    }

    /**
     * Sends one message to one member, of which somebody waits for the answer: where the transport can, by the calling
     * thread itself, so that no other one has to be woken first. Whoever sends so bounds what is under way to what the
     * system's buffers hold though nobody reads, to some 32 KiB for each member.
     *
     * @implSpec As {@link #sendToUnpaced}, which the default does.
     * @throws TransportException as {@link #sendTo}
     */
    default void sendToAwaited(int member, byte[] buffer, int offset, int length) throws TransportException {
        sendToUnpaced(member, buffer, offset, length);
    }

    /**
     * Sends one message to one member, not before {@link #flush} is called if the transport would rather not: so that
     * messages go together.
     *
     * @implSpec As {@link #sendTo}, which the default does: a transport may always send at once.
     * @throws TransportException as {@link #sendTo}
     */
    default void sendToDeferred(int member, byte[] buffer, int offset, int length) throws TransportException {
        sendTo(member, buffer, offset, length);
    }

    /** Sends what {@link #sendToDeferred} holds back. */
    default void flush() {}

    /** What this transport adds to a message of the given size on the wire; valid once open. */
    Framing framing(int messageSizeBytes);

    /**
     * Counters since {@link #open}, named as in {@link io.jgbench.coordination.protocol.Counters}; cheap, any thread.
     */
    Map<String, Long> counters();

    /**
     * Those of the counters that tell why a member stood still, each to be read by itself: for who asks ten times a
     * second beside a measurement. Valid once open; each takes less than a microsecond, on any thread.
     */
    default Map<String, LongSupplier> momentaryCounters() {
        return Map.of();
    }

    /** Facts for the result: versions, the stack as it runs, addresses and buffers as granted. Valid once open. */
    Map<String, String> facts();

    /**
     * The address that this member's messages leave from, which tells the interface whose counters are its own; empty
     * where the transport has none to tell. Valid once open.
     */
    default Optional<InetAddress> bindAddress() {
        return Optional.empty();
    }

    /** Leaves and releases all, also half open. Does not throw; the listener is not called once this has returned. */
    @Override
    void close();
}
