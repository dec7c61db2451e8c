package io.jgbench.coordination.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.environment.HostSnapshot;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.Link;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.TestReport;
import io.jgbench.coordination.result.TestRun;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OtherWireTest {
    private static final Duration RUN = Duration.ofSeconds(10);

    /** Of each of two senders, of 1,000 bytes each. */
    private static final long MESSAGES = 10_000;

    private static final long PAYLOAD = MESSAGES * 1000;

    @Test
    void runWhoseMessagesCrossedTheInterfacesIsNotSuspected() {
        assertThat(findings(TestRun.of(2, 2, member(0), member(1)))).isEmpty();
    }

    @Test
    void runWhoseMessagesCrossedAnotherWireIsInvalidAndSaysBothCounts() {
        var result =
                TestRun.of(2, 2, member(0), member(1).carried(1_234, 5_678)).result();

        assertThat(result.valid()).isFalse();
        assertThat(result.verdict().findings())
                .contains(new Finding(
                        Reason.OTHER_WIRE,
                        Severity.INVALID,
                        "Messages between members did not cross the interfaces of the run: member-1's eth0 received"
                                + " 1,234 bytes, though 10,000,000 bytes of messages came from other members;"
                                + " member-1's eth0 sent 5,678 bytes, though 10,000,000 bytes of messages went to other"
                                + " members."));
    }

    @ParameterizedTest
    @CsvSource({"4_999_999, true", "5_000_000, false"})
    void lessThanHalfOfWhatWasExchangedIsTooLittle(String bytes, boolean found) {
        long received = Long.parseLong(bytes.replace("_", ""));

        assertThat(findings(TestRun.of(2, 2, member(0), member(1).carried(received, PAYLOAD))))
                .hasSize(found ? 1 : 0);
    }

    @Test
    void whatGoesToEachMemberByItselfCountsForEach() {
        var members = new TestReport[] {
            of(3, 0).overTcp().carried(2 * PAYLOAD, 2 * PAYLOAD),
            of(3, 1).overTcp().carried(2 * PAYLOAD, PAYLOAD - 1),
            of(3, 2).overTcp().carried(2 * PAYLOAD, 2 * PAYLOAD)
        };

        assertThat(findings(TestRun.of(3, 3, members)))
                .singleElement()
                .extracting(Finding::evidence)
                .asString()
                .contains("member-1's eth0 sent 9,999,999 bytes, though 20,000,000 bytes");
    }

    @Test
    void whatATransportThatPromisesNothingSentMayHaveBeenDroppedBeforeTheWire() {
        assertThat(findings(TestRun.of(2, 2, member(0), member(1).carried(PAYLOAD, 0))
                        .unreliable()))
                .isEmpty();
    }

    @Test
    void membersThatShareANetworkNamespaceCrossNoWire() {
        assertThat(findings(TestRun.of(
                        2,
                        2,
                        member(0).carried(0, 0),
                        member(1).carried(0, 0).host(HostFact.NETWORK_NAMESPACE, "net:[0]"))))
                .isEmpty();
    }

    @Test
    void membersOfWhoseNamespacesNothingIsKnownAreNotJudged() {
        assertThat(findings(TestRun.of(
                        2,
                        2,
                        member(0).carried(0, 0),
                        member(1).host(HostFact.NETWORK_NAMESPACE, HostSnapshot.absent("no such file")))))
                .isEmpty();
    }

    @Test
    void interfaceWhoseCountersAreNotKnownIsNotJudged() {
        assertThat(findings(TestRun.of(2, 2, of(2, 0), of(2, 1)))).isEmpty();
    }

    @Test
    void stackThatCompressesSendsLess() {
        assertThat(findings(TestRun.of(
                        2,
                        2,
                        member(0),
                        member(1).carried(0, 0).host("jgroups.protocols", "UDP PING NAKACK2 COMPRESS FRAG2"))))
                .isEmpty();
    }

    /** A member hands each message once to one that sends it for all, or to the next one. */
    @ParameterizedTest
    @ValueSource(strings = {"SEQUENCER", "DAISYCHAIN"})
    void memberForWhichOthersSendSendsLess(String protocol) {
        var members = IntStream.range(0, 4)
                .mapToObj(index -> of(4, index)
                        .overTcp()
                        .carried(3 * PAYLOAD, PAYLOAD * 12 / 10)
                        .host("jgroups.protocols", "TCP MPING NAKACK2 " + protocol + " FRAG2"))
                .toArray(TestReport[]::new);

        assertThat(findings(TestRun.of(4, 4, members))).isEmpty();
    }

    @Test
    void rateOfAStackInWhichOthersSendForAMemberSaysNothing() {
        List<MemberResult> members = TestRun.of(
                        1, 1, TestReport.whole(0, 1, 100).in(RUN).host("jgroups.protocols", "TCP DAISYCHAIN FRAG2"))
                .result()
                .members();

        assertThat(OtherWire.above(members, 500, 1, 100, 1, "messages")).isEmpty();
    }

    @Test
    void countersOfCardsAreTooOldForAShortRun() {
        assertThat(findings(TestRun.of(2, 2, member(0), member(1).carried(0, 0).in(Duration.ofMillis(1_999)))))
                .isEmpty();
    }

    @Test
    void rateThatTheLinksCannotCarryIsInvalid() {
        // 2 members, both send: each receives twice what its link carries inwards, at most 2 x 940 messages/s
        var result = TestRun.of(2, 2, member(0), member(1))
                .link(Link.ethernet(8_000_000, 1500))
                .result();

        assertThat(result.verdict().findings())
                .filteredOn(finding -> finding.reason() == Reason.OTHER_WIRE)
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.INVALID);
                    assertThat(finding.evidence())
                            .startsWith("Members did 2,000 messages/s each (2,000,000 bytes/s), which is ");
                });
    }

    @Test
    void rateOfAShortRunIsMostlyWhatWasSentBeforeAnybodyWaited() {
        List<MemberResult> members = TestRun.of(
                        1, 1, TestReport.whole(0, 1, 100).in(Duration.ofMillis(100)))
                .result()
                .members();

        assertThat(OtherWire.above(members, 500, 1, 100, 1, "messages")).isEmpty();
    }

    @Test
    void rateOfAStackThatCompressesSaysNothing() {
        List<MemberResult> members = TestRun.of(
                        1, 1, TestReport.whole(0, 1, 100).in(RUN).host("jgroups.protocols", "UDP COMPRESS FRAG2"))
                .result()
                .members();

        assertThat(OtherWire.above(members, 500, 1, 100, 1, "messages")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"102.0, false", "102.1, true"})
    void rateMayBeTwoPercentAboveTheLimit(double perSecond, boolean found) {
        assertThat(OtherWire.above(List.of(), perSecond, 1, 100, 1, "messages").isPresent())
                .isEqualTo(found);
    }

    private static TestReport member(int index) {
        return of(2, index).carried(PAYLOAD + 500_000, PAYLOAD + 500_000);
    }

    private static TestReport of(int senders, int index) {
        return TestReport.whole(index, senders, MESSAGES)
                .in(RUN)
                .host(HostFact.BOOT, "a")
                .host(HostFact.NETWORK_NAMESPACE, "net:[" + index + "]")
                .host(HostFact.INTERFACE, "eth0");
    }

    private static List<Finding> findings(TestRun run) {
        return run.result().verdict().findings().stream()
                .filter(finding -> finding.reason() == Reason.OTHER_WIRE)
                .toList();
    }
}
