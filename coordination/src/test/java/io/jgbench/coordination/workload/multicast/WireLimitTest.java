package io.jgbench.coordination.workload.multicast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import io.jgbench.coordination.result.Link;
import io.jgbench.coordination.result.TestReport;
import io.jgbench.coordination.workload.multicast.WireLimit.Constraint;
import io.jgbench.coordination.workload.multicast.WireLimit.MemberLink;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WireLimitTest {
    private static final Link GIGABIT = Link.ethernet(1_000_000_000, 1500);

    @Test
    void fourSendersOnGigabitGet166MegabytesAsTheMeasurementsOf2011HaveIt() {
        assertThat(timesLineRate(4, 4, true) * 125).isEqualTo(166.67, within(0.01));
        assertThat(timesLineRate(4, 4, false) * 125).isEqualTo(166.67, within(0.01));
    }

    @Test
    void published2011FiguresStayBelowTheirLimitNetOfHeaders() {
        var udp = new Framing(30, 65_000, 40, Layer.UDP, true);
        assertThat(limit(4, 4, 1_000, udp, GIGABIT).bytesPerSecond()).isBetween(153_000_000L, 166_000_000L);
        assertThat(limit(4, 4, 20_000, udp, GIGABIT).bytesPerSecond()).isBetween(154_000_000L, 166_000_000L);
    }

    @Test
    void oneMulticastSenderGivesEachReceiverTheLineRate() {
        assertThat(timesLineRate(8, 1, true)).isEqualTo(1, within(1e-9));
        assertThat(limit(8, 1, 1000, TestReport.UDP, GIGABIT).narrowest()).isEqualTo(Constraint.INTO_RECEIVER);
    }

    @Test
    void oneUnicastSenderSharesItsLinkAmongAllReceivers() {
        var tcp = new Framing(0, 65_000, 0, Layer.TCP, false);
        assertThat(timesLineRate(8, 1, false)).isEqualTo(1 / 7.0, within(1e-9));
        assertThat(limit(8, 1, 1000, tcp, GIGABIT).narrowest()).isEqualTo(Constraint.OUT_OF_SENDER);
    }

    @Test
    void membersThatOnlyReceiveBindWhereSomeDoNotSend() {
        assertThat(timesLineRate(4, 3, true)).isEqualTo(1, within(1e-9));
        assertThat(limit(4, 4, 1000, TestReport.UDP, GIGABIT).narrowest()).isEqualTo(Constraint.INTO_SENDER);
    }

    @Test
    void datagramInOneFrameTakesItsHeadersPreambleCheckAndGap() {
        var limit = limit(2, 1, 1472, TestReport.UDP, GIGABIT);
        assertThat(limit.wireBytesPerMessage()).isEqualTo(1472 + 8 + 20 + 14 + 4 + 8 + 12);
        assertThat(limit.messagesPerSecond()).isEqualTo(125_000_000 / 1538.0, within(1e-6));
    }

    @Test
    void datagramLargerThanTheMtuTakesAHeaderForEachFragment() {
        var one = new Framing(0, 5_000, 0, Layer.UDP, true);
        assertThat(limit(2, 1, 5_000, one, GIGABIT).wireBytesPerMessage())
                .isEqualTo(3 * 1538 + (5_008 - 3 * 1480 + 20 + 38));
    }

    @Test
    void fragmentsButTheLastCarryAMultipleOfEightBytes() {
        var one = new Framing(0, 2_000, 0, Layer.UDP, true);
        var odd = Link.ethernet(1_000_000_000, 1499);
        assertThat(limit(2, 1, 2_000, one, odd).wireBytesPerMessage())
                .isEqualTo((1472 + 20 + 38) + (2_008 - 1472 + 20 + 38));
    }

    @Test
    void smallDatagramFillsTheSmallestFrame() {
        var one = new Framing(0, 8, 0, Layer.UDP, true);
        assertThat(limit(2, 1, 8, one, GIGABIT).wireBytesPerMessage()).isEqualTo(64 + 8 + 12);
    }

    @Test
    void messagesPackedIntoOnePacketShareItsHeaders() {
        var three = new Framing(10, 1_472, 40, Layer.UDP, true);
        assertThat(limit(2, 1, 400, three, GIGABIT).wireBytesPerMessage())
                .isEqualTo((40 + 3 * 410 + 8 + 20 + 38) / 3.0);
    }

    @Test
    void messageLargerThanAPacketIsSentInSeveral() {
        var small = new Framing(0, 1_040, 40, Layer.UDP, true);
        assertThat(limit(2, 1, 2_500, small, GIGABIT).wireBytesPerMessage()).isEqualTo(2 * (1_040 + 66) + (540 + 66));
    }

    @Test
    void tcpSharesTheHeadersOfFullSegmentsWithTimestamps() {
        var tcp = new Framing(0, 65_000, 0, Layer.TCP, false);
        assertThat(limit(2, 1, 1448, tcp, GIGABIT).wireBytesPerMessage()).isEqualTo(1538, within(1e-9));
    }

    @Test
    void emulatedLinkCountsNoPreambleCheckAndGap() {
        var limit = limit(2, 1, 1472, TestReport.UDP, shaped(100_000_000, 1500));
        assertThat(limit.wireBytesPerMessage()).isEqualTo(1514);
    }

    @Test
    void memberAloneHasNoLimit() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limit(1, 1, 1000, TestReport.UDP, GIGABIT))
                .withMessageContaining("at least 2 members");
    }

    @Test
    void slowLinkOfAReceiverDoesNotBoundWhatASenderWithAFasterOneSendsToAll() {
        var tcp = new Framing(0, 65_000, 0, Layer.TCP, false);
        var members = new ArrayList<>(alike(10, 1, Link.ethernet(10_000_000_000L, 1500)));
        members.set(9, new MemberLink(false, GIGABIT));

        var limit = WireLimit.of(members, 1000, tcp);

        assertThat(limit.narrowest()).isEqualTo(Constraint.INTO_RECEIVER);
        assertThat(timesLineRate(limit, GIGABIT)).isEqualTo(1, within(1e-9));
    }

    @Test
    void slowLinkOfASenderBoundsItByWhatTheOthersSendIt() {
        var members = new ArrayList<>(alike(3, 2, Link.ethernet(10_000_000_000L, 1500)));
        members.set(0, new MemberLink(true, GIGABIT));

        assertThat(timesLineRate(WireLimit.of(members, 1000, TestReport.UDP), GIGABIT))
                .isEqualTo(2, within(1e-9));
    }

    private static double timesLineRate(int members, int senders, boolean multicast) {
        return timesLineRate(
                limit(members, senders, 1000, new Framing(0, 1472, 0, Layer.UDP, multicast), GIGABIT), GIGABIT);
    }

    private static double timesLineRate(WireLimit limit, Link link) {
        return limit.messagesPerSecond() * limit.wireBytesPerMessage() / link.bytesPerSecond();
    }

    static WireLimit limit(int members, int senders, int messageSizeBytes, Framing framing, Link link) {
        return WireLimit.of(alike(members, senders, link), messageSizeBytes, framing);
    }

    private static List<MemberLink> alike(int members, int senders, Link link) {
        return IntStream.range(0, members)
                .mapToObj(member -> new MemberLink(member < senders, link))
                .toList();
    }

    /** A link shaped by a token bucket, which counts a frame's header and payload and nothing else. */
    static Link shaped(long bitsPerSecond, int mtuBytes) {
        return new Link(bitsPerSecond / 8, mtuBytes, 0, false);
    }
}
