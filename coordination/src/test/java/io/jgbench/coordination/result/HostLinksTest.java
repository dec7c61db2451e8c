package io.jgbench.coordination.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.environment.HostSnapshot;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.Finding.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HostLinksTest {

    @Test
    void slowestLineRateAndSmallestMtuCount() {
        var links = links(on("10000000000", "9000"), on("1000000000", "9000"), on("10000000000", "1500"));

        assertThat(links.narrowest()).contains(Link.ethernet(1_000_000_000, 1500));
    }

    @Test
    void linksThatAreAlikeAreNoFinding() {
        var links = links(on("1000000000", "9000"), on("1000000000", "9000"));

        assertThat(links.narrowest()).contains(Link.ethernet(1_000_000_000, 9000));
        assertThat(links.findings()).isEmpty();
    }

    @Test
    void lineRatesAndMtusThatDifferAreFindingsWithAllValues() {
        var findings =
                links(on("10000000000", "9000"), on("1000000000", "1500")).findings();

        assertThat(findings)
                .containsExactly(
                        new Finding(
                                Reason.LINKS_DIFFER,
                                Severity.WARNING,
                                "The line rates differ, and what is sent to all goes at the pace of the slowest:"
                                        + " member-0 10.0 Gbit/s, member-1 1.0 Gbit/s."),
                        new Finding(
                                Reason.LINKS_DIFFER,
                                Severity.WARNING,
                                "The MTUs differ, and packets that are larger than the smallest are lost or cut:"
                                        + " member-0 9000, member-1 1500."));
    }

    @Test
    void linkThatIsHalfDuplexIsToldWithItsMember() {
        var links = links(
                on("1000000000", "1500").host(HostFact.NIC_DUPLEX, "full"),
                on("1000000000", "1500").host(HostFact.NIC_DUPLEX, "half"));

        assertThat(links.findings())
                .containsExactly(new Finding(
                        Reason.LINKS_DIFFER,
                        Severity.WARNING,
                        "Links are half duplex, and carry nothing one way while they carry something the other way:"
                                + " member-1 ens1f0. The other end may be set to full duplex, or not negotiate."));
    }

    @Test
    void lineRateThatIsNotKnownEverywhereGivesNoLimitAndSaysWhere() {
        var links = links(on("1000000000", "1500"), on(HostSnapshot.UNKNOWN, "1500"));

        assertThat(links.narrowest()).isEmpty();
        assertThat(links.findings())
                .containsExactly(new Finding(
                        Reason.LINKS_DIFFER,
                        Severity.INFO,
                        "No limit can be stated, as the line rate is not known everywhere: member-1 ens1f0."));
    }

    @Test
    void lineRateThatNobodyKnowsGivesNoLimitAndNoFinding() {
        var links = links(on(HostSnapshot.UNKNOWN, "1500"), on(HostSnapshot.UNKNOWN, "1500"));

        assertThat(links.narrowest()).isEmpty();
        assertThat(links.findings()).isEmpty();
    }

    @Test
    void factsThatAreMissingOrNoNumbersAreNotKnown() {
        assertThat(links().narrowest()).isEmpty();
        assertThat(links(TestReport.whole(0, 1, 10)).narrowest()).isEmpty();
        assertThat(links(on("1000000000", "unknown: no such device")).narrowest())
                .isEmpty();
    }

    private static TestReport on(String lineRate, String mtu) {
        return TestReport.whole(0, 1, 10)
                .host(HostFact.INTERFACE.label(), "ens1f0")
                .host(HostFact.LINE_RATE_BITS_PER_SECOND.label(), lineRate)
                .host(HostFact.MTU.label(), mtu);
    }

    @Test
    void declaredLineRateCountsWhereHostsDoNotTellOne() {
        var unknown = on(HostSnapshot.UNKNOWN, "1500");
        var fast = on("10000000000", "9000");

        assertThat(links(Optional.of(1_000_000_000L), unknown, unknown).narrowest())
                .contains(Link.ethernet(1_000_000_000, 1500).asDeclared());
        assertThat(links(Optional.of(25_000_000_000L), unknown, fast).narrowest())
                .contains(Link.ethernet(10_000_000_000L, 1500));
        assertThat(links(Optional.of(1_000_000_000L), unknown, unknown).findings())
                .isEmpty();
    }

    /** As where a bad cable has a link fall back. */
    @Test
    void linksOfLessThanAGigabitAreToldInMegabits() {
        var links = links(Optional.of(40_000_000L), on("10000000", "1500"), on("10000000", "1500"));

        assertThat(links.findings())
                .extracting(Finding::evidence)
                .containsExactly(
                        "placement.lineRate says 40 Mbit/s, but what the hosts tell counts: member-0 10 Mbit/s,"
                                + " member-1 10 Mbit/s.");
    }

    @Test
    void whatHostsTellCountsMoreThanWhatIsDeclared() {
        var links = links(Optional.of(1_000_000_000L), on("10000000000", "1500"), on("10000000000", "1500"));

        assertThat(links.narrowest()).contains(Link.ethernet(10_000_000_000L, 1500));
        assertThat(links.findings())
                .containsExactly(new Finding(
                        Reason.LINKS_DIFFER,
                        Severity.WARNING,
                        "placement.lineRate says 1.0 Gbit/s, but what the hosts tell counts: member-0 10.0 Gbit/s,"
                                + " member-1 10.0 Gbit/s."));
    }

    private static HostLinks links(TestReport... reports) {
        return links(Optional.empty(), reports);
    }

    private static HostLinks links(Optional<Long> declared, TestReport... reports) {
        List<MemberReport> numbered = new ArrayList<>();
        for (int i = 0; i < reports.length; i++) {
            numbered.add(reports[i].at(i).report());
        }
        return new HostLinks(numbered, declared);
    }
}
