package io.jgbench.coordination.preflight;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * What is wrong with the network between members, in one sentence for all pairs that it is wrong with.
 *
 * @param kind what it is
 * @param evidence the pairs, and what was sent and what arrived
 */
public record PreflightFault(Kind kind, String evidence) {

    /** Refuses nulls. */
    public PreflightFault {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(evidence, "evidence");
    }

    /** What can be wrong with a pair; of several, the first is the one that the pair is named with. */
    public enum Kind {
        /** Nothing that is sent to the member's address and port arrives, or no connection can be made. */
        UNREACHABLE("Unreachable", true),
        /** Nothing that is sent to the multicast group arrives. */
        MULTICAST_BLOCKED("MulticastBlocked", true),
        /** Small packets arrive, and none that fills the MTU and must not be fragmented. */
        MTU_TOO_SMALL("MtuTooSmall", true),
        /** Packets that fill the MTU arrive, and none that is sent in fragments. */
        FRAGMENTS_BLOCKED("FragmentsBlocked", true),
        /** The MTUs of the two ends differ, though packets get through. */
        INTERFACES_DIFFER("InterfacesDiffer", true),
        /** Packets of several bursts are missing, and the receiver had room for them. */
        PACKETS_LOST("PacketsLost", true),
        /** Packets arrive more than once; the run continues. */
        PACKETS_DUPLICATED("PacketsDuplicated", false);

        private final String label;
        private final boolean fails;

        Kind(String label, boolean fails) {
            this.label = label;
            this.fails = fails;
        }

        /** The word that users see, such as {@code MtuTooSmall}. */
        @JsonValue
        public String label() {
            return label;
        }

        /** Whether a run that requires its pre-flight fails because of it. */
        public boolean fails() {
            return fails;
        }
    }
}
