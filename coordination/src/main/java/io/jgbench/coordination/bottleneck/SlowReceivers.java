package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.BottleneckRule.megabits;
import static io.jgbench.coordination.bottleneck.BottleneckRule.names;
import static io.jgbench.coordination.bottleneck.BottleneckRule.percent;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.bottleneck.FlowControlWaits.AwaitedMember;
import io.jgbench.coordination.protocol.Counters;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The member that the senders wait for, as it takes its messages too slowly. */
final class SlowReceivers {
    private final RunLoad run;
    private final FlowControlWaits waits;
    private final MemberComparison comparison;

    SlowReceivers(RunLoad run, FlowControlWaits waits) {
        this.run = run;
        this.waits = waits;
        this.comparison = new MemberComparison(run);
    }

    /** One that shows by its threads or its sockets why it is waited for, or several alike that do. */
    Optional<Bottleneck> receiver() {
        return waits.awaitedByBlocked().flatMap(most -> {
            List<MemberLoad> slow = most.alike().stream()
                    .filter(member -> reason(member, most).isPresent())
                    .toList();
            return slow.stream()
                    .findFirst()
                    .flatMap(first -> reason(first, most))
                    .map(why -> new Bottleneck(
                            BottleneckType.RECEIVER,
                            Optional.of(names(slow)),
                            isComparable(),
                            String.format(
                                    Locale.ROOT,
                                    "%s%s: it is the receiver. Give it cores, or fewer senders.",
                                    waitedFor(most, slow),
                                    why)));
        });
    }

    /** All receivers alike whose TCP has no room, though little of what came before waits to be read. */
    Optional<Bottleneck> smallReceiveBuffers() {
        List<MemberLoad> receivers = waits.allWithoutRoom();
        return receivers.stream()
                .max(Comparator.comparingDouble(
                        member -> member.receiveQueueBytes().orElse(0)))
                .filter(_ -> receivers.stream().allMatch(SlowReceivers::hasSmallBuffers))
                .map(most -> Bottleneck.limit(
                        BottleneckType.RECEIVER,
                        Optional.of(names(receivers)),
                        String.format(
                                Locale.ROOT,
                                "For %s of the time, on average, senders had data for a member whose receive buffers"
                                        + " were full, and each member had read all but %,.0f bytes or less: the"
                                        + " receive buffers of all are too small. Give them larger ones:"
                                        + " net.ipv4.tcp_rmem of the hosts, recv_buf_size of the stack.",
                                percent(receivers.stream()
                                        .mapToDouble(waits::waitedForRoomOf)
                                        .average()
                                        .orElse(0)),
                                most.receiveQueueBytes().orElse(0))));
    }

    /** A receiver whose TCP window is full: it did not read earlier data, no matter which other members are busy. */
    Optional<Bottleneck> receiverThatDoesNotRead() {
        return waits.awaitedForRoom()
                .map(most -> new Bottleneck(
                        BottleneckType.RECEIVER,
                        Optional.of(most.load().name()),
                        isComparable() || hasSmallBuffers(most.load()),
                        String.format(
                                Locale.ROOT,
                                "For %s of the time the others had data for %s, whose receive buffers were full (%s of"
                                        + " all such waiting): %s",
                                percent(waits.waitedForRoomOf(most.load())),
                                most.load().name(),
                                percent(most.share()),
                                whyFull(most.load()))));
    }

    private static String whyFull(MemberLoad receiver) {
        return hasSmallBuffers(receiver)
                ? String.format(
                        Locale.ROOT,
                        "it had read all but %,.0f bytes on average, so its receive buffers are too small. Give it"
                                + " larger ones: net.ipv4.tcp_rmem of its host, recv_buf_size of the stack.",
                        receiver.receiveQueueBytes().orElse(0))
                : "it reads too slowly, so it is the receiver. Give it cores, or fewer senders.";
    }

    /** Where little waits in a full buffer, the buffer is small and not its reader slow. */
    private static boolean hasSmallBuffers(MemberLoad receiver) {
        return receiver.receiveQueueBytes().orElse(MemberComparison.LEAST_QUEUE_BYTES)
                < MemberComparison.LEAST_QUEUE_BYTES;
    }

    /** That a sender waits for its only receiver does not say that this one is slower than it should be. */
    private boolean isComparable() {
        return waits.onlyReceiver().isEmpty();
    }

    /**
     * A receiver that needs much more CPU time than the others for the same messages. On a host that members share
     * nobody's threads are busy all the time, as each waits for its turn.
     */
    Optional<Bottleneck> receiverThatNeedsMoreCpu() {
        return waits.awaitedByBlocked().filter(_ -> isComparable()).flatMap(most -> {
            var toTheRest = comparison.leavingOut(most.alike());
            List<MemberLoad> slow = most.alike().stream()
                    .filter(member -> toTheRest.takesMoreCpuThan(member, _ -> true)
                            && toTheRest.takesMoreCpuForEachMessage(member))
                    .toList();
            return slow.stream()
                    .findFirst()
                    .map(first -> Bottleneck.fault(
                            BottleneckType.RECEIVER,
                            names(slow),
                            String.format(
                                    Locale.ROOT,
                                    "%swhich took %.2f CPUs where the others took at most %.2f: it is the receiver,"
                                            + " and needs more for each message. Compare its JVM, its options and its"
                                            + " host with theirs.",
                                    waitedFor(most, slow),
                                    first.share(Counters.CPU_NANOS),
                                    toTheRest.mostCpusOfOthers(first, _ -> true))));
        });
    }

    private Optional<String> reason(MemberLoad member, AwaitedMember most) {
        if (member.isBusy()) {
            var thread = member.busiestThread().orElseThrow();
            return Optional.of(String.format(
                    Locale.ROOT, "whose thread %s used %s of one core", thread.name(), percent(thread.share())));
        }
        var toTheRest = comparison.leavingOut(most.alike());
        return toTheRest.isLongest(member, MemberLoad::receiveQueueBytes)
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "in whose sockets %,.0f bytes waited to be read on average (of the others at most %,.0f)",
                        member.receiveQueueBytes().orElse(0),
                        toTheRest.longestOfOthers(member, MemberLoad::receiveQueueBytes)))
                : Optional.empty();
    }

    /** The member that is waited for without a reason that was counted. */
    Optional<Bottleneck> waitedForInVain() {
        return waits.awaitedByBlocked()
                .map(most -> new Bottleneck(
                        BottleneckType.UNKNOWN,
                        Optional.of(names(most.alike())),
                        false,
                        String.format(
                                Locale.ROOT,
                                "%swhose busiest thread took %s of one core and whose link carried %s to it: %s",
                                waitedFor(most, most.alike()),
                                percent(most.alike().getFirst().busiestShare()),
                                megabits(most.alike().getFirst().receivedBitsPerSecond()),
                                whatToLookAt(most.alike().getFirst()))));
    }

    private String whatToLookAt(MemberLoad member) {
        String both = "its link and what takes its messages are to be looked at.";
        return new RoundTrips(run).longer(member).map(told -> both + " " + told).orElse(both);
    }

    /** The beginning of a sentence. The facts of the first of these members follow it. */
    private String waitedFor(AwaitedMember most, List<MemberLoad> members) {
        return String.format(
                Locale.ROOT,
                "Senders waited %s of the time for credits, %s of it for those of %s, %s",
                percent(waits.share()),
                most.alike().size() == 1 ? percent(most.share()) : "most",
                names(most.alike()),
                most.alike().size() == 1 ? "" : "of which " + members.getFirst().name() + " is one ");
    }
}
