package io.jgbench.tune;

import io.jgbench.coordination.spec.NamePattern;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The interface that keeps the host reachable: its MTU, transmit queue and flow control are not changed, nor are those
 * of the interfaces below it.
 *
 * @param address an address that it has; empty where nothing is protected
 * @param except interfaces that may be changed all the same
 */
public record Protection(Optional<String> address, List<NamePattern> except) {
    /** Every interface may be changed. */
    public static final Protection NONE = new Protection(Optional.empty(), List.of());

    /** Refuses nulls and copies the patterns. */
    public Protection {
        Objects.requireNonNull(address, "address");
        except = List.copyOf(except);
    }

    /**
     * The interfaces that the host's own address is on or passes; those of the default route where none was told. They
     * are the protected ones and those that are excepted.
     */
    List<String> own(HostInterfaces host) {
        return address.map(host::withAddress)
                .or(() -> host.ofDefaultRoute().filter(host::has))
                .map(host::withThoseBelow)
                .orElse(List.of());
    }

    /** The protected interfaces of a host; none where the one with the address may be changed. */
    List<String> interfaces(HostInterfaces host) {
        return address
                .map(host::withAddress)
                .filter(name -> !NamePattern.anyMatches(except, name))
                .map(host::withThoseBelow)
                .orElse(List.of())
                .stream()
                .filter(name -> !NamePattern.anyMatches(except, name))
                .toList();
    }
}
