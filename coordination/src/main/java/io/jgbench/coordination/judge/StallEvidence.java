package io.jgbench.coordination.judge;

import static io.jgbench.coordination.judge.Wording.grouped;

import io.jgbench.coordination.pairs.Awaited;
import io.jgbench.coordination.pairs.PairMatrix;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.RunFailure;
import io.jgbench.coordination.run.FailureReason;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What members had counted when their run stalled: nobody knows it before their reports are there, which is after the
 * run has failed.
 *
 * @param members all that were planned
 * @param pairs all ways between them
 */
record StallEvidence(List<MemberResult> members, PairMatrix pairs) {

    /** The failure with it at the end of its sentence; as it is where it is another one, or nothing was counted. */
    RunFailure addedTo(RunFailure failure) {
        String told = Stream.of(
                        awaited(),
                        sentAgain("messages", Counters.RETRANSMISSIONS),
                        sentAgain("TCP segments", Counters.TCP_RETRANSMITTED_SEGMENTS))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", "));
        return failure.reason() != FailureReason.STALLED || told.isEmpty()
                ? failure
                : new RunFailure(failure.reason(), failure.phase(), failure.message() + "; until then " + told);
    }

    private Optional<String> awaited() {
        return pairs.awaitedForCredits()
                .map(most -> String.format(
                        Locale.ROOT,
                        "senders waited for credits of %s (%.1f s of all of them together)",
                        names(most),
                        pairs.worst().stream()
                                        .filter(pair -> most.members().contains(pair.to()))
                                        .mapToLong(
                                                pair -> pair.creditWaitNanos().orElse(0L))
                                        .sum()
                                / 1e9));
    }

    private static String names(Awaited most) {
        int more = most.members().size() - 1;
        return most.member() + (more == 0 ? "" : " and " + more + " more");
    }

    private Optional<String> sentAgain(String unit, String counter) {
        long sum = members.stream().mapToLong(member -> member.counter(counter)).sum();
        return sum == 0 ? Optional.empty() : Optional.of(grouped(sum) + " " + unit + " were sent again");
    }
}
