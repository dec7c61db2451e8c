package io.jgbench.coordination.bottleneck;

import java.util.Locale;
import java.util.Optional;

/** How long a packet to a member and its answer take, before anything else is sent. */
record RoundTrips(RunLoad run) {
    /** What a busy host or a deep queue adds is less. */
    static final long LEAST_MICROS = 5_000;

    /** How many times as long as those of the others round trips have to be. */
    static final long TIMES_LONGER = 5;

    /** A sentence, where round trips to a member take far longer than those to the others in the middle. */
    Optional<String> longer(MemberLoad member) {
        long[] others = run.others(member)
                .flatMap(other -> other.roundTripMicros().stream())
                .mapToLong(Long::longValue)
                .sorted()
                .toArray();
        if (others.length < 2) {
            return Optional.empty();
        }
        long median = others[others.length / 2];
        return member.roundTripMicros()
                .filter(micros -> micros >= LEAST_MICROS && micros >= TIMES_LONGER * median)
                .map(micros -> String.format(
                        Locale.ROOT,
                        "Round trips to %s took %.1f ms before the run, between others %.1f ms: it may be the delay of"
                                + " its link.",
                        member.name(),
                        micros / 1e3,
                        median / 1e3));
    }

    /** The same, or what to do where the link may only carry less. */
    String orCompareSpeed(MemberLoad member) {
        return longer(member).orElse("Compare its speed with theirs.");
    }
}
