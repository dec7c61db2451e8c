package io.jgbench.kernel;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class LinkQueryTest {
    private static final int NO_INTERFACE = Integer.MAX_VALUE;

    /**
     * What Linux 6.18 told of one end of a veth whose other end was taken down three times; of its attributes those
     * that are read, with {@code IFLA_STATS64} before {@code IFLA_QDISC}.
     */
    private static final String LINK = """
            d80500001000000000000000f67300000000010003000000431001000000000008000d00e803000008001f0002000000
            08002000020000000800300003000000cc00170004000000000000000600000000000000640100000000000008020000
            000000000000000000000000000000000000000000000000000000000300000000000000000000000000000000000000
            000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
            000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
            000000000000000000000000000000000000000000000000000000000c0006006e6f717565756500
            """;

    /** And of its tbf with a limit of 3,000 bytes, which dropped 7 packets. */
    private static final String QUEUE = """
            bc0000002400000000000000f6730000000000000300000000000280ffffffff0300000008000100746266002c000200
            280001000001000000000000e8030000000000000000000000000000b80b000040787d010000000005000c0000000000
            300007001400010012040000000000000100000000000000180003000200000024080000070000000000000009000000
            2c00030012040000000000000100000007000000090000000000000000000000020000002408000000000000
            """;

    /** Where the statistics of {@link #LINK} begin, {@code struct rtnl_link_stats64}. */
    private static final int STATISTICS = 68;

    private static final int RX_FIFO_ERRORS = STATISTICS + 14 * Long.BYTES;
    private static final int RX_MISSED_ERRORS = STATISTICS + 15 * Long.BYTES;

    private final LinkQuery query = new LinkQuery();

    @Test
    void packetsThatAQueueDroppedAreCounted() {
        assertThat(LinkQuery.queueDrops(recorded(QUEUE))).hasValue(7);
    }

    @Test
    void lossesOfTheCarrierAreCounted() {
        assertThat(LinkQuery.carrierLosses(recorded(LINK))).hasValue(3);
    }

    @Test
    void framesCountAsMissedOnceWhereADriverCountsThemTwice() {
        MemorySegment answer = recorded(LINK);
        assertThat(LinkQuery.missedFrames(answer)).hasValue(0);

        answer.set(JAVA_LONG_UNALIGNED, RX_MISSED_ERRORS, 5);
        assertThat(LinkQuery.missedFrames(answer)).hasValue(5);

        answer.set(JAVA_LONG_UNALIGNED, RX_FIFO_ERRORS, 6);
        assertThat(LinkQuery.missedFrames(answer)).hasValue(6);
    }

    @Test
    void queuesOfALinkAreTold() {
        assertThat(LinkQuery.link(recorded(LINK)))
                .isEqualTo(new LinkQuery.LinkState(
                        Optional.of("noqueue"), OptionalInt.of(1000), OptionalInt.of(2), OptionalInt.of(2)));
    }

    @Test
    void answerThatIsCutOffTellsOfNothing() {
        MemorySegment answer = recorded(LINK).asSlice(0, RX_MISSED_ERRORS);

        assertThat(LinkQuery.missedFrames(answer)).isEmpty();
        assertThat(LinkQuery.queueDrops(recorded(QUEUE).asSlice(0, 100))).isEmpty();
    }

    @Test
    void loopbackMissesNoFrames() throws Exception {
        assertThat(query.missedFrames(loopback())).hasValue(0);
    }

    @Test
    void loopbackHasNeverLostItsCarrier() throws Exception {
        assertThat(query.carrierLosses(loopback())).hasValue(0);
    }

    @Test
    void interfaceWithoutAQueueAnswersAtOnceThatItCountsNothingOrNone() throws Exception {
        assertThat(dropsOf(loopback())).isZero();
    }

    private long dropsOf(int index) throws KernelCallException {
        try {
            return query.queueDrops(index).orElse(0);
        } catch (KernelCallException e) {
            assertThat(e.error()).isPositive();
            return 0;
        }
    }

    @Test
    void interfaceThatIsNotThereIsSaidNotToBeKnown() {
        assertThatThrownBy(() -> query.missedFrames(NO_INTERFACE)).hasMessage("the kernel does not know the interface");
        assertThatThrownBy(() -> query.queueDrops(NO_INTERFACE)).isInstanceOf(KernelCallException.class);
    }

    /** In memory of the kernel's alignment, which an array has not. */
    private static MemorySegment recorded(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex.replace("\n", ""));
        MemorySegment answer = Arena.ofAuto().allocate(bytes.length, Integer.BYTES);
        return answer.copyFrom(MemorySegment.ofArray(bytes));
    }

    private static int loopback() throws Exception {
        return NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress())
                .getIndex();
    }
}
