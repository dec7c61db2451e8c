package io.jgbench.datagramtest;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.datagram.StreamCountBuilder;
import io.jgbench.datagramtest.TestLines.Sent;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Against the examples of the original's documentation. */
class TestLinesTest {
    /** 195.0.0.2, port 9999. */
    private static final long SOURCE = 0xC3000002L << 16 | 9999;

    @Test
    void listenersReportIsThatOfTheOriginal() {
        var count = StreamCountBuilder.builder()
                .source(SOURCE)
                .sent(611_400)
                .sentKnown(false)
                .received(600_000)
                .outOfOrder(2)
                .offsets(2)
                .bytes(600_000L * 1468)
                .packetBytes(1468)
                .lastNanos(TimeUnit.MILLISECONDS.toNanos(8770))
                .build();

        assertThat(TestLines.received("Lifetime", count))
                .containsExactly(
                        "Lifetime:",
                        "Rx from publisher: /195.0.0.2:9999",
                        "             elapsed: 8770ms",
                        "         packet size: 1468",
                        "          throughput: 96 MB/sec",
                        "                      68415 packets/sec",
                        "            received: 600000 of 611400",
                        "             missing: 11400",
                        "        success rate: 0.9813543",
                        "        out of order: 2",
                        "          avg offset: 1",
                        "           duplicate: 0");
    }

    @Test
    void publishersReportIsThatOfTheOriginal() {
        assertThat(TestLines.published(1, sentInASecond(69_642), sentInASecond(69_735)))
                .containsExactly(
                        "Tx summary 1 peers:",
                        "   life: 97 MB/sec, 69642 packets/sec",
                        "    now: 98 MB/sec, 69735 packets/sec");
    }

    @Test
    void packetsThatDoNotFitTheMtuAreSaidToGoInFragments() {
        assertThat(TestLines.fragmented(1472, "eth0", 1500)).isEmpty();
        assertThat(TestLines.fragmented(1473, "eth0", 1500))
                .containsExactly(
                        "-- packets of 1473 bytes and their headers of 28 do not fit the MTU of eth0, 1500 bytes: each"
                                + " goes in 2 fragments, and is lost with any of them; -packetSize 1472 avoids that");
        assertThat(TestLines.fragmented(1468, "eth0", 576))
                .singleElement()
                .asString()
                .contains("goes in 3 fragments");
    }

    private static Sent sentInASecond(long packets) {
        return new Sent(packets, packets * 1468, TimeUnit.SECONDS.toNanos(1));
    }
}
