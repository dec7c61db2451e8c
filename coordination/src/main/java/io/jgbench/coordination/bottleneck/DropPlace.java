package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.BottleneckRule.megabits;

import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.ForeignFrames;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Where a member's stack, its host or its switch port counts what it drops of what is sent to it, the likeliest first.
 * A place counts only where it can have dropped half of what the member missed: a healthy run drops some, too.
 */
enum DropPlace {
    SOCKETS("Its sockets' receive buffers were full %,d times: "),
    STACK("Its stack itself dropped %,d messages or batches: give it a larger thread_pool.max_threads, or NAKACK4 a"
            + " larger capacity where jgroups.bufferDrops counted them"),
    SWITCH_PORT("The switch dropped %,d frames before its port: use a smaller flow-control window"),
    RINGS("Its interface missed %,d frames, as nobody fetched them in time: give it larger rings (ethtool -G),"
            + " more queues, or CPUs for its interrupts"),
    BACKLOG("Its kernel dropped %,d frames that its interface had received: give it a larger"
            + " net.core.netdev_max_backlog, or CPUs for its interrupts"),
    WIRE("Its interface received %,d damaged frames: look at cable, transceivers and duplex"),
    REASSEMBLY("Its kernel could not put %,d datagrams together: fragments are lost on the way, or"
            + " net.ipv4.ipfrag_high_thresh is too small. Look at cable, switch and firewall");

    private static final String ASKED_BY = "mcast_recv_buf_size and ucast_recv_buf_size of UDP in a stack";

    private final String sentence;

    DropPlace(String sentence) {
        this.sentence = sentence;
    }

    /** What to look at, so that a member loses less. */
    static String remedy(MemberLoad member) {
        return of(member).map(place -> place.told(member)).orElseGet(() -> remedyElsewhere(member));
    }

    /** Whether the drops that a member's own host or port counted can explain most of what it missed. */
    static boolean isSeenAt(MemberLoad member) {
        return of(member).isPresent();
    }

    /** Whether its kernel could not put most of what it missed together, and nothing likelier dropped that. */
    static boolean isAtReassembly(MemberLoad member) {
        return of(member).filter(REASSEMBLY::equals).isPresent();
    }

    private static Optional<DropPlace> of(MemberLoad member) {
        return Arrays.stream(values())
                .filter(place -> member.losses()
                        .explains(place.drops(member), member.losses().missed()))
                .findFirst();
    }

    /** Of fragments it is not known where they were lost: the queue before a slow link drops them as well. */
    private String told(MemberLoad member) {
        String told = String.format(Locale.ROOT, sentence, drops(member));
        return switch (this) {
            case SOCKETS -> told + moreRoom(member);
            case REASSEMBLY -> told + speed(member);
            case STACK, SWITCH_PORT, RINGS, BACKLOG, WIRE -> told;
        };
    }

    private static String moreRoom(MemberLoad member) {
        return member.receiveBuffer()
                .map(buffer -> buffer.isLessThanAsked()
                        ? String.format(
                                Locale.ROOT,
                                "they have %,d of the %,d bytes that were asked for, so raise net.core.rmem_max; where"
                                        + " that is not enough, let more be asked for (%s)",
                                buffer.granted(),
                                buffer.asked(),
                                ASKED_BY)
                        : String.format(
                                Locale.ROOT,
                                "they have the %,d bytes that were asked for, so let more be asked for (%s), and raise"
                                        + " net.core.rmem_max as far",
                                buffer.asked(),
                                ASKED_BY))
                .orElse("give them more room (net.core.rmem_max)");
    }

    private static String remedyElsewhere(MemberLoad member) {
        return "Neither its sockets nor its interface dropped that much: look at cable, switch and firewall"
                + speed(member);
    }

    private static String speed(MemberLoad member) {
        return member.receivedBitsPerSecond() > 0
                ? ", and at the speed of its link, which carried " + megabits(member.receivedBitsPerSecond()) + " to it"
                : "";
    }

    private long drops(MemberLoad member) {
        return switch (this) {
            case SOCKETS -> member.losses().socketDrops();
            case STACK -> stackDrops(member);
            case SWITCH_PORT -> member.losses().switchPortDrops();
            case RINGS -> member.counter(Counters.INTERFACE_RECEIVE_MISSED);
            case BACKLOG -> backlogDrops(member);
            case WIRE -> member.counter(Counters.INTERFACE_RECEIVE_ERRORS);
            case REASSEMBLY -> member.counter(Counters.IP_REASSEMBLY_FAILURES);
        };
    }

    /** What the bundler and RED drop was to be sent. */
    private static long stackDrops(MemberLoad member) {
        return member.counter(Counters.STACK_DROPS)
                - member.counter(Counters.BUNDLER_DROPS)
                - member.counter(Counters.RED_DROPS);
    }

    /** Frames that the kernel dropped, without those that the card missed, and that may be no messages. */
    private static long backlogDrops(MemberLoad member) {
        return member.counter(Counters.INTERFACE_RECEIVE_DROPS)
                - member.counter(Counters.INTERFACE_RECEIVE_MISSED)
                - ForeignFrames.mostIn(member.countedNanos());
    }
}
