package io.jgbench.coordination.protocol;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * Rows of counts in a few bytes each: a row is held as its differences to the row before, each of them as a
 * variable-length integer in which small numbers of either sign take one byte (Protocol Buffers' {@code sint64}). To be
 * used by one thread at a time.
 */
public final class CountRows {
    private static final int LONGEST_NUMBER_BYTES = 10;
    private static final int FIRST_CAPACITY_BYTES = 1024;
    private static final int MORE = 0x80;
    private static final int BITS = 7;
    private static final int BITS_MASK = 0x7f;

    private final long[] last;
    private byte[] bytes = new byte[FIRST_CAPACITY_BYTES];
    private int length;
    private int size;

    /**
     * Without a row.
     *
     * @param columns how many counts a row has, at least 1
     */
    public CountRows(int columns) {
        if (columns < 1) {
            throw new IllegalArgumentException("a row must have at least 1 count, got: " + columns);
        }
        this.last = new long[columns];
    }

    /**
     * Reads what {@link #text} wrote.
     *
     * @param mostBytes what the rows may take at the most when they are inflated, as {@link #bytes} counts it: a short
     *     text can stand for any number of bytes
     * @throws IllegalArgumentException if the text is not made of whole rows with this number of columns, or of more
     */
    public static CountRows of(int columns, String text, int mostBytes) {
        var rows = new CountRows(columns);
        if (!text.isEmpty()) {
            rows.bytes = inflated(Base64.getDecoder().decode(text), mostBytes);
            rows.length = rows.bytes.length;
            List<long[]> all = rows.decoded();
            if (all.isEmpty()) {
                throw new IllegalArgumentException("rows of counts must be empty text where there is no row");
            }
            rows.size = all.size();
            System.arraycopy(all.getLast(), 0, rows.last, 0, columns);
        }
        return rows;
    }

    /** Adds a row, which has a count for each column. */
    public void add(long... row) {
        if (row.length != last.length) {
            throw new IllegalArgumentException("a row must have " + last.length + " counts, got: " + row.length);
        }
        if (bytes.length < length + row.length * LONGEST_NUMBER_BYTES) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length + row.length * LONGEST_NUMBER_BYTES);
        }
        for (int i = 0; i < row.length; i++) {
            write(row[i] - last[i]);
            last[i] = row[i];
        }
        size++;
    }

    private void write(long difference) {
        long left = (difference << 1) ^ (difference >> (Long.SIZE - 1));
        while ((left & ~BITS_MASK) != 0) {
            bytes[length++] = (byte) ((left & BITS_MASK) | MORE);
            left >>>= BITS;
        }
        bytes[length++] = (byte) left;
    }

    /** How many rows there are. */
    public int size() {
        return size;
    }

    /** How many bytes they take. */
    public int bytes() {
        return length;
    }

    /** All rows, in their order. */
    public List<long[]> all() {
        return decoded();
    }

    private List<long[]> decoded() {
        List<long[]> rows = new ArrayList<>();
        long[] row = new long[last.length];
        int at = 0;
        while (at < length) {
            row = row.clone();
            for (int column = 0; column < row.length; column++) {
                long number = 0;
                int shift = 0;
                int next;
                do {
                    if (at == length || shift >= Long.SIZE) {
                        throw new IllegalArgumentException(
                                "rows of " + row.length + " counts must end with a whole row, found the end in one");
                    }
                    next = bytes[at++];
                    number |= (long) (next & BITS_MASK) << shift;
                    shift += BITS;
                } while ((next & MORE) != 0);
                row[column] += (number >>> 1) ^ -(number & 1);
            }
            rows.add(row);
        }
        return rows;
    }

    /** The second, the fourth and so on, in half of the room. */
    public CountRows everySecond() {
        var half = new CountRows(last.length);
        List<long[]> all = all();
        for (int i = 1; i < all.size(); i += 2) {
            half.add(all.get(i));
        }
        return half;
    }

    /** All rows as text: deflated, in base64; empty where there is none. */
    public String text() {
        return size == 0 ? "" : Base64.getEncoder().encodeToString(deflated());
    }

    private byte[] deflated() {
        var out = new ByteArrayOutputStream();
        try (var deflating = new DeflaterOutputStream(out)) {
            deflating.write(bytes, 0, length);
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot be written", e);
        }
        return out.toByteArray();
    }

    private static byte[] inflated(byte[] deflated, int mostBytes) {
        try (var inflating = new InflaterInputStream(new ByteArrayInputStream(deflated))) {
            byte[] inflated = inflating.readNBytes(mostBytes + 1);
            if (inflated.length > mostBytes) {
                throw new IllegalArgumentException(
                        "rows of counts must have at most " + mostBytes + " bytes when they are inflated, got: more");
            }
            return inflated;
        } catch (IOException e) {
            throw new IllegalArgumentException("rows of counts must be deflated data in base64: " + e.getMessage(), e);
        }
    }
}
