package io.jgbench.coordination.protocol;

import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.environment.HostSnapshot;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What one member saw, exactly. Instants are nanoseconds since the Unix epoch on the member's own clock.
 *
 * @param runId the run it belongs to
 * @param member the member's name
 * @param index the member's place in the run, from 0
 * @param partial whether the member failed or was stopped before its workload was done; such figures are kept but
 *     never averaged
 * @param failure why it is partial, in one sentence
 * @param beganAtEpochNanos when the workload really began, 0 if it did not: of a member that sends right before its
 *     first message was handed to the transport, of any other one when it passed the start barrier
 * @param workload what it saw of its workload
 * @param counters what was lost and waited for while the workload ran, by name; see {@link Counters}
 * @param framing what the transport adds to a message on the wire
 * @param host what the host and the JVM are like, by name; see {@link
 *     io.jgbench.coordination.environment.HostSnapshot}
 * @param activity what it did and met from one tenth of a second to the next
 */
@RecordBuilder
public record MemberReport(
        String runId,
        String member,
        int index,
        boolean partial,
        Optional<String> failure,
        long beganAtEpochNanos,
        WorkloadReport workload,
        Map<String, Long> counters,
        Framing framing,
        Map<String, String> host,
        Activity activity) {

    /** Refuses nulls and copies the collections. */
    public MemberReport {
        Objects.requireNonNull(runId, "runId");
        Objects.requireNonNull(member, "member");
        Objects.requireNonNull(failure, "failure");
        Objects.requireNonNull(workload, "workload");
        counters = Map.copyOf(counters);
        Objects.requireNonNull(framing, "framing");
        host = Map.copyOf(host);
        // of a member that was not sampled, and in what an earlier version wrote
        activity = activity == null ? Activity.NONE : activity;
    }

    /** The same with what it did from sample to sample. */
    public MemberReport with(Activity sampled) {
        return MemberReportBuilder.builder(this).activity(sampled).build();
    }

    /** The time from the workload's begin to its end, in nanoseconds; 0 if it never ran. */
    public long measuredNanos() {
        return Math.max(0, workload.endedAtEpochNanos() - beganAtEpochNanos);
    }

    /** The time in which counters counted, in nanoseconds: the measured one where the member did not note it. */
    public long countedNanos() {
        return counters.getOrDefault(Counters.COUNTED_NANOS, measuredNanos());
    }

    /** A fact about its host; empty where that could not be read. */
    public Optional<String> fact(HostFact fact) {
        return Optional.ofNullable(host.get(fact.label())).filter(HostSnapshot::isKnown);
    }

    /** How many CPUs a fact about its host says that there are; empty where that could not be read. */
    public Optional<Integer> cpus(HostFact fact) {
        return fact(fact).filter(text -> text.matches("[1-9][0-9]{0,8}")).map(Integer::valueOf);
    }

    /** The same with one more fact about its host, or another value of it. */
    public MemberReport with(HostFact fact, String value) {
        Map<String, String> facts = new HashMap<>(host);
        facts.put(fact.label(), value);
        return MemberReportBuilder.builder(this).host(facts).build();
    }

    /**
     * What a transport adds to a message at the least, when messages are packed as densely as it packs them.
     *
     * @param perMessageBytes bytes added to each message within a packet of the transport
     * @param packetBytes the largest packet that the transport hands to the operating system, its own headers included
     * @param perPacketBytes bytes of that packet which are the transport's header
     * @param layer what carries the packet
     * @param multicast whether one packet reaches all members, or one is sent to each
     */
    public record Framing(int perMessageBytes, int packetBytes, int perPacketBytes, Layer layer, boolean multicast) {

        /** Refuses nulls. */
        public Framing {
            Objects.requireNonNull(layer, "layer");
        }

        /**
         * How many packets a message takes, 1 or more; several where the stack cuts it into fragments.
         *
         * @param messageBytes its size
         */
        public int packets(int messageBytes) {
            return Math.max(1, Math.ceilDiv(messageBytes, Math.max(1, packetBytes)));
        }

        /**
         * How often a message to all others leaves the member's host.
         *
         * @param others how many other members there are
         */
        public int copies(int others) {
            return multicast ? Math.min(1, others) : others;
        }

        /** The protocol that carries a transport's packets. */
        public enum Layer {
            /** Datagrams, fragmented by IP where they are larger than the MTU. */
            UDP,
            /** A stream of segments that fit the MTU. */
            TCP
        }
    }
}
