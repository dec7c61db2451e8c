package io.jgbench.coordination.workload.rpc;

import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.result.Link;
import io.jgbench.coordination.result.WireBytes;
import java.util.List;

/**
 * How many requests a second a member can make at most, where each member has a link of its own.
 *
 * <p>Let each of N members make R requests a second of random others: a share p of reads, which bring the payload back
 * from one member, and 1 − p of writes, which take it to T members. Let a payload take w bytes of a link, headers
 * included. Then, in the long run, each member's link carries
 *
 * <ul>
 *   <li>outwards its own writes, (1 − p) × T × R × w, and the answers to the reads of the others, p × R × w: as many as
 *       it makes itself, as all make as many and all are asked alike,
 *   <li>inwards the same.
 * </ul>
 *
 * <p>So R × (p + (1 − p) × T) × w ≤ L. Where links differ, members need not make as many requests: added over all
 * members, the same holds for the mean of R and the mean of L. A slow one bounds the others by what they read from and
 * write to it: both directions of its link together carry (p + (1 − p) × T) × (R<sub>i</sub> + the others' R ÷ (N − 1))
 * × w ≤ 2 × L<sub>i</sub>, so that the mean of R is at most 2 × (N − 1) ÷ N × L<sub>i</sub> ÷ ((p + (1 − p) × T) × w).
 * What goes the other way, the calls of reads and the answers to writes, is a
 * header each and is not counted, nor is what a stack says of its own accord: they are what the efficiency shows.
 *
 * @param requestsPerSecond the largest request rate of a member, averaged over all members
 * @param bytesPerSecond that rate times the payload
 * @param wireBytesPerRequest (p + (1 − p) × T) × w: what a request takes of a link in each direction
 */
public record RpcWireLimit(double requestsPerSecond, long bytesPerSecond, double wireBytesPerRequest) {
    private static final double PERCENT = 100;

    /**
     * The limit.
     *
     * @param links one for each of N members, at least 2, as a member alone calls itself and nothing crosses a wire;
     *     their MTUs are the same, the smallest one
     */
    public static RpcWireLimit of(List<Link> links, RpcSpec spec, Framing framing) {
        int members = links.size();
        if (members < 2) {
            throw new IllegalArgumentException("a wire limit needs at least 2 members, got: " + members);
        }
        double reads = spec.readPercent() / PERCENT;
        double payloads = reads + (1 - reads) * spec.targetsOf(members);
        double wireBytes = payloads * WireBytes.perMessage(spec.largestMessageBytes(), framing, links.getFirst());
        double mean = links.stream().mapToLong(Link::bytesPerSecond).average().orElseThrow();
        double slowest = links.stream().mapToLong(Link::bytesPerSecond).min().orElseThrow();
        double rate = Math.min(mean, 2.0 * (members - 1) / members * slowest) / wireBytes;
        return new RpcWireLimit(rate, Math.round(rate * spec.payloadBytes()), wireBytes);
    }
}
