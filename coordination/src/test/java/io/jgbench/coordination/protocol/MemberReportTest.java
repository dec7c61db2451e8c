package io.jgbench.coordination.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.workload.multicast.MulticastReportBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MemberReportTest {
    @Test
    void keepsItsSamplesWhereAFactIsAdded() {
        var sampled = new Activity(List.of(Activity.EPOCH_MICROS), "AA");
        var report = MemberReportBuilder.builder()
                .runId("run-1")
                .member("member-0")
                .index(0)
                .beganAtEpochNanos(5)
                .workload(MulticastReportBuilder.builder()
                        .latencyHistogram("")
                        .streams(List.of())
                        .samples(List.of())
                        .build())
                .counters(Map.of("counter", 7L))
                .framing(new Framing(1, 2, 3, Framing.Layer.UDP, true))
                .host(Map.of("fact", "known"))
                .build()
                .with(sampled);

        MemberReport more = report.with(HostFact.IMAGE_DIGEST, "sha256:1");

        assertThat(more.fact(HostFact.IMAGE_DIGEST)).hasValue("sha256:1");
        assertThat(more).usingRecursiveComparison().ignoringFields("host").isEqualTo(report);
    }
}
