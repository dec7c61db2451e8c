package io.jgbench.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What an interface's driver counts under names of its own, as {@code ethtool -S} shows it. Numbers and structures are
 * those of {@code linux/ethtool.h}.
 */
public final class DriverStatistics {
    private static final int ETHTOOL_GSTRINGS = 0x1b;
    private static final int ETHTOOL_GSTATS = 0x1d;
    private static final int ETHTOOL_GSSET_INFO = 0x37;
    private static final int ETH_SS_STATS = 1;

    /** {@code struct ethtool_sset_info}: command, reserved, a mask of 64 bits, then a number for each bit. */
    private static final long MASK = 8;

    private static final long COUNT = 16;

    /** {@code struct ethtool_gstrings}: command, which set, how many, then the names. */
    private static final long NAMES = 12;

    private static final int NAME_BYTES = 32;

    /** {@code struct ethtool_stats}: command, how many, then the values. */
    private static final long VALUES = 8;

    /** Room for values that a card gets between two calls: one of 128 queues has this many. */
    private static final int SPARE_VALUES = 4096;

    private final InterfaceCalls calls = new InterfaceCalls();

    /** The names, in the driver's order; none where it counts nothing. */
    public List<String> names(String networkInterface) throws KernelCallException {
        try (var arena = Arena.ofConfined()) {
            int count = count(arena, networkInterface);
            if (count == 0) {
                return List.of();
            }
            // Older kernels write as many as there are at that moment.
            int room = 2 * count + SPARE_VALUES;
            MemorySegment command = arena.allocate(NAMES + (long) room * NAME_BYTES, Long.BYTES);
            command.set(JAVA_INT, 0, ETHTOOL_GSTRINGS);
            command.set(JAVA_INT, 4, ETH_SS_STATS);
            command.set(JAVA_INT, 8, count);
            calls.ethtool(networkInterface, command);
            List<String> names = new ArrayList<>();
            for (int i = 0; i < Math.min(room, command.get(JAVA_INT, 8)); i++) {
                names.add(name(command.asSlice(NAMES + (long) i * NAME_BYTES, NAME_BYTES)));
            }
            return names;
        }
    }

    private int count(Arena arena, String networkInterface) throws KernelCallException {
        MemorySegment command = arena.allocate(COUNT + Integer.BYTES, Long.BYTES);
        command.set(JAVA_INT, 0, ETHTOOL_GSSET_INFO);
        command.set(JAVA_LONG, MASK, 1L << ETH_SS_STATS);
        calls.ethtool(networkInterface, command);
        return command.get(JAVA_LONG, MASK) == 0 ? 0 : Math.max(0, command.get(JAVA_INT, COUNT));
    }

    private static String name(MemorySegment bytes) {
        byte[] text = bytes.toArray(JAVA_BYTE);
        int end = 0;
        while (end < text.length && text[end] != 0) {
            end++;
        }
        return new String(text, 0, end, StandardCharsets.US_ASCII).strip();
    }

    /**
     * The values, in the order of the names that there are now: as many as the driver has, which is another number once
     * somebody has given the card more or fewer queues. None where that happens within the call, if the kernel looks at
     * how many were asked for.
     */
    public long[] values(String networkInterface) throws KernelCallException {
        try (var arena = Arena.ofConfined()) {
            int count = count(arena, networkInterface);
            // Older kernels write as many as there are at that moment, however many were asked for.
            int room = count * 2 + SPARE_VALUES;
            MemorySegment command = arena.allocate(VALUES + (long) room * Long.BYTES, Long.BYTES);
            command.set(JAVA_INT, 0, ETHTOOL_GSTATS);
            command.set(JAVA_INT, 4, count);
            calls.ethtool(networkInterface, command);
            int written = Math.clamp(command.get(JAVA_INT, 4), 0, room);
            return command.asSlice(VALUES, (long) written * Long.BYTES).toArray(JAVA_LONG);
        }
    }
}
