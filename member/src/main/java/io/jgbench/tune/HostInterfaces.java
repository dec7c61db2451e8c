package io.jgbench.tune;

import io.jgbench.coordination.protocol.TuningReport.Bond;
import io.jgbench.snapshot.InterfaceIdentity;
import io.jgbench.snapshot.LinkTree;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The interfaces of this host.
 *
 * @param proc where {@code /proc} is
 * @param classNet where {@code /sys/class/net} is
 * @param own the interface of a name in the network namespace of this process
 * @param addressed whether an interface has an address of its own
 */
record HostInterfaces(
        Path proc, Path classNet, Function<String, Optional<InterfaceIdentity>> own, Predicate<String> addressed) {
    private static final String DEVICE_TYPE = "DEVTYPE=";

    /** Whether it has an interface of that name. */
    boolean has(String networkInterface) {
        return Files.isDirectory(classNet.resolve(networkInterface));
    }

    /**
     * The interface that has an address.
     *
     * @throws IllegalArgumentException if it is no IP address or none of this host, with one sentence
     */
    String withAddress(String address) {
        try {
            var found = NetworkInterface.getByInetAddress(literal(address));
            if (found == null) {
                throw new IllegalArgumentException(
                        "an address must be one of this host, got one that no interface has: " + address);
            }
            return found.getName();
        } catch (SocketException e) {
            throw new IllegalArgumentException(
                    "the interface with the address " + address + " cannot be found: " + e.getMessage(), e);
        }
    }

    /** An empty name, as of a variable that is not set, would be looked up as the loopback address. */
    private static InetAddress literal(String address) {
        try {
            return InetAddress.ofLiteral(address);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("an address must be an IP address, got: " + address, e);
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
                .filter(name -> !isBridge(name))
                .toList();
    }

    /** The bridges among some interfaces and those above them. */
    List<String> bridges(List<String> networkInterfaces) {
        return reached(networkInterfaces, this::directlyAbove).stream()
                .filter(this::isBridge)
                .toList();
    }

    private boolean isBridge(String networkInterface) {
        return Files.isDirectory(classNet.resolve(networkInterface, "bridge"));
    }

    /**
     * Whether the kernel may write the MTU of the interface below it over that of this one, also where that is higher:
     * it does so with an ipvlan. {@code /sys} does not say what is one, only what is a VLAN, macvlan or tunnel.
     */
    boolean mayBeIpvlan(String networkInterface) {
        return first(classNet.resolve(networkInterface, "uevent"))
                .filter(text -> !text.contains(DEVICE_TYPE))
                .isPresent();
    }

    /** The interfaces that have IPv6 addresses. The name is the last of the columns. */
    Set<String> withIpv6() {
        try (Stream<String> lines = Files.lines(proc.resolve("self/net/if_inet6"))) {
            return lines.map(line -> line.substring(line.lastIndexOf(' ') + 1)).collect(Collectors.toSet());
        } catch (IOException e) {
            // a kernel without IPv6 has no such file
            return Set.of();
        }
    }

    /** Whether it has an address of its own; an IPv6 address of the link alone is none, as each interface has one. */
    boolean hasAddress(String networkInterface) {
        return addressed.test(networkInterface);
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
            return links().above(networkInterface).stream()
                    .filter(name -> bond(name).isEmpty())
                    .toList();
        } catch (IOException e) {
            // those of pods come and go at any time
            return List.of();
        }
    }

    private List<String> below(String networkInterface) {
        try {
            return links().below(networkInterface);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "what is below the interface " + networkInterface + " must be told by "
                            + classNet.resolve(networkInterface) + ", which cannot be read; mount sysfs within the"
                            + " network namespace, as container runtimes do",
                    e);
        }
    }

    private LinkTree links() {
        return new LinkTree(classNet);
    }

    /** The interface of the default route with the lowest metric, IPv4 first. */
    Optional<String> ofDefaultRoute() {
        return new HostRoutes(proc).ofDefault();
    }

    /** The interfaces that packets to a server may leave by; none where that is not known. */
    List<String> towards(String server) {
        return new HostRoutes(proc).towards(server);
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

    /** Whether an interface of this process' network namespace has an address of its own. */
    static boolean isAddressed(String networkInterface) {
        try {
            var found = NetworkInterface.getByName(networkInterface);
            return found != null && found.inetAddresses().anyMatch(address -> !isOfTheLink(address));
        } catch (SocketException e) {
            return false;
        }
    }

    private static boolean isOfTheLink(InetAddress address) {
        return address instanceof Inet6Address && address.isLinkLocalAddress();
    }

    private static Optional<String> first(Path file) {
        try {
            return Optional.of(new KernelFile(file).read());
        } catch (SettingException e) {
            // an interface that is down has no carrier to read, one that is no bond no folder of that name
            return Optional.empty();
        }
    }
}
