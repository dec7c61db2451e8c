package io.jgbench.coordination.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.coordination.protocol.HistogramText;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Random;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class HistogramTextTest {
    @Test
    void histogramIsReadAsItWasWritten() {
        var histogram = new Histogram(3);
        new Random(1).longs(1000, 1, 10_000_000_000L).forEach(histogram::recordValue);

        assertThat(HistogramText.decode(HistogramText.encode(histogram))).isEqualTo(histogram);
        assertThat(HistogramText.decode("").getTotalCount()).isZero();
    }

    @Test
    void histogramThatAsksForMuchMemoryIsRefused() {
        var histogram = new Histogram(1, Long.MAX_VALUE, 5);
        histogram.recordValue(1);

        refused(HistogramText.encode(histogram), "5 significant digits");
    }

    /** Its header has the digits elsewhere: this one asks for 5 of them. */
    @Test
    void histogramInAnEarlierEncodingIsRefused() {
        byte[] first = ByteBuffer.allocate(48)
                .putInt(0x1c849388)
                .putInt(5)
                .putLong(1)
                .putLong(Long.MAX_VALUE)
                .putLong(0)
                .array();

        refused(compressed(0x1c849389, first), "another encoding than HdrHistogram's second one");
        refused(compressed(0x1c849314, first), "another encoding than HdrHistogram's second one");
    }

    @Test
    void moreValuesThanAnyMemberCountsAreRefused() {
        var histogram = new Histogram(3);
        histogram.recordValueWithCount(1, Long.MAX_VALUE / 2);
        histogram.recordValueWithCount(5, Long.MAX_VALUE / 2);
        histogram.recordValueWithCount(9, Long.MAX_VALUE / 2);

        refused(HistogramText.encode(histogram), "counts of more than 9007199254740992 values");
    }

    @Test
    void bytesThatAreNoHistogramAreRefusedWithOneSentence() {
        refused("no base64", "Illegal base64 character");
        refused(Base64.getEncoder().encodeToString(new byte[3]), "got: 3 bytes");
        refused(Base64.getEncoder().encodeToString(new byte[100]), "got: bytes that cannot be decompressed");
        refused(compressed(new byte[10]), "a header of 10 bytes");
        refused(compressed(new byte[400]), "another encoding than HdrHistogram's second one");
    }

    /** The library says of it no more than the name of an exception. */
    @Test
    void headerThatTheLibraryRefusesIsRefusedWithASentence() {
        byte[] header = ByteBuffer.allocate(48)
                .putInt(0x1c849313)
                .putInt(8)
                .putInt(0)
                .putInt(3)
                .putLong(0)
                .putLong(1)
                .putDouble(1)
                .array();

        refused(compressed(header), "got: counts that HdrHistogram cannot read");
    }

    private static void refused(String text, String why) {
        assertThatThrownBy(() -> HistogramText.decode(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("a histogram must be a compressed HdrHistogram in base64")
                .hasMessageContaining(why);
    }

    /** As HdrHistogram compresses it. */
    private static String compressed(byte[] content) {
        return compressed(0x1c849314, content);
    }

    private static String compressed(int cookie, byte[] content) {
        var deflater = new Deflater();
        deflater.setInput(content);
        deflater.finish();
        byte[] deflated = new byte[content.length + 100];
        int length = deflater.deflate(deflated);
        deflater.end();
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(ByteBuffer.allocate(8).putInt(cookie).putInt(length).array());
        bytes.write(deflated, 0, length);
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }
}
