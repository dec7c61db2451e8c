package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.BottleneckRule.megabits;

import io.jgbench.coordination.protocol.Counters;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;

/** Where a member's host or its switch port counts what it drops of what is sent to it, the likeliest first. */
enum DropPlace {
    SOCKETS(
            Counters.UDP_RECEIVE_BUFFER_DROPS,
            "Its sockets' receive buffers were full %,d times: give them more room (net.core.rmem_max)"),
    SWITCH_PORT(
            Counters.SWITCH_PORT_DROPS,
            "The switch dropped %,d frames before its port: use a smaller flow-control window"),
    RINGS(
            Counters.INTERFACE_RECEIVE_MISSED,
            "Its interface missed %,d frames, as nobody fetched them in time: give it larger rings (ethtool -G),"
                    + " more queues, or CPUs for its interrupts"),
    WIRE(
            Counters.INTERFACE_RECEIVE_ERRORS,
            "Its interface received %,d damaged frames: look at cable, transceivers and duplex"),
    REASSEMBLY(
            Counters.IP_REASSEMBLY_FAILURES,
            "Its kernel could not put %,d datagrams together: fragments are lost on the way, or"
                    + " net.ipv4.ipfrag_high_thresh is too small");

    private final String counter;
    private final String sentence;

    DropPlace(String counter, String sentence) {
        this.counter = counter;
        this.sentence = sentence;
    }

    /** What to look at, so that a member loses less. */
    static String remedy(MemberLoad member) {
        return all().filter(place -> place.drops(member) > 0)
                .findFirst()
                .map(place -> String.format(Locale.ROOT, place.sentence, place.drops(member)))
                .orElseGet(() -> remedyElsewhere(member));
    }

    /** Whether a member's own host or its port counted any. */
    static boolean isSeenAt(MemberLoad member) {
        return all().anyMatch(place -> place.drops(member) > 0);
    }

    private static Stream<DropPlace> all() {
        return Arrays.stream(values());
    }

    private static String remedyElsewhere(MemberLoad member) {
        String elsewhere =
                "Neither its sockets nor its interface dropped that much: look at cable, switch and firewall";
        return member.receivedBitsPerSecond() > 0
                ? elsewhere + ", and at the speed of its link, which carried "
                        + megabits(member.receivedBitsPerSecond()) + " to it"
                : elsewhere;
    }

    private long drops(MemberLoad member) {
        return this == SOCKETS ? member.socketDrops() : member.counter(counter);
    }
}
