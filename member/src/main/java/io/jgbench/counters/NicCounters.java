package io.jgbench.counters;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.coordination.environment.HostSnapshot;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.kernel.DriverStatistics;
import io.jgbench.kernel.KernelCallException;
import io.jgbench.kernel.LinkQuery;
import io.jgbench.snapshot.LinkTree.Link;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What an interface's card, its driver and its queueing discipline count and {@code /proc/net/dev} does not show. Of a
 * bond, VLAN or bridge, what the cards that it stands on count is added up. Asks
 * the kernel, which takes a fraction of a millisecond; the first time the JVM takes some tens to be able to.
 */
final class NicCounters {
    /**
     * The names by which drivers count frames that told them to pause (IEEE 802.3x): bnxt, mlx4, tg3, the drivers of
     * Intel's cards, bnx2, mlx5. Frames that end a pause are left out where a driver counts them apart.
     */
    private static final Set<String> PAUSE_RECEIVED = Set.of(
            "rx_pause",
            "rx_pause_frames",
            "rx_pause_ctrl_phy",
            "rx_flow_control_xoff",
            "rx_xoff_pause_rcvd",
            "rx_xoff_frames",
            "port.link_xoff_rx",
            "link_xoff_rx.nic");

    private static final Set<String> PAUSE_SENT = Set.of(
            "tx_pause",
            "tx_pause_frames",
            "tx_pause_ctrl_phy",
            "tx_flow_control_xoff",
            "tx_xoff_sent",
            "tx_xoff_frames",
            "port.link_xoff_tx",
            "link_xoff_tx.nic");

    private final Link own;
    private final List<Link> cards;
    private final Supplier<Source> makeSource;

    @GuardedBy("this")
    private final Map<String, List<String>> driverNames = new HashMap<>();

    @GuardedBy("this")
    private Source source;

    /** Whom to ask. */
    interface Source {
        /** See {@link LinkQuery#missedFrames}. */
        OptionalLong missedFrames(int index) throws KernelCallException;

        /** See {@link LinkQuery#carrierLosses}. */
        OptionalLong carrierLosses(int index) throws KernelCallException;

        /** See {@link LinkQuery#queueDrops}. */
        OptionalLong queueDrops(int index) throws KernelCallException;

        /** See {@link DriverStatistics#names}. */
        List<String> driverNames(String networkInterface) throws KernelCallException;

        /** See {@link DriverStatistics#values}. */
        long[] driverValues(String networkInterface) throws KernelCallException;

        /** This host's kernel, which is a Linux. */
        static Source ofThisHost() {
            var links = new LinkQuery();
            var drivers = new DriverStatistics();
            return new Source() {
                @Override
                public OptionalLong missedFrames(int index) throws KernelCallException {
                    return links.missedFrames(index);
                }

                @Override
                public OptionalLong carrierLosses(int index) throws KernelCallException {
                    return links.carrierLosses(index);
                }

                @Override
                public OptionalLong queueDrops(int index) throws KernelCallException {
                    return links.queueDrops(index);
                }

                @Override
                public List<String> driverNames(String networkInterface) throws KernelCallException {
                    return drivers.names(networkInterface);
                }

                @Override
                public long[] driverValues(String networkInterface) throws KernelCallException {
                    return drivers.values(networkInterface);
                }
            };
        }
    }

    /**
     * Those of one interface; nothing is asked yet.
     *
     * @param own the interface
     * @param cards those that it stands on, as a bond does: they lose frames and pause where it shows nothing of it
     */
    NicCounters(Link own, List<Link> cards, Supplier<Source> makeSource) {
        this.own = own;
        this.cards = List.copyOf(cards);
        this.makeSource = makeSource;
    }

    /** What the kernel refuses to tell is left out. */
    synchronized void addTo(Map<String, Long> counters) {
        try {
            addMissedFrames(counters);
            source().carrierLosses(own.index()).ifPresent(losses -> counters.put(Counters.CARRIER_LOSSES, losses));
        } catch (KernelCallException _) {
            // the counter is missing from the result, which says as much
        }
        for (Link link : all()) {
            try {
                source().queueDrops(link.index()).ifPresent(drops -> add(counters, Counters.QUEUE_DROPS, drops));
            } catch (KernelCallException _) {
                // an interface without a queue, such as a pair of virtual ones, drops nothing before it
            }
            try {
                addPauseFrames(link.name(), counters);
            } catch (KernelCallException _) {
                // the fact about the driver says why
            }
        }
    }

    private List<Link> all() {
        return Stream.concat(Stream.of(own), cards.stream()).toList();
    }

    private static void add(Map<String, Long> counters, String counter, long more) {
        counters.merge(counter, more, Long::sum);
    }

    /** A bond adds up what its slaves missed, and a VLAN tells nothing: the cards alone are counted where there are. */
    @GuardedBy("this")
    private void addMissedFrames(Map<String, Long> counters) throws KernelCallException {
        for (Link link : cards.isEmpty() ? List.of(own) : cards) {
            source().missedFrames(link.index())
                    .ifPresent(missed -> add(counters, Counters.INTERFACE_RECEIVE_MISSED, missed));
        }
    }

    @GuardedBy("this")
    private void addPauseFrames(String name, Map<String, Long> counters) throws KernelCallException {
        List<String> names = driverNames(name);
        if (names.stream().noneMatch(NicCounters::isOfPauses)) {
            return;
        }
        long[] values = source().driverValues(name);
        if (values.length != names.size()) {
            // the card has got more or fewer queues, each with counters of its own
            driverNames.remove(name);
            names = driverNames(name);
            values = source().driverValues(name);
        }
        if (values.length == names.size()) {
            add(counters, Counters.PAUSE_FRAMES_RECEIVED, names, values, PAUSE_RECEIVED);
            add(counters, Counters.PAUSE_FRAMES_SENT, names, values, PAUSE_SENT);
        }
    }

    private static void add(
            Map<String, Long> counters, String counter, List<String> names, long[] values, Set<String> wanted) {
        int[] found = IntStream.range(0, names.size())
                .filter(i -> wanted.contains(names.get(i)))
                .toArray();
        if (found.length > 0) {
            add(counters, counter, IntStream.of(found).mapToLong(i -> values[i]).sum());
        }
    }

    private static boolean isOfPauses(String name) {
        return PAUSE_RECEIVED.contains(name) || PAUSE_SENT.contains(name);
    }

    /** The names under which the driver counts pause frames, or why it is not known how many there were. */
    synchronized String pauseNames() {
        Set<String> names = new LinkedHashSet<>();
        Optional<String> refused = Optional.empty();
        for (Link link : all()) {
            try {
                driverNames(link.name()).stream()
                        .filter(NicCounters::isOfPauses)
                        .forEach(names::add);
            } catch (KernelCallException e) {
                refused = Optional.of(e.getMessage());
            }
        }
        return names.isEmpty()
                ? HostSnapshot.absent(refused.map(why -> "its driver does not tell what it counts: " + why)
                        .orElse("its driver counts none by a name that is known"))
                : String.join(", ", names);
    }

    @GuardedBy("this")
    private List<String> driverNames(String name) throws KernelCallException {
        List<String> known = driverNames.get(name);
        if (known == null) {
            known = source().driverNames(name);
            driverNames.put(name, known);
        }
        return known;
    }

    @GuardedBy("this")
    private Source source() {
        if (source == null) {
            source = makeSource.get();
        }
        return source;
    }
}
