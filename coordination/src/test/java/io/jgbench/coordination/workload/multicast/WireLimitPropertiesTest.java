package io.jgbench.coordination.workload.multicast;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import io.jgbench.coordination.result.Link;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class WireLimitPropertiesTest {
    /** A frame's padding up to the smallest one may grow as fragments become fewer: 60 less 14 + 20 + 1 bytes. */
    private static final int LARGEST_PADDING_BYTES = 25;

    @Property
    void limitNeverExceedsTheLineRateTimesTheMembersShare(
            @ForAll @IntRange(min = 2, max = 64) int members,
            @ForAll @IntRange(min = 1, max = 64) int anySenders,
            @ForAll @IntRange(min = 8, max = 100_000) int sizeBytes,
            @ForAll @IntRange(min = 68, max = 9000) int mtuBytes,
            @ForAll Layer layer,
            @ForAll boolean multicast) {
        int senders = Math.min(members, anySenders);
        var framing = new Framing(20, 60_000, 30, layer, multicast);
        var limit = WireLimitTest.limit(
                members, senders, sizeBytes, framing, WireLimitTest.shaped(1_000_000_000, mtuBytes));
        assertThat(limit.bytesPerSecond())
                .isPositive()
                .isLessThanOrEqualTo(Math.round(125_000_000.0 * members / (members - 1)));
        assertThat(limit.wireBytesPerMessage()).isGreaterThan(sizeBytes);
    }

    @Property
    void largerHeadersNeverRaiseTheLimitOverTcp(
            @ForAll @IntRange(min = 8, max = 100_000) int sizeBytes,
            @ForAll @IntRange(max = 200) int perMessageBytes,
            @ForAll @IntRange(max = 200) int perPacketBytes,
            @ForAll @IntRange(min = 1, max = 100) int more) {
        double before = wireBytes(sizeBytes, new Framing(perMessageBytes, 60_000, perPacketBytes, Layer.TCP, false));
        assertThat(wireBytes(sizeBytes, new Framing(perMessageBytes + more, 60_000, perPacketBytes, Layer.TCP, false)))
                .isGreaterThan(before);
        assertThat(wireBytes(sizeBytes, new Framing(perMessageBytes, 60_000, perPacketBytes + more, Layer.TCP, false)))
                .isGreaterThan(before);
    }

    @Property
    void largerHeadersNeverRaiseTheLimitOfDatagramsThatFitTheMtu(
            @ForAll @IntRange(min = 8, max = 20_000) int sizeBytes,
            @ForAll @IntRange(max = 200) int perMessageBytes,
            @ForAll @IntRange(max = 200) int perPacketBytes,
            @ForAll @IntRange(min = 1, max = 100) int more) {
        double before = wireBytes(sizeBytes, new Framing(perMessageBytes, 1_472, perPacketBytes, Layer.UDP, true));
        assertThat(wireBytes(sizeBytes, new Framing(perMessageBytes + more, 1_472, perPacketBytes, Layer.UDP, true)))
                .isGreaterThanOrEqualTo(before - LARGEST_PADDING_BYTES);
    }

    @Property
    void largerMtuNeverLowersTheLimitByMoreThanPadding(
            @ForAll @IntRange(min = 8, max = 60_000) int sizeBytes,
            @ForAll @IntRange(min = 576, max = 9000) int mtuBytes,
            @ForAll @IntRange(min = 1, max = 8000) int more,
            @ForAll Layer layer) {
        var framing = new Framing(20, sizeBytes + 50, 30, layer, true);
        double before = wireBytes(sizeBytes, framing, mtuBytes);
        assertThat(wireBytes(sizeBytes, framing, mtuBytes + more)).isLessThanOrEqualTo(before + LARGEST_PADDING_BYTES);
    }

    private static double wireBytes(int sizeBytes, Framing framing) {
        return wireBytes(sizeBytes, framing, 1500);
    }

    private static double wireBytes(int sizeBytes, Framing framing, int mtuBytes) {
        return WireLimitTest.limit(4, 4, sizeBytes, framing, Link.ethernet(1_000_000_000, mtuBytes))
                .wireBytesPerMessage();
    }
}
