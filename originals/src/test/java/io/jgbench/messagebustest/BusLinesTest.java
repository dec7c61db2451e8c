package io.jgbench.messagebustest;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.workload.messagebus.MessageBusReport.Traffic;
import io.jgbench.messagebustest.BusLines.Backlog;
import io.jgbench.workload.messagebus.BusTotals;
import io.jgbench.workload.messagebus.BusTotalsBuilder;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class BusLinesTest {
    private static final long SECOND = 1_000_000_000L;

    private final BusTotals before = totals(SECOND, 1000, 10, 1, SECOND, 5_000_000);
    private final BusTotals now = totals(3 * SECOND, 3000, 210, 4, 3 * SECOND, 5_000_000, 102_400, 102_400);

    @Test
    void lineTellsWhatWentByBetweenTwoReadings() {
        var lines = new BusLines(before, now, 4, 2, 3, new Backlog(2048, 512), true);

        // within two seconds; the percentages are those of what four threads, and two end points, have of them
        assertThat(lines.line())
                .isEqualTo("throughput(out 1000msg/s 8mb/s, in 100msg/s 800kb/s), latency(response(avg 102.43us,"
                        + " effective 136.58us, min 102.40us, max 102.46us), receipt 102.43us), backlog(out 25% 15/s"
                        + " 2KB, in 13% 5/s 512B), connections 3, errors 6");
        assertThat(lines.percentiles()).endsWith("2 samples");
    }

    @Test
    void lineOfOneThatDoesNotSendHasNoBacklogOfItsOwnAndNoLatencies() {
        var lines = new BusLines(before, before, 0, 1, 1, new Backlog(0, 0), false);

        assertThat(lines.line()).contains("latency(response n/a, receipt n/a), backlog(out n/a 0/s n/a, in 0% 0/s 0B)");
    }

    @Test
    void rowHasWholeNumbersHoweverLarge() {
        BusTotals later = totals(3 * SECOND, 41_000, 20_010, 1, SECOND, 5_000_000);
        var lines = new BusLines(before, later, 4, 2, 3, new Backlog(2048, 512), true);

        assertThat(lines.row()).startsWith("10000\t10000000\t20000\t20000000\t");
        assertThat(lines.row().split("\t")).hasSize(17).allMatch(column -> column.matches("-?\\d+"));
    }

    @Test
    void totalsOfTwoEndPointsAddUp() {
        BusTotals both = now.plus(before);

        assertThat(both.out()).isEqualTo(new Traffic(4000, 4_000_000));
        assertThat(both.in()).isEqualTo(new Traffic(220, 220_000));
        assertThat(both.lost()).isEqualTo(5);
        assertThat(both.errors()).isEqualTo(5);
        assertThat(both.outHeldBackEvents()).isEqualTo(50);
        assertThat(both.outHeldBackNanos()).isEqualTo(4 * SECOND);
        assertThat(both.inHeldBackNanos()).isEqualTo(SECOND);
        assertThat(both.outBacklogBytes()).isEqualTo(10_000);
        assertThat(both.responseNanos().getTotalCount()).isEqualTo(4);
        assertThat(both.receiptNanos().getTotalCount()).isEqualTo(4);
    }

    private static BusTotals totals(
            long epochNanos, long out, long in, long failures, long heldBackNanos, long... latencies) {
        var histogram = new Histogram(3600 * SECOND, 3);
        for (long latency : latencies) {
            histogram.recordValue(latency);
        }
        return BusTotalsBuilder.builder()
                .epochNanos(epochNanos)
                .out(new Traffic(out, out * 1000))
                .in(new Traffic(in, in * 1000))
                .lost(failures)
                .errors(failures)
                .outHeldBackEvents(10 * failures)
                .outHeldBackNanos(heldBackNanos)
                .inHeldBackEvents(10 * failures / 3)
                .inHeldBackNanos(heldBackNanos / 4)
                .outBacklogBytes(5000)
                .inBacklogBytes(100)
                .responseNanos(histogram)
                .receiptNanos(histogram)
                .build();
    }
}
