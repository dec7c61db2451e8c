package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.BottleneckRule.megabits;
import static io.jgbench.coordination.bottleneck.BottleneckRule.percent;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.pairs.Awaited;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;

/** Who waits for whom, by the senders' flow control. */
final class WaitingCauses {
    /** Senders that wait for more than half of their time are held back by those whom they wait for. */
    static final double BLOCKED = 0.5;

    /** Senders that wait for less give what they can. */
    static final double FREE = 0.2;

    /** A thread that takes so much of a core has no time left: what it waits for is short. */
    static final double BUSY = 0.85;

    /** How many times as long as each other member's queue one has to be to count. */
    static final double TIMES_LONGER = 4;

    /** How many times the CPU time of each other member one has to take to do more for each message. */
    static final double TIMES_MORE_CPU = 2;

    /** Less waits in the queues of sockets that nobody waits for. */
    static final double LEAST_QUEUE_BYTES = 100_000;

    /** A publisher asks for a send buffer of 16 packets, and no stack of its own lets anything wait there. */
    static final double LEAST_QUEUE_BYTES_OF_A_PUBLISHER = 10_000;

    /**
     * What a fast link carries until the receiver's kernel has acknowledged it waits in the sender's sockets as well.
     */
    static final double UNDERWAY_SECONDS = 0.001;

    private static final double BITS_PER_BYTE = 8;

    /** With fewer nobody knows which of them is as it should be. */
    private static final int LEAST_SENDERS = 3;

    /** CPU time of a host that is left where its CPUs are not what bounds. */
    static final double IDLE = 0.2;

    /** A window for which there is room many times over costs more in waking up than in waiting. */
    static final double FAR_SMALLER = 4;

    static final double SMALLER = 2;

    private final RunLoad run;
    private final Optional<AwaitedLoad> awaited;

    WaitingCauses(RunLoad run) {
        this.run = run;
        this.awaited = awaited(run.pairs().awaitedForCredits()).or(this::otherOfTwo);
    }

    /** Of two members each waits for the other: it is the one that shows why. */
    private Optional<AwaitedLoad> otherOfTwo() {
        List<MemberLoad> members = run.members();
        return members.size() != 2 || !members.stream().allMatch(MemberLoad::sender)
                ? Optional.empty()
                : members.stream()
                        .filter(this::isSlower)
                        .map(member -> new AwaitedLoad(member, 1))
                        .findFirst();
    }

    /**
     * The member that most others wait for.
     *
     * @param member which
     * @param share its part of the time that the other members waited for another member than themselves
     */
    private record AwaitedLoad(MemberLoad member, double share) {}

    /** For how much of their time the senders waited for flow control, on average. */
    double blockedShare() {
        return run.members().stream()
                .filter(MemberLoad::sender)
                .mapToDouble(member -> Math.min(
                        1, member.share(Counters.FLOW_CONTROL_BLOCKED_NANOS) / Math.max(1, run.senderThreads())))
                .average()
                .orElse(0);
    }

    private boolean isBlocked() {
        return blockedShare() >= BLOCKED;
    }

    private Optional<AwaitedLoad> awaited(Optional<Awaited> most) {
        return most.flatMap(found -> run.members().stream()
                .filter(member -> member.name().equals(found.member()))
                .map(member -> new AwaitedLoad(member, found.share()))
                .findFirst());
    }

    /** One member's link that is slower than the others', though nobody knows its line rate. */
    Optional<Bottleneck> slowLink() {
        return awaited.map(AwaitedLoad::member)
                .filter(member -> !isHeldByAReader(member))
                .or(this::senderWhoseDatagramsWait)
                .filter(WaitingCauses::hasALink)
                .filter(member -> isBlocked() && hasLongSendQueue(member) && !isBusy(member))
                .map(member -> Bottleneck.fault(
                        BottleneckType.WIRE,
                        member.name(),
                        String.format(
                                Locale.ROOT,
                                "Senders waited %s of the time, and the sockets of %s had %,.0f bytes waiting to be"
                                        + " sent on average (those of the others at most %,.0f) while its"
                                        + " link carried %s outwards: it is the link from %s, which is slower"
                                        + " than those of the others. Compare its speed with theirs.",
                                percent(blockedShare()),
                                member.name(),
                                member.sendQueueBytes().orElse(0),
                                others(member, MemberLoad::sendQueueBytes),
                                megabits(member.sentBitsPerSecond()),
                                member.name())));
    }

