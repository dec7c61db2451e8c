package io.jgbench.operator.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.LongText;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.protocol.MemberReportBuilder;
import io.jgbench.coordination.workload.multicast.MulticastReport.StreamReport;
import io.jgbench.coordination.workload.multicast.MulticastReportBuilder;
import io.jgbench.operator.cluster.LongReport;
import io.jgbench.operator.spool.Spool;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpooledReportsTest {
    private static final MemberReport REPORT = LongReport.of(report());

    @TempDir
    private Path folder;

    @Test
    void reportIsReadAsItWasGivenWithItsSamplesInTheFile() {
        var reports = new SpooledReports(new Spool(folder, 1 << 20));

        MemberReport read = reports.keep(REPORT).read();

        assertThat(read.with(Activity.NONE)).isEqualTo(REPORT.with(Activity.NONE));
        assertThat(read.activity().columns()).isEqualTo(REPORT.activity().columns());
        assertThat(read.activity().rows().text())
                .isEqualTo(REPORT.activity().rows().text());
        assertThat(read.activity().rows()).isNotInstanceOf(LongText.InMemory.class);
    }

    @Test
    void samplesAreMostOfALongReportAndNotInMemory() {
        int json = ProtocolJson.write(REPORT).length;

        assertThat(new SpooledReports(new Spool(folder, 1)).elsewhere(REPORT))
                .isEqualTo(REPORT.activity().rows().text().length())
                .isGreaterThan(json / 4);
    }

    @Test
    void reportForWhichThereIsNoRoomIsRefused() {
        var reports = new SpooledReports(new Spool(folder, 1000));

        assertThatThrownBy(() -> reports.keep(REPORT))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("the report of member-0 cannot be kept");
    }

    private static MemberReport report() {
        return MemberReportBuilder.builder()
                .runId("run-1")
                .member("member-0")
                .index(0)
                .beganAtEpochNanos(1_700_000_000_000_000_000L)
                .workload(MulticastReportBuilder.builder()
                        .sender(true)
                        .sentMessages(1)
                        .receivedMessages(1)
                        .expectedMessages(1)
                        .messageSizeBytes(1000)
                        .firstReceivedEpochNanos(1_700_000_000_000_000_000L)
                        .lastReceivedEpochNanos(1_700_000_000_000_000_000L)
                        .timedMessages(1)
                        .timedUntilEpochNanos(1_700_000_000_000_000_000L)
                        .streams(List.of(new StreamReport(0, 0, 1, 1, 0, 0, 0)))
                        .latencyHistogram("")
                        .samples(List.of())
                        .build())
                .counters(Map.of("gcNanos", 1L))
                .framing(new Framing(0, 1472, 0, Framing.Layer.UDP, true))
                .host(Map.of())
                .build();
    }
}
