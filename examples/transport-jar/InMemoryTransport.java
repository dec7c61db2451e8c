import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.transport.Transport;
import io.jgbench.transport.TransportContext;
import io.jgbench.transport.TransportException;
import io.jgbench.transport.TransportListener;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;

/**
 * A transport in a jar of its own: the members of one JVM, connected by a method call. It measures what the workload
 * itself costs, as nothing else is left; with a run whose members are processes, each member sees only itself.
 *
 * <p>To make one for a message system, replace {@code Hub}: {@code open} connects and subscribes, {@code send}
 * publishes, and what arrives goes to {@code listener.receive}. What each method must keep to stands in
 * {@link Transport}.
 */
public final class InMemoryTransport implements Transport {
    private final LongAdder deliveries = new LongAdder();
    private TransportContext context;
    private TransportListener listener;
    private Hub hub;

    /** Found by {@link java.util.ServiceLoader}, which needs this constructor public. */
    public InMemoryTransport() {}

    @Override
    public String name() {
        return "in-memory";
    }

    @Override
    public boolean reliable() {
        return true;
    }

    @Override
    public void check(TransportSpec spec, int messageSizeBytes) {
        if (!spec.options().isEmpty()) {
            String option = spec.options().keySet().iterator().next();
            throw new IllegalArgumentException("transport in-memory has no option " + option + "; it has none");
        }
    }

    @Override
    public void open(TransportContext context, TransportListener listener) throws TransportException {
        this.context = context;
        this.listener = listener;
        hub = Hub.of(context.clusterName());
        hub.join(this);
    }

    @Override
    public void send(byte[] buffer, int offset, int length) throws TransportException {
        // The sending thread delivers, so its messages keep their order, and the array is free when this returns.
        for (InMemoryTransport member : hub.members) {
            member.listener.receive(buffer, offset, length);
            deliveries.increment();
        }
    }

    @Override
    public void sendTo(int member, byte[] buffer, int offset, int length) throws TransportException {
        hub.member(member).listener.receive(buffer, offset, length);
        deliveries.increment();
    }

    @Override
    public Framing framing(int messageSizeBytes) {
        return new Framing(0, messageSizeBytes, 0, Layer.TCP, false);
    }

    @Override
    public Map<String, Long> counters() {
        return Map.of("inMemory.deliveries", deliveries.sum());
    }

    @Override
    public Map<String, String> facts() {
        return Map.of("inMemory.cluster", context.clusterName());
    }

    @Override
    public void close() {
        if (hub != null) {
            hub.leave(this);
        }
    }

    /** The members of one cluster. */
    private static final class Hub {
        /** All clusters of this JVM, which is what this transport's network is; guarded by itself. */
        private static final Map<String, Hub> CLUSTERS = new HashMap<>();

        private final List<InMemoryTransport> members = new CopyOnWriteArrayList<>();

        /** In the order in which the listeners are told of them. */
        private volatile List<InMemoryTransport> sorted = List.of();

        static Hub of(String clusterName) {
            synchronized (CLUSTERS) {
                return CLUSTERS.computeIfAbsent(clusterName, name -> new Hub());
            }
        }

        synchronized void join(InMemoryTransport member) {
            members.add(member);
            tell();
        }

        synchronized void leave(InMemoryTransport member) {
            if (members.remove(member)) {
                tell();
            }
        }

        InMemoryTransport member(int index) throws TransportException {
            List<InMemoryTransport> told = sorted;
            if (index < 0 || index >= told.size()) {
                throw new TransportException("there is no member " + index);
            }
            return told.get(index);
        }

        private void tell() {
            sorted = members.stream()
                    .sorted(Comparator.comparing(member -> member.context.memberName()))
                    .toList();
            List<String> names = sorted.stream().map(member -> member.context.memberName()).toList();
            members.forEach(member -> member.listener.membersChanged(names));
        }
    }
}