    /** A publisher without flow control that falls behind its rate as its own link lets no more out. */
    Optional<Bottleneck> slowLinkOfAPublisher() {
        return senderWhoseDatagramsWait()
                .filter(_ -> run.request()
                        .filter(asked -> asked.keptShare() < BottleneckRule.RATE_KEPT)
                        .isPresent())
                .filter(WaitingCauses::hasALink)
                .filter(member -> blockedShare() == 0
                        && member.sendQueueBytes().orElse(0) >= LEAST_QUEUE_BYTES_OF_A_PUBLISHER
                        && member.sendQueueBytes().orElse(0)
                                >= TIMES_LONGER * others(member, MemberLoad::sendQueueBytes))
                .map(member -> Bottleneck.fault(
                        BottleneckType.WIRE,
                        member.name(),
                        String.format(
                                Locale.ROOT,
                                "The slowest publisher kept %s of its rate, and the sockets of %s had %,.0f bytes"
                                        + " waiting to be sent on average (those of the others at most %,.0f) while its"
                                        + " link carried %s outwards: it is the link from %s, which is slower than"
                                        + " those of the others. Compare its speed with theirs.",
                                percent(run.request().orElseThrow().keptShare()),
                                member.name(),
                                member.sendQueueBytes().orElse(0),
                                others(member, MemberLoad::sendQueueBytes),
                                megabits(member.sentBitsPerSecond()),
                                member.name())));
    }

    /**
     * The link to one member that is slower than those to the others: what these have to send waits in their sockets,
     * and that member has read all that came.
     */
    Optional<Bottleneck> slowLinkInwards() {
        return awaited.filter(_ -> isBlocked())
                .map(AwaitedLoad::member)
                .filter(WaitingCauses::hasALink)
                .filter(member -> !isBusy(member)
                        && member.receiveQueueBytes().orElse(LEAST_QUEUE_BYTES) < LEAST_QUEUE_BYTES
                        && others(member, MemberLoad::receiveQueueBytes) < LEAST_QUEUE_BYTES)
                .filter(member -> leastSendQueueOfOthers(member) >= leastSendQueueBytes(member))
                .map(member -> Bottleneck.fault(
                        BottleneckType.WIRE,
                        member.name(),
                        String.format(
                                Locale.ROOT,
                                "Senders waited %s of the time, most of it for %s. Each of the others had %,.0f"
                                        + " bytes or more waiting to be sent on average, %s had read all that"
                                        + " came but %,.0f bytes, and its link carried %s to it: it is the link"
                                        + " to %s, which is slower than those of the others. Compare its speed"
                                        + " with theirs.",
                                percent(blockedShare()),
                                member.name(),
                                leastSendQueueOfOthers(member),
                                member.name(),
                                member.receiveQueueBytes().orElse(0),
                                megabits(member.receivedBitsPerSecond()),
                                member.name())));
    }

    /**
     * Over UDP nobody's reading lets a sender's sockets fill, only its own link does. Other senders are there to
     * compare it with.
     */
    private Optional<MemberLoad> senderWhoseDatagramsWait() {
        List<MemberLoad> senders =
                run.members().stream().filter(MemberLoad::sender).toList();
        return senders.size() < LEAST_SENDERS || senders.stream().anyMatch(WaitingCauses::goesOverTcp)
                ? Optional.empty()
                : senders.stream()
                        .max(Comparator.comparingDouble(
                                member -> member.sendQueueBytes().orElse(0)));
    }

    private static boolean goesOverTcp(MemberLoad member) {
        return member.layer() == Layer.TCP;
    }

    /** Of members that share a network namespace, and so a loopback interface, none has counters of its own. */
    private static boolean hasALink(MemberLoad member) {
        return member.knows(Counters.INTERFACE_SENT_BYTES);
    }

    private boolean hasLongSendQueue(MemberLoad member) {
        return member.sendQueueBytes().orElse(0) >= leastSendQueueBytes(member)
                && isLongest(member, MemberLoad::sendQueueBytes);
    }

    private static double leastSendQueueBytes(MemberLoad member) {
        double underway = member.lineRateBitsPerSecond().orElse(0L) / BITS_PER_BYTE * UNDERWAY_SECONDS;
        return Math.max(LEAST_QUEUE_BYTES, underway);
    }

    /** What waits to be sent over TCP may wait for somebody to read what came before. */
    private boolean isHeldByAReader(MemberLoad member) {
        return goesOverTcp(member) && others(member, MemberLoad::receiveQueueBytes) >= LEAST_QUEUE_BYTES;
    }

