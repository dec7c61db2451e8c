package io.jgbench.tune;

import io.jgbench.coordination.spec.NamePattern;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The interfaces that keep the host reachable: their MTU, transmit queue and flow control are not changed. They are the
 * one with the host's own address, those that packets to a server leave by, and all that is below these. The address
 * may be on a tunnel, a port of Open vSwitch or a dummy, which say nothing of the interface that its packets pass.
 *
 * @param address the host's own; empty where nothing is protected
 * @param server the name or address of a server that the host must go on reaching
 * @param except interfaces that may be changed all the same
 */
public record Protection(Optional<String> address, Optional<String> server, List<NamePattern> except) {
    /** Every interface may be changed. */
    public static final Protection NONE = new Protection(Optional.empty(), Optional.empty(), List.of());

    /** Refuses nulls and copies the patterns. */
    public Protection {
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(server, "server");
        except = List.copyOf(except);
    }

    /**
     * The interfaces that the host's own address is on or passes, or those of the default route where none was told,
     * and those towards the server. They are the protected ones and those that are excepted.
     */
    List<String> own(HostInterfaces host) {
        return roots(
                        host,
                        address.map(host::withAddress)
                                .or(() -> host.ofDefaultRoute().filter(host::has)))
                .flatMap(root -> host.withThoseBelow(root).stream())
                .distinct()
                .toList();
    }

    /** The protected interfaces of a host; where one may be changed, those below it may be as well. */
    List<String> interfaces(HostInterfaces host) {
        if (address.isEmpty()) {
            return List.of();
        }
        return roots(host, address.map(host::withAddress))
                .filter(this::isProtected)
                .flatMap(root -> host.withThoseBelow(root).stream())
                .filter(this::isProtected)
                .distinct()
                .toList();
    }

    private Stream<String> roots(HostInterfaces host, Optional<String> own) {
        Stream<String> towardsServer =
                server.stream().flatMap(name -> host.towards(name).stream()).filter(host::has);
        return Stream.concat(own.stream(), towardsServer);
    }

    /**
     * Those of some interfaces that are protected because they have no address of their own. A member has none of its
     * own there, so they carry somebody else's packets: those of the host, where they are ports of Open vSwitch.
     */
    List<String> withoutAddress(HostInterfaces host, List<String> networkInterfaces) {
        return networkInterfaces.stream()
                .filter(_ -> address.isPresent())
                .filter(name -> !host.hasAddress(name))
                .filter(this::isProtected)
                .toList();
    }

    private boolean isProtected(String name) {
        return !NamePattern.anyMatches(except, name);
    }
}
