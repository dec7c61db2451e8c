package io.jgbench.tune;

import io.jgbench.coordination.protocol.TuningReport.Bond;
import io.jgbench.snapshot.InterfaceIdentity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The interfaces of this host.
 *
 * @param proc where {@code /proc} is
 * @param classNet where {@code /sys/class/net} is
 * @param own the interface of a name in the network namespace of this process
 */
record HostInterfaces(Path proc, Path classNet, Function<String, Optional<InterfaceIdentity>> own) {
    /** How the kernel names the links to the interfaces below one. */
    private static final String LOWER = "lower_";

    /** And to those above it, as far as they are in the same network namespace. */
    private static final String UPPER = "upper_";

    private static final int ROUTE_UP = 1;
    private static final String NO_ADDRESS = "00000000";

    /** Whether it has an interface of that name. */
    boolean has(String networkInterface) {
        return Files.isDirectory(classNet.resolve(networkInterface));
    }

    /**
     * The interface that has an address.
     *
     * @throws IllegalArgumentException if the address is none of this host, with one sentence
     */
    String withAddress(String address) {
        try {
            var found = NetworkInterface.getByInetAddress(InetAddress.getByName(address));
            if (found == null) {
                throw new IllegalArgumentException(
                        "an address must be one of this host, got one that no interface has: " + address);
            }
            return found.getName();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("an address must be an IP address, got: " + address, e);
        } catch (SocketException e) {
            throw new IllegalArgumentException(
                    "the interface with the address " + address + " cannot be found: " + e.getMessage(), e);
        }
    }

    /**
     * An interface and all that its packets pass below it: the ports of a bridge, the slaves of a bond, what a VLAN is
     * on.
     */
    List<String> withThoseBelow(String networkInterface) {
        return reached(List.of(networkInterface), this::below);
    }

    /**
     * Those above some interfaces whose MTU the kernel may lower with theirs and does not raise again, the closest
     * first: VLANs and macvlans on them, on bridges that they are ports of, and on one another. None that is in another
     * network namespace. Bridges are not among them: they follow their ports both ways, until somebody sets their MTU.
     * Bonds do not follow their slaves.
     */
    List<String> above(List<String> networkInterfaces) {
        return reached(networkInterfaces, this::directlyAbove).stream()
                .filter(name -> !networkInterfaces.contains(name))
                .filter(name -> !Files.isDirectory(classNet.resolve(name, "bridge")))
                .toList();
    }

    private static List<String> reached(List<String> first, Function<String, List<String>> step) {
        Set<String> found = new LinkedHashSet<>();
        Deque<String> next = new ArrayDeque<>(first);
        while (!next.isEmpty()) {
            String name = next.remove();
            if (found.add(name)) {
                next.addAll(step.apply(name));
            }
        }
        return List.copyOf(found);
    }

    private List<String> directlyAbove(String networkInterface) {
        try {
            return linked(networkInterface, UPPER).stream()
                    .filter(name -> bond(name).isEmpty())
                    .toList();
        } catch (IOException e) {
            // those of pods come and go at any time
            return List.of();
        }
    }

    private List<String> linked(String networkInterface, String kind) throws IOException {
        try (Stream<Path> files = Files.list(classNet.resolve(networkInterface))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith(kind))
                    .map(name -> name.substring(kind.length()))
                    .sorted()
                    .toList();
        }
    }

    private List<String> below(String networkInterface) {
        try {
            return linked(networkInterface, LOWER);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "what is below the interface " + networkInterface + " must be told by "
                            + classNet.resolve(networkInterface) + ", which cannot be read; mount sysfs within the"
                            + " network namespace, as container runtimes do",
                    e);
        }
    }

    /** The interface of the default route with the lowest metric, IPv4 first. */
    Optional<String> ofDefaultRoute() {
        return lines("self/net/route").stream()
                .skip(1)
                .map(line -> line.strip().split("\\s+", -1))
                .filter(route -> route.length > 7
                        && route[1].equals(NO_ADDRESS)
                        && route[7].equals(NO_ADDRESS)
                        && (Integer.parseInt(route[3], 16) & ROUTE_UP) != 0)
                .min(Comparator.comparingLong(route -> Long.parseLong(route[6])))
                .map(route -> route[0])
                .or(this::ofDefaultRoute6);
    }

    /** Columns: destination, its prefix, source, its prefix, next hop, metric, two counters, flags, interface. */
    private Optional<String> ofDefaultRoute6() {
        return lines("self/net/ipv6_route").stream()
                .map(line -> line.strip().split("\\s+", -1))
                .filter(route -> route.length > 9
                        && route[1].equals("00")
                        && route[0].matches("0+")
                        && !route[9].equals("lo")
                        && (Long.parseLong(route[8], 16) & ROUTE_UP) != 0)
                .min(Comparator.comparingLong(route -> Long.parseLong(route[5], 16)))
                .map(route -> route[9]);
    }

    /** What the interface joins, if it is a bond. */
    Optional<Bond> bond(String networkInterface) {
        Path bonding = classNet.resolve(networkInterface, "bonding");
        return first(bonding.resolve("mode"))
                .map(mode -> new Bond(
                        mode.split(" ", -1)[0],
                        first(bonding.resolve("slaves")).stream()
                                .flatMap(slaves -> List.of(slaves.split(" ", -1)).stream())
                                .filter(slave -> !slave.isEmpty())
                                .toList()));
    }

    /** Whether the interface has a link to something; false also while it is not up. */
    boolean hasCarrier(String networkInterface) {
        return first(classNet.resolve(networkInterface, "carrier")).equals(Optional.of("1"));
    }

    /**
     * Whether {@code /sys} shows the interfaces of the network namespace that this process is in. It shows those of the
     * process that mounted it.
     */
    boolean isOfThisNamespace(String networkInterface) {
        return own.apply(networkInterface)
                .filter(identity -> identity.isOf(classNet.resolve(networkInterface)))
                .isPresent();
    }

    /** The interface of a name in the network namespace of this process; empty if it has none. */
    static Optional<InterfaceIdentity> ofThisProcess(String networkInterface) {
        try {
            return Optional.ofNullable(NetworkInterface.getByName(networkInterface))
                    .map(InterfaceIdentity::of);
        } catch (SocketException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> first(Path file) {
        try {
            return Optional.of(new KernelFile(file).read());
        } catch (SettingException e) {
            // an interface that is down has no carrier to read, one that is no bond no folder of that name
            return Optional.empty();
        }
    }

    private List<String> lines(String file) {
        try {
            return Files.readAllLines(proc.resolve(file));
        } catch (IOException e) {
            // a kernel without IPv6 has no such routes
            return List.of();
        }
    }
}
