package io.jgbench.datagram;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Streams by their numbers, without an object for a number. Not thread-safe. */
final class StreamTable {
    private static final int FIRST_SLOTS = 16;
    private static final int SPREAD = 0x9E3779B9;

    private Stream[] slots = new Stream[FIRST_SLOTS];
    private int used;

    /** The stream, or null. */
    Stream get(int id) {
        return slots[slot(slots, id)];
    }

    /** Adds a stream. Its number must be unique. */
    void add(Stream stream) {
        if (2 * ++used > slots.length) {
            var wider = new Stream[2 * slots.length];
            all().forEach(known -> wider[slot(wider, known.id())] = known);
            slots = wider;
        }
        slots[slot(slots, stream.id())] = stream;
    }

    /** Takes a stream out, if it is there. */
    void remove(int id) {
        var rest = all().stream().filter(stream -> stream.id() != id).toList();
        Arrays.fill(slots, null);
        used = rest.size();
        rest.forEach(stream -> slots[slot(slots, stream.id())] = stream);
    }

    /** All that there are. */
    List<Stream> all() {
        return Arrays.stream(slots).filter(Objects::nonNull).toList();
    }

    private static int slot(Stream[] slots, int id) {
        int mask = slots.length - 1;
        int slot = ((id * SPREAD) >>> 1) & mask;
        while (slots[slot] != null && slots[slot].id() != id) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }
}
