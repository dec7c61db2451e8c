package io.jgbench.coordination.preflight;

import io.jgbench.coordination.preflight.PreflightFault.Kind;
import io.jgbench.coordination.preflight.PreflightJudge.JudgedPath;
import io.jgbench.coordination.protocol.AddedLater;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The paths between members as they were before the run.
 *
 * @param pairs all ordered pairs, by sender; of more than {@value #MOST_PAIRS} those that show anything, at most as
 *     many, and of more those that have a fault first
 * @param leftOut how many pairs are left out
 * @param leftOutFaulty how many of these have a fault
 */
public record PreflightMatrix(
        List<PreflightPair> pairs, int leftOut, @AddedLater long leftOutFaulty) {
    private static final int MOST_PAIRS = 1024;

    /** Copies the list. */
    public PreflightMatrix {
        pairs = List.copyOf(pairs);
    }

    /** Whether it has as many pairs as it can have, so that pairs may be left out that showed something. */
    public boolean reachesBound() {
        return pairs.size() >= MOST_PAIRS;
    }

    /** How many pairs have a fault, those included that are left out. */
    public long faulty() {
        return pairs.stream().filter(PreflightPair::hasFault).count() + leftOutFaulty;
    }

    /**
     * One path.
     *
     * @param from the member that sent
     * @param to the member that received
     * @param sentPackets small packets to the member alone
     * @param lostPackets those that did not arrive
     * @param duplicates packets that arrived more than once
     * @param reordered packets that arrived after a later one
     * @param roundTripMicros the shortest round trip in microseconds; empty if nothing was answered
     * @param largestPacketBytes the largest IP packet that arrived unfragmented; empty if none did
     * @param connectMicros how long connecting by TCP took, in microseconds; empty where it failed or was not tried
     * @param sentMulticasts packets to the group, 0 where there is none
     * @param lostMulticasts those that did not arrive
     * @param faults what is wrong with it
     */
    public record PreflightPair(
            String from,
            String to,
            int sentPackets,
            int lostPackets,
            int duplicates,
            int reordered,
            OptionalLong roundTripMicros,
            OptionalInt largestPacketBytes,
            OptionalLong connectMicros,
            int sentMulticasts,
            int lostMulticasts,
            List<Kind> faults) {

        /** Refuses nulls and copies the list. */
        public PreflightPair {
            Objects.requireNonNull(from, "from");
            Objects.requireNonNull(to, "to");
            Objects.requireNonNull(roundTripMicros, "roundTripMicros");
            Objects.requireNonNull(largestPacketBytes, "largestPacketBytes");
            Objects.requireNonNull(connectMicros, "connectMicros");
            faults = List.copyOf(faults);
        }

        /** Whether anything is wrong with it. */
        public boolean hasFault() {
            return !faults.isEmpty();
        }

        private boolean showsAnything() {
            return hasFault() || lostPackets > 0 || lostMulticasts > 0 || duplicates > 0 || reordered > 0;
        }
    }

    static PreflightMatrix of(List<String> names, List<JudgedPath> paths) {
        List<PreflightPair> all = paths.stream()
                .map(judged -> pair(names, judged.path(), judged.kinds()))
                .toList();
        if (all.size() <= MOST_PAIRS) {
            return new PreflightMatrix(all, 0, 0);
        }
        Set<Integer> kept = IntStream.range(0, all.size())
                .boxed()
                .filter(index -> all.get(index).showsAnything())
                .sorted(Comparator.comparing(index -> !all.get(index).hasFault()))
                .limit(MOST_PAIRS)
                .collect(Collectors.toSet());
        List<PreflightPair> shown = IntStream.range(0, all.size())
                .filter(kept::contains)
                .mapToObj(all::get)
                .toList();
        long faulty = all.stream().filter(PreflightPair::hasFault).count();
        long shownFaulty = shown.stream().filter(PreflightPair::hasFault).count();
        return new PreflightMatrix(shown, all.size() - shown.size(), faulty - shownFaulty);
    }

    private static PreflightPair pair(List<String> names, PreflightPath path, List<Kind> faults) {
        return new PreflightPair(
                names.get(path.from()),
                names.get(path.to()),
                path.sentPackets(),
                path.lostPackets(),
                path.received().duplicates(),
                path.received().reordered(),
                path.roundTripMicros(),
                path.largestBytes(),
                path.connectMicros(),
                path.sender().multicasts(),
                path.lostMulticasts(),
                faults);
    }
}