    private double leastSendQueueOfOthers(MemberLoad member) {
        return run.members().stream()
                .filter(other -> other.sender() && !other.equals(member))
                .mapToDouble(other -> other.sendQueueBytes().orElse(0))
                .min()
                .orElse(0);
    }

    /** A window that is far smaller than it could be: also on a busy host, which is busy with handing credits out. */
    Optional<Bottleneck> farTooSmallWindow() {
        return awaited.isPresent() || run.members().stream().anyMatch(this::isSlower)
                ? Optional.empty()
                : window(FAR_SMALLER);
    }

    /** Several may be waited for, and each for a part of the time alone. Who sends does more than who does not. */
    private boolean isSlower(MemberLoad member) {
        return isLongest(member, MemberLoad::receiveQueueBytes)
                || takesMoreCpuThan(member, other -> other.sender() == member.sender());
    }

    /** A window that is smaller than it could be, where nothing else is busy. */
    Optional<Bottleneck> window() {
        return awaited.isPresent() || run.members().stream().anyMatch(this::isBusy) || leastIdle() < IDLE
                ? Optional.empty()
                : window(SMALLER);
    }

    private Optional<Bottleneck> window(double timesSmaller) {
        return run.window()
                .filter(window -> isBlocked() && window.roomBytes() >= timesSmaller * window.bytes())
                .map(window -> Bottleneck.limit(
                        BottleneckType.FLOW_CONTROL_WINDOW,
                        Optional.empty(),
                        String.format(
                                Locale.ROOT,
                                "Senders waited %s of the time for credits, with windows of %,d"
                                        + " bytes where there is room for %,d: it is the flow-control window. Measure"
                                        + " again with a larger stack.window.",
                                percent(blockedShare()),
                                window.bytes(),
                                window.roomBytes())));
    }

    Optional<Bottleneck> receiver() {
        return awaited.filter(_ -> isBlocked())
                .flatMap(most -> reason(most.member())
                        .map(why -> Bottleneck.fault(
                                BottleneckType.RECEIVER,
                                most.member().name(),
                                String.format(
                                        Locale.ROOT,
                                        "Senders waited %s of the time for credits, %s of it for those of %s, %s: it"
                                                + " is the receiver. Give it cores, or fewer senders.",
                                        percent(blockedShare()),
                                        percent(most.share()),
                                        most.member().name(),
                                        why))));
    }

    /** A receiver whose TCP has no room: what came before was not read, whoever else is busy. */
    Optional<Bottleneck> receiverThatDoesNotRead() {
        return awaited(run.pairs().awaitedForRoom())
                .filter(most -> waitedForRoomOf(most.member()) >= BLOCKED)
                .map(most -> Bottleneck.fault(
                        BottleneckType.RECEIVER,
                        most.member().name(),
                        String.format(
                                Locale.ROOT,
                                "For %s of the time the others had data for %s, whose receive buffers were full (%s of"
                                        + " all such waiting): %s",
                                percent(waitedForRoomOf(most.member())),
                                most.member().name(),
                                percent(most.share()),
                                whyFull(most.member()))));
    }

    /** Where little waits in a full buffer, the buffer is small and not its reader slow. */
    private static String whyFull(MemberLoad receiver) {
        return receiver.receiveQueueBytes().stream()
                .filter(waiting -> waiting < LEAST_QUEUE_BYTES)
                .mapToObj(waiting -> String.format(
                        Locale.ROOT,
                        "it had read all but %,.0f bytes on average, so its receive buffers are too small. Give it"
                                + " larger ones: net.ipv4.tcp_rmem of its host, recv_buf_size of the stack.",
                        waiting))
                .findAny()
                .orElse("it reads too slowly, so it is the receiver. Give it cores, or fewer senders.");
    }

    /**
     * A receiver that needs much more CPU time than the others for the same messages. On a host that members share
     * nobody's threads are busy all the time, as each waits for its turn.
     */
    Optional<Bottleneck> receiverThatNeedsMoreCpu() {
        return awaited.filter(_ -> isBlocked())
                .filter(most -> takesMoreCpuThan(most.member(), _ -> true))
                .map(most -> Bottleneck.fault(
                        BottleneckType.RECEIVER,
                        most.member().name(),
                        String.format(
                                Locale.ROOT,
                                "Senders waited %s of the time for credits, %s of it for those of %s, which took %.2f"
                                        + " CPUs where the others took at most %.2f: it is the receiver, and needs more"
                                        + " for each message. Compare its JVM, its options and its host with theirs.",
                                percent(blockedShare()),
                                percent(most.share()),
                                most.member().name(),
                                cpus(most.member()),
                                mostCpusOfOthers(most.member(), _ -> true))));
    }

