package io.jgbench.coordination.protocol;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * A histogram as a report holds it: HdrHistogram's compressed encoding in base64; empty text where it holds nothing.
 */
public final class HistogramText {
    private static final int SIGNIFICANT_DIGITS = 3;

    /** The most values that a histogram counts: those of 256 members can still be added up. */
    private static final long MOST_VALUES = 1L << 53;

    /** How the library marks its second encoding, the only one that it writes, and the compressed form of that. */
    private static final int COOKIE = 0x1c849303;

    private static final int COMPRESSED_COOKIE = 0x1c849304;

    /** The bits of a cookie that hold a size. */
    private static final int SIZE_IN_COOKIE = 0xf0;

    private static final int COMPRESSED_HEADER_BYTES = 8;
    private static final int HEADER_BYTES = 40;
    private static final int OFFSET_AT = 8;
    private static final int DIGITS_AT = 12;

    private HistogramText() {}

    /** Writes a histogram. */
    public static String encode(Histogram histogram) {
        if (histogram.getTotalCount() == 0) {
            return "";
        }
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    /**
     * Reads a histogram. It takes less than a megabyte of memory, whatever the text says of itself.
     *
     * @throws IllegalArgumentException if the text is none, or one of more than 3 significant digits
     */
    public static Histogram decode(String text) {
        if (text.isEmpty()) {
            return new Histogram(SIGNIFICANT_DIGITS);
        }
        try {
            byte[] compressed = Base64.getDecoder().decode(text);
            checkHeader(compressed);
            var histogram = counted(compressed);
            histogram.setAutoResize(true);
            return histogram;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "a histogram must be a compressed HdrHistogram in base64 of at most " + SIGNIFICANT_DIGITS
                            + " significant digits, got: " + e.getMessage(),
                    e);
        }
    }

    /**
     * The library allocates what the header asks for: with 5 digits that is 50 MB. It still reads its earlier
     * encodings, and in the first of them the digits stand elsewhere.
     */
    private static void checkHeader(byte[] compressed) {
        if (compressed.length < COMPRESSED_HEADER_BYTES) {
            throw new IllegalArgumentException(compressed.length + " bytes");
        }
        var header = ByteBuffer.allocate(HEADER_BYTES);
        var inflater = new Inflater();
        try {
            inflater.setInput(compressed, COMPRESSED_HEADER_BYTES, compressed.length - COMPRESSED_HEADER_BYTES);
            int length = inflater.inflate(header.array());
            if (length < HEADER_BYTES) {
                throw new IllegalArgumentException("a header of " + length + " bytes");
            }
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("bytes that cannot be decompressed", e);
        } finally {
            inflater.end();
        }
        if (!isCookie(ByteBuffer.wrap(compressed).getInt(), COMPRESSED_COOKIE) || !isCookie(header.getInt(0), COOKIE)) {
            throw new IllegalArgumentException("another encoding than HdrHistogram's second one");
        }
        int digits = header.getInt(DIGITS_AT);
        if (digits < 0 || digits > SIGNIFICANT_DIGITS) {
            throw new IllegalArgumentException(digits + " significant digits");
        }
        if (header.getInt(OFFSET_AT) != 0) {
            throw new IllegalArgumentException("one whose values were shifted");
        }
    }

    private static boolean isCookie(int found, int cookie) {
        return (found & ~SIZE_IN_COOKIE) == cookie;
    }

    private static Histogram counted(byte[] compressed) {
        Histogram histogram;
        long sum = 0;
        try {
            histogram = Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(compressed), 0);
            for (HistogramIterationValue value : histogram.recordedValues()) {
                sum = Math.addExact(sum, value.getCountAtValueIteratedTo());
            }
        } catch (DataFormatException | RuntimeException e) {
            // What the library throws for other bytes than its own is of many types, and none of them is declared.
            throw new IllegalArgumentException("counts that HdrHistogram cannot read", e);
        }
        if (sum != histogram.getTotalCount() || sum > MOST_VALUES) {
            throw new IllegalArgumentException("counts of more than " + MOST_VALUES + " values");
        }
        return histogram;
    }
}
