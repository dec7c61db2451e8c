package io.jgbench.counters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the kernel dropped as the receive buffers of a process's own datagram sockets were full. The protocol's counter
 * in {@code /proc/net/snmp} is that of all processes in the network namespace: members that share one would each be
 * charged with the drops of all.
 */
public final class UdpSocketDrops {
    private static final int ADDRESS_COLUMN = 1;
    private static final int INODE_COLUMN = 9;
    private static final int DROPS_COLUMN = 12;

    private final Path process;

    /** Of a process whose folder in {@code /proc} this is. */
    public UdpSocketDrops(Path process) {
        this.process = process;
    }

    /** Datagrams dropped since the sockets were opened; empty where the kernel does not tell. */
    Optional<Long> drops() {
        return dropsByPort()
                .map(drops -> drops.values().stream().mapToLong(Long::longValue).sum());
    }

    /** The same by the ports that the sockets are bound to, 0 of those that are not bound. */
    public Optional<Map<Integer, Long>> dropsByPort() {
        try {
            Set<String> own = new OwnSockets(process).descriptorByInode().keySet();
            Map<Integer, Long> drops = new HashMap<>();
            for (String table : List.of("net/udp", "net/udp6")) {
                if (Files.exists(process.resolve(table))) {
                    addDrops(drops, Files.readAllLines(process.resolve(table)), own);
                }
            }
            return Optional.of(drops);
        } catch (IOException e) {
            // Not a Linux, or not to be read here: the counter is missing from the result, which says as much.
            return Optional.empty();
        }
    }

    private static void addDrops(Map<Integer, Long> drops, List<String> table, Set<String> own) {
        for (String line : table) {
            List<String> columns = KernelFiles.columns(line);
            if (columns.size() > DROPS_COLUMN && own.contains(columns.get(INODE_COLUMN))) {
                drops.merge(port(columns.get(ADDRESS_COLUMN)), Long.parseLong(columns.get(DROPS_COLUMN)), Long::sum);
            }
        }
    }

    /** Of an address such as {@code 0100007F:1F90}: digits of base 16, the port behind the colon. */
    private static int port(String address) {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), 16);
    }
}
