package io.jgbench.preflight;

import io.jgbench.coordination.preflight.PreflightLimits;
import io.jgbench.coordination.protocol.PreflightReport.Received;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What was received of one member. */
final class PeerTally {
    /**
     * Of more packets than any member sends the rest is ignored: the port is open to strangers, and each packet is
     * kept. Twice as many as one sends that nobody answers.
     */
    private static final int MOST_PACKETS = 2 * (PeerProbe.MOST_PACKETS + GroupProbe.MOST_PACKETS);

    private final int[] bursts = new int[PreflightLimits.MOST_BURSTS];
    private final int[] highest = new int[PreflightLimits.MOST_BURSTS];
    private final Set<Long> seen = new HashSet<>();
    private int pings;
    private int duplicates;
    private int reordered;
    private int largestBytes;
    private int fragmented;
    private int multicasts;
    private int largestMulticastBytes;

    /**
     * Counts a packet.
     *
     * @param ipBytes its size as an IP packet
     */
    void count(ProbePacket probe, int ipBytes) {
        switch (probe.kind()) {
            case PING, SIZED, FRAGMENTED, BURST, GROUP -> {
                if (seen.contains(identity(probe))) {
                    duplicates++;
                    return;
                }
                if (seen.size() == MOST_PACKETS) {
                    return;
                }
                seen.add(identity(probe));
            }
            case PING_ANSWER, ASK, TALLY, SIZED_ANSWER, FRAGMENTED_ANSWER, GROUP_ANSWER, PORT, PORT_ANSWER -> {
                return;
            }
        }
        switch (probe.kind()) {
            case PING -> pings++;
            case BURST -> countBurst(probe.argument(), probe.number());
            case GROUP -> {
                multicasts += probe.argument() == 0 ? 1 : 0;
                largestMulticastBytes = Math.max(largestMulticastBytes, ipBytes);
                return;
            }
            case FRAGMENTED -> {
                fragmented++;
                return;
            }
            case SIZED, PING_ANSWER, ASK, TALLY, SIZED_ANSWER, FRAGMENTED_ANSWER, GROUP_ANSWER, PORT, PORT_ANSWER -> {
                // counts by its size alone
            }
        }
        largestBytes = Math.max(largestBytes, ipBytes);
    }

    private void countBurst(int burst, int number) {
        if (burst >= 0 && burst < bursts.length) {
            bursts[burst]++;
            reordered += number < highest[burst] ? 1 : 0;
            highest[burst] = Math.max(highest[burst], number);
        }
    }

    private static long identity(ProbePacket probe) {
        return (long) probe.kind().code() << 56 | (long) probe.argument() << 24 | probe.number();
    }

    /** How many packets of a burst arrived. */
    int ofBurst(int burst) {
        return burst >= 0 && burst < bursts.length ? bursts[burst] : 0;
    }

    /**
     * All that was received.
     *
     * @param from the member's index
     */
    Received received(int from) {
        List<Integer> counts = new ArrayList<>();
        for (int count : bursts) {
            counts.add(count);
        }
        return new Received(
                from,
                pings,
                counts,
                duplicates,
                reordered,
                largestBytes,
                fragmented,
                multicasts,
                largestMulticastBytes);
    }
}
