package io.jgbench.coordination.judge;

import static io.jgbench.coordination.words.Numbers.millis;

import io.jgbench.coordination.result.MemberResult;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where a counter of time rose most between two samples. What it counts stops the sampling as well, so that a long one
 * is between two samples; several short ones may be.
 *
 * @param member the name of the member that counted it
 * @param nanos by how much, in nanoseconds; more than 0
 */
record LongestRise(String member, long nanos) {

    /** Of these members, which must have left their reports; empty where none counted anything. */
    static Optional<LongestRise> of(Stream<MemberResult> members, String counter) {
        return members.map(member -> new LongestRise(
                        member.name(), SampledTraffic.read(member).steepestRise(counter)))
                .filter(rise -> rise.nanos() > 0)
                .max(Comparator.comparingLong(LongestRise::nanos));
    }

    /** Such as {@code The longest pause was one of member-1, of at most 12 ms.} after a space. */
    String told(String what) {
        return " The longest %s was one of %s, of at most %s.".formatted(what, member, millis(nanos));
    }
}