    /** False where there are none, or one of them does not tell. */
    private boolean takesMoreCpuThan(MemberLoad member, Predicate<MemberLoad> which) {
        double most = mostCpusOfOthers(member, which);
        return most > 0 && cpus(member) >= TIMES_MORE_CPU * most;
    }

    private static double cpus(MemberLoad member) {
        return member.share(Counters.CPU_NANOS);
    }

    private double mostCpusOfOthers(MemberLoad member, Predicate<MemberLoad> which) {
        return run.members().stream()
                .filter(other -> !other.equals(member) && which.test(other))
                .mapToDouble(other -> other.knows(Counters.CPU_NANOS) ? cpus(other) : Double.POSITIVE_INFINITY)
                .max()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /** For how much of their time the other senders waited for this one, on average. */
    private double waitedForRoomOf(MemberLoad receiver) {
        return run.members().stream()
                .filter(member -> member.sender() && !member.equals(receiver))
                .mapToDouble(member -> Math.min(1, member.share(Counters.TCP_WAITED_FOR_NANOS + receiver.name())))
                .average()
                .orElse(0);
    }

    private Optional<String> reason(MemberLoad member) {
        if (isBusy(member)) {
            var thread = member.busiestThread().orElseThrow();
            return Optional.of(String.format(
                    Locale.ROOT, "whose thread %s used %s of one core", thread.name(), percent(thread.share())));
        }
        return isLongest(member, MemberLoad::receiveQueueBytes)
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "in whose sockets %,.0f bytes waited to be read on average (of the others at most %,.0f)",
                        member.receiveQueueBytes().orElse(0),
                        others(member, MemberLoad::receiveQueueBytes)))
                : Optional.empty();
    }

    Optional<Bottleneck> sender() {
        return run.members().stream()
                .filter(member -> member.sender() && isBusy(member) && blockedShare() < FREE)
                .max(Comparator.comparingDouble(WaitingCauses::busiest))
                .map(member -> Bottleneck.limit(
                        BottleneckType.SENDER,
                        Optional.of(member.name()),
                        String.format(
                                Locale.ROOT,
                                "Senders waited for flow control %s of the time only, and thread %s of %s used %s"
                                        + " of one core: it is the sender. More senders, or faster cores, would give"
                                        + " a higher rate.",
                                percent(blockedShare()),
                                member.busiestThread().orElseThrow().name(),
                                member.name(),
                                percent(busiest(member)))));
    }

    /** The member that is waited for without a reason that was counted. */
    Optional<Bottleneck> waitedForInVain() {
        return awaited.filter(_ -> isBlocked())
                .map(most -> new Bottleneck(
                        BottleneckType.UNKNOWN,
                        Optional.of(most.member().name()),
                        false,
                        String.format(
                                Locale.ROOT,
                                "Senders waited %s of the time for credits, %s of it for those of %s, whose busiest"
                                        + " thread took %s of one core and whose link carried %s to it: its link and"
                                        + " what takes its messages are to be looked at.",
                                percent(blockedShare()),
                                percent(most.share()),
                                most.member().name(),
                                percent(busiest(most.member())),
                                megabits(most.member().receivedBitsPerSecond()))));
    }

    private boolean isBusy(MemberLoad member) {
        return busiest(member) >= BUSY;
    }

    private static double busiest(MemberLoad member) {
        return member.busiestThread().map(MemberLoad.BusyThread::share).orElse(0.0);
    }

    private boolean isLongest(MemberLoad member, Function<MemberLoad, OptionalDouble> queue) {
        double own = queue.apply(member).orElse(0);
        return own >= LEAST_QUEUE_BYTES && own >= TIMES_LONGER * others(member, queue);
    }

    private double others(MemberLoad member, Function<MemberLoad, OptionalDouble> queue) {
        return run.members().stream()
                .filter(other -> !other.equals(member))
                .mapToDouble(other -> queue.apply(other).orElse(0))
                .max()
                .orElse(0);
    }

    private double leastIdle() {
        return run.members().stream()
                .flatMapToDouble(member -> member.idleShare().isPresent()
                        ? DoubleStream.of(member.idleShare().getAsDouble())
                        : DoubleStream.empty())
                .min()
                .orElse(0);
    }
}
