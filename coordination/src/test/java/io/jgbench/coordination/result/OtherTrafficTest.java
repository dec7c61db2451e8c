package io.jgbench.coordination.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.result.Finding.Reason;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OtherTrafficTest {
    private static final Duration RUN = Duration.ofSeconds(10);

    /** Of each of two senders, of 1,000 bytes each. */
    private static final long MESSAGES = 100_000;

    /** In 1,500 bytes a frame, with headers. */
    private static final long CARRIED = MESSAGES * 1100;

    private static final String GIGABIT = "1000000000";

    @Test
    void linksThatCarriedTheRunsMessagesAloneAreNotTold() {
        assertThat(findings(member(0), member(1))).isEmpty();
    }

    @Test
    void linkThatOthersFillIsToldWithTheMemberAndItsShare() {
        // 50 MB/s of others are 40 % of 1 Gbit/s, of which 38 % are certain
        var filled =
                member(1).carried(CARRIED + 500_000_000, CARRIED).host(HostFact.LINE_RATE_BITS_PER_SECOND, GIGABIT);

        assertThat(findings(member(0), filled)).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.evidence())
                    .contains("to member-1 ", "(38 % of its line rate)")
                    .doesNotContain("member-0", "from member-1");
        });
    }

    @ParameterizedTest
    @CsvSource({"120_000_000, false", "250_000_000, true"})
    void lessThanATenthOfTheLineRateTakesNothingFromARun(String others, boolean told) {
        long more = Long.parseLong(others.replace("_", ""));
        var shared = member(1).carried(CARRIED, CARRIED + more).host(HostFact.LINE_RATE_BITS_PER_SECOND, GIGABIT);

        assertThat(findings(member(0), shared)).hasSize(told ? 1 : 0);
    }

    @Test
    void whereTheLineRateIsNotKnownItIsAnInformation() {
        assertThat(findings(member(0), member(1).carried(CARRIED + 500_000_000, CARRIED)))
                .singleElement()
                .extracting(Finding::severity)
                .isEqualTo(Severity.INFO);
    }

    @Test
    void whatWasLostBehindTheInterfaceOrSentAgainIsTheRunsOwn() {
        var again = member(1)
                .counter(Counters.RETRANSMISSION_REQUESTS, MESSAGES)
                .carried(3 * CARRIED, CARRIED)
                .host(HostFact.LINE_RATE_BITS_PER_SECOND, "100000000");

        assertThat(findings(member(0), again)).isEmpty();
    }

    @Test
    void interfaceOfSeveralMembersIsNotJudged() {
        var neighbour = member(1).carried(CARRIED + 500_000_000, CARRIED).host(HostFact.NETWORK_NAMESPACE, "net:[0]");

        assertThat(findings(member(0), neighbour)).isEmpty();
    }

    private static List<Finding> findings(TestReport... members) {
        return TestRun.of(2, 2, members).result().verdict().findings().stream()
                .filter(finding -> finding.reason() == Reason.OTHER_TRAFFIC)
                .toList();
    }

    private static TestReport member(int index) {
        return TestReport.whole(index, 2, MESSAGES)
                .in(RUN)
                .carried(CARRIED, CARRIED)
                .counter(Counters.INTERFACE_RECEIVED_FRAMES, CARRIED / 1500)
                .counter(Counters.INTERFACE_SENT_FRAMES, CARRIED / 1500)
                .host(HostFact.BOOT, "a")
                .host(HostFact.INTERFACE, "eth0")
                .host(HostFact.NETWORK_NAMESPACE, "net:[" + index + "]");
    }
}
