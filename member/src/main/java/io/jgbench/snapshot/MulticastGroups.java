package io.jgbench.snapshot;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Which interfaces of a network namespace are in a multicast group, for whichever program, from {@code /proc/net/igmp}
 * and {@code /proc/net/igmp6}. A switch with IGMP snooping sends a group's packets only to hosts that have joined it.
 */
public final class MulticastGroups {
    private static final int HEX = 16;
    private static final int DEVICE_COLUMN = 1;
    private static final int GROUP_COLUMN = 2;

    private final KernelTree process;

    /**
     * Those of the namespace of a process.
     *
     * @param process its folder in {@code /proc}
     */
    public MulticastGroups(Path process) {
        this.process = new KernelTree(process);
    }

    /** Their names, sorted; none where no interface is in it, or the kernel does not tell. */
    public List<String> interfacesIn(InetAddress group) {
        List<String> found = group instanceof Inet4Address ? inIgmp(number(group)) : inIgmp6(group);
        return found.stream().distinct().sorted().toList();
    }

    /** The kernel prints the address as a number in the byte order of its CPU. */
    private static int number(InetAddress group) {
        return ByteBuffer.wrap(group.getAddress())
                .order(ByteOrder.nativeOrder())
                .getInt();
    }

    /** A line {@code 2 eth0 : 1 V3} for each interface, and below it lines that begin with a tab for its groups. */
    private List<String> inIgmp(int group) {
        List<String> found = new ArrayList<>();
        String device = "";
        for (String line : process.lines("net/igmp")) {
            String[] columns = line.strip().split("[\\s:]+", -1);
            if (!line.startsWith("\t")) {
                device = columns.length > DEVICE_COLUMN ? columns[DEVICE_COLUMN] : "";
            } else if (columns[0].matches("[0-9A-F]{8}") && Integer.parseUnsignedInt(columns[0], HEX) == group) {
                found.add(device);
            }
        }
        return found;
    }

    /** A line {@code 2 eth0 ff02…01 1 0000000C 0} for each group of each interface. */
    private List<String> inIgmp6(InetAddress group) {
        String wanted = HexFormat.of().formatHex(group.getAddress());
        List<String> found = new ArrayList<>();
        for (String line : process.lines("net/igmp6")) {
            String[] columns = line.strip().split("\\s+", -1);
            if (columns.length > GROUP_COLUMN && columns[GROUP_COLUMN].equals(wanted)) {
                found.add(columns[DEVICE_COLUMN]);
            }
        }
        return found;
    }
}
