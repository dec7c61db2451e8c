package io.jgbench.coordination.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.workload.multicast.MulticastReportBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MemberReportTest {
    @Test
    void keepsItsSamplesWhereAFactIsAdded() {
        var sampled = new Activity(List.of(Activity.EPOCH_MICROS), "AA");
        var report = new MemberReport(
                        "run-1",
                        "member-0",
                        0,
                        false,
                        Optional.empty(),
                        5,
                        MulticastReportBuilder.builder()
                                .latencyHistogram("")
                                .streams(List.of())
                                .samples(List.of())
                                .build(),
                        Map.of("counter", 7L),
                        new Framing(1, 2, 3, Framing.Layer.UDP, true),
                        Map.of("fact", "known"))
                .with(sampled);

        MemberReport more = report.with(HostFact.IMAGE_DIGEST, "sha256:1");

        assertThat(more.fact(HostFact.IMAGE_DIGEST)).hasValue("sha256:1");
        assertThat(more).usingRecursiveComparison().ignoringFields("host").isEqualTo(report);
    }
}
