package io.jgbench.snapshot;

import java.io.IOException;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Reads an interface's line rate from {@code /sys/class/net}. Only what hardware says is one: that of a card, or of a
 * bond, a VLAN or a bridge that stands on one. A pair of virtual interfaces says 10000 whatever it carries (the
 * kernel's {@code drivers/net/veth.c}), and a card that a hypervisor emulates often says nothing. A bridge says what
 * its fastest port says (the kernel's {@code net/bridge/br_device.c}), also where that is a virtual one, and a VLAN
 * says what the interface below it says.
 *
 * @param classNet where {@code /sys/class/net} is
 */
public record LineRate(Path classNet) {
    private static final long BITS_PER_MEGABIT = 1_000_000;

    /**
     * The line rate of an interface of this process in bits per second; empty if it is not known, as where
     * {@code /sys} shows the interfaces of another network namespace.
     */
    public Optional<Long> bitsPerSecond(NetworkInterface own) {
        return InterfaceIdentity.of(own).isOf(classNet.resolve(own.getName()))
                ? bitsPerSecond(own.getName())
                : Optional.empty();
    }

    /** The line rate of an interface that {@code /sys} shows. */
    Optional<Long> bitsPerSecond(String networkInterface) {
        var links = new LinkTree(classNet);
        try {
            if (!links.standsOnHardware(networkInterface)) {
                return Optional.empty();
            }
            List<String> below = links.below(networkInterface);
            if (has(networkInterface, "bridge")) {
                return below.stream()
                        .flatMap(port -> bitsPerSecond(port).stream())
                        .max(Comparator.naturalOrder());
            }
            if (links.isCard(networkInterface) || has(networkInterface, "bonding") || below.size() != 1) {
                return said(networkInterface);
            }
            return bitsPerSecond(below.getFirst());
        } catch (IOException | NumberFormatException e) {
            // the kernel answers so where a driver does not tell, and where the link is down
            return Optional.empty();
        }
    }

    private boolean has(String networkInterface, String folder) {
        return Files.exists(classNet.resolve(networkInterface, folder));
    }

    private Optional<Long> said(String networkInterface) throws IOException {
        String megabits =
                Files.readString(classNet.resolve(networkInterface, "speed")).strip();
        return Optional.of(Long.parseLong(megabits) * BITS_PER_MEGABIT).filter(rate -> rate > 0);
    }
}
