package io.jgbench.coordination.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.coordination.protocol.CountRows;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class CountRowsTest {
    @Test
    void rowsAreReadAsTheyWereWritten() {
        var rows = new CountRows(3);
        rows.add(1_800_000_000_000_000L, 0, Long.MAX_VALUE);
        rows.add(1_800_000_000_100_000L, 40_000, Long.MIN_VALUE);
        rows.add(1_800_000_000_200_000L, 39_999, -1);

        var read = CountRows.of(3, rows.text());

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
        assertThat(CountRows.of(2, "").all()).isEmpty();
    }

    @Test
    void textThatHoldsNoRowsIsRefused() {
        String noDeflatedData = Base64.getEncoder().encodeToString(new byte[] {1, 2, 3});
        var rows = new CountRows(2);
        rows.add(1, 2);

        assertThatThrownBy(() -> CountRows.of(2, noDeflatedData))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("deflated data");
        assertThatThrownBy(() -> CountRows.of(3, rows.text()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rows of 3 counts must end with a whole row");
    }
}
