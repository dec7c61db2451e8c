package io.jgbench.coordination.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.CountRows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;

class CountRowsTest {
    private static final int MOST = 1024;

    @Test
    void rowsAreReadAsTheyWereWritten() {
        var rows = new CountRows(3);
        rows.add(1_800_000_000_000_000L, 0, Long.MAX_VALUE);
        rows.add(1_800_000_000_100_000L, 40_000, Long.MIN_VALUE);
        rows.add(1_800_000_000_200_000L, 39_999, -1);

        var read = CountRows.of(3, rows.text(), MOST);

        assertThat(read.size()).isEqualTo(3);
        assertThat(read.all())
                .containsExactly(
                        new long[] {1_800_000_000_000_000L, 0, Long.MAX_VALUE},
                        new long[] {1_800_000_000_100_000L, 40_000, Long.MIN_VALUE},
                        new long[] {1_800_000_000_200_000L, 39_999, -1});
        read.add(1_800_000_000_300_000L, 5, 6);
        assertThat(read.all().getLast()).containsExactly(1_800_000_000_300_000L, 5, 6);
    }

    @Test
    void sampleTakesAFewBytes() {
        var rows = new CountRows(10);
        for (int i = 0; i < 18_000; i++) {
            rows.add(
                    100_000L * i + i * 7919L % 300,
                    4000L * i + i * 104_729L % 2000,
                    1000L * i,
                    0,
                    0,
                    0,
                    i / 50,
                    0,
                    0,
                    0);
        }

        assertThat(rows.text().length() / 18_000).isLessThan(8);
    }

    @Test
    void halfOfTheRowsHoldTheSameCounts() {
        var rows = new CountRows(1);
        for (int i = 1; i <= 5; i++) {
            rows.add(10L * i);
        }

        assertThat(rows.everySecond().all()).containsExactly(new long[] {20}, new long[] {40});
    }

    @Test
    void noRowsAreNoText() {
        assertThat(new CountRows(2).text()).isEmpty();
        assertThat(CountRows.of(2, "", MOST).all()).isEmpty();
    }

    @Test
    void textThatHoldsNoRowsIsRefused() {
        String noDeflatedData = Base64.getEncoder().encodeToString(new byte[] {1, 2, 3});
        var rows = new CountRows(2);
        rows.add(1, 2);

        assertThatThrownBy(() -> CountRows.of(2, noDeflatedData, MOST))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("deflated data");
        assertThatThrownBy(() -> CountRows.of(3, rows.text(), MOST))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rows of 3 counts must end with a whole row");
    }

    @Test
    void rowsWithoutAColumnAreRefused() {
        var rows = new CountRows(1);
        rows.add(1);

        assertThatThrownBy(() -> CountRows.of(0, rows.text(), MOST))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a row must have at least 1 count, got: 0");
        assertThatThrownBy(() -> new Activity(List.of(), rows.text()).samples())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a row must have at least 1 count, got: 0");
    }

    @Test
    void rowsThatInflateToMoreThanIsAllowedAreRefused() {
        var rows = new CountRows(1);
        for (int i = 0; i <= MOST; i++) {
            rows.add(0);
        }

        assertThatThrownBy(() -> CountRows.of(1, rows.text(), MOST))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most 1024 bytes when they are inflated");
        assertThat(CountRows.of(1, rows.text(), MOST + 1).size()).isEqualTo(MOST + 1);
    }

    @Test
    void activityThatInflatesToGigabytesIsRefused() throws IOException {
        var deflated = new ByteArrayOutputStream();
        try (var deflating = new DeflaterOutputStream(deflated)) {
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 256; i++) {
                deflating.write(zeros);
            }
        }
        String text = Base64.getEncoder().encodeToString(deflated.toByteArray());

        assertThatThrownBy(() -> new Activity(List.of(Activity.EPOCH_MICROS), text).samples())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most 393216 bytes");
    }

    @Test
    void textThatHoldsNoRowIsNoneOfOurs() throws IOException {
        var deflated = new ByteArrayOutputStream();
        new DeflaterOutputStream(deflated).close();
        String text = Base64.getEncoder().encodeToString(deflated.toByteArray());

        assertThatThrownBy(() -> CountRows.of(1, text, MOST))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("empty text where there is no row");
    }
}
