package io.jgbench.coordination.protocol;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * A histogram as a report holds it: HdrHistogram's compressed encoding in base64; empty text where it holds nothing.
 */
public final class HistogramText {
    private static final int SIGNIFICANT_DIGITS = 3;

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
     * Reads a histogram.
     *
     * @throws IllegalArgumentException if the text is none
     */
    public static Histogram decode(String text) {
        if (text.isEmpty()) {
            return new Histogram(SIGNIFICANT_DIGITS);
        }
        try {
            var histogram = Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
            histogram.setAutoResize(true);
            return histogram;
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("a histogram must be a compressed HdrHistogram in base64", e);
        }
    }
}
