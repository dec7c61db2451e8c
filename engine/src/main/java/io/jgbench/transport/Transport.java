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
public interface Transport extends MessageSender, DirectSender, AutoCloseable {

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
     * How this transport uses the network between planned peers. If it does not say, only the ports of the workload are
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
     * The members begin to warm up. From now on the transport may repeat rare work often, so that it is compiled during
     * the warm-up. Called at most once, after {@link #open}.
     *
     * @implSpec Changes nothing that other members could notice.
     */
    default void rehearse() {}

    /** The warm-up is over, and so is what {@link #rehearse} began. */
    default void endRehearsal() {}

    /** What this transport adds to a message of the given size on the wire; valid once open. */
    Framing framing(int messageSizeBytes);

    /**
     * Counters since {@link #open}, named as in {@link io.jgbench.coordination.protocol.Counters}; cheap, any thread.
     */
    Map<String, Long> counters();

    /**
     * The counters that can show why a member stood still. Each is read separately, ten times a second beside a
     * measurement. Valid once open; each read takes less than a microsecond, on any thread.
     */
    default Map<String, LongSupplier> momentaryCounters() {
        return Map.of();
    }

    /** Facts for the result: versions, the stack as it runs, addresses and buffers as granted. Valid once open. */
    Map<String, String> facts();

    /**
     * The local address of this member's messages. Its interface is the one whose counters belong to the member. Empty
     * if the transport has none. Valid once open.
     */
    default Optional<InetAddress> bindAddress() {
        return Optional.empty();
    }

    /** Leaves and releases all, also half open. Does not throw; the listener is not called once this has returned. */
    @Override
    void close();
}
