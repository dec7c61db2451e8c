package io.jgbench.coordination.result;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * Something about a run that whoever uses its figures must know.
 *
 * @param reason what was found
 * @param severity what follows from it
 * @param evidence one sentence with the numbers and the members' names
 */
public record Finding(Reason reason, Severity severity, String evidence) {

    /** Refuses nulls. */
    public Finding {
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(severity, "severity");
        Objects.requireNonNull(evidence, "evidence");
    }

    /** What follows from a finding; the gravest first. */
    public enum Severity {
        /** The figures must not be used. */
        INVALIDATES("Invalidates"),
        /** The figures can be used by who has read the finding. */
        WARNS("Warns"),
        /** It explains the figures. */
        INFORMS("Informs");

        private final String label;

        Severity(String label) {
            this.label = label;
        }

        /** The severity as a status has it. */
        @JsonValue
        public String label() {
            return label;
        }
    }

    /** What can be found. */
    public enum Reason {
        /** A member left no report. */
        MEMBER_LOST("MemberLost"),
        /** A member failed or was stopped before its workload was done. */
        PARTIAL_REPORT("PartialReport"),
        /** The run did not come to its end although each member reported. */
        RUN_FAILED("RunFailed"),
        /** Messages that had to arrive did not. */
        MESSAGES_MISSING("MessagesMissing"),
        /** Messages arrived more than once. */
        DUPLICATED("Duplicated"),
        /** Messages of one stream arrived after a later one. */
        REORDERED("Reordered"),
        /** Requests were not answered in time. */
        REQUESTS_TIMED_OUT("RequestsTimedOut"),
        /** Requests could not be sent or were answered wrongly. */
        REQUESTS_FAILED("RequestsFailed"),
        /** Messages sent, received and lost, or calls and answers, do not add up. */
        ACCOUNTS_DIFFER("AccountsDiffer"),
        /** Packets arrived with another content than was sent. */
        PACKETS_CORRUPT("PacketsCorrupt"),
        /** Packets that fill the MTU and must not be fragmented vanish on their way. */
        MTU_BLACK_HOLE("MtuBlackHole"),
        /** A search found no rate at which all packets but a few arrive. */
        NO_RATE_FOUND("NoRateFound"),
        /** A rate was kept on average, and in bursts. */
        RATE_UNEVEN("RateUneven"),
        /** Nothing was received, or all at one instant, so that there is no rate. */
        TOO_FEW_MESSAGES("TooFewMessages"),
        /** The view changed while the workload ran. */
        VIEW_CHANGED("ViewChanged"),
        /** The members did not begin together, or it is not known whether they did. */
        SKEW_ABOVE_LIMIT("SkewAboveLimit"),
        /** An open loop did not offer the load that was asked for. */
        TARGET_RATE_MISSED("TargetRateMissed"),
        /** The warm-up was ended before the members were steady. */
        WARMUP_CUT_SHORT("WarmupCutShort"),
        /** The rate changed in the course of the measured part, or code was still being compiled. */
        NOT_STEADY("NotSteady"),
        /** The hosts' links are not alike. */
        LINKS_DIFFER("LinksDiffer"),
        /** What the emulated links dropped is not known. */
        LINK_COUNTERS_MISSING("LinkCountersMissing"),
        /** The kernel or the interface dropped what had arrived. */
        RECEIVE_DROPS("ReceiveDrops"),
        /** The kernel or the interface dropped what was to be sent. */
        SEND_DROPS("SendDrops"),
        /** The emulated switch dropped frames as a port's queue was full. */
        SWITCH_DROPS("SwitchDrops"),
        /** Messages or segments were sent again. */
        RETRANSMISSIONS("Retransmissions"),
        /** Senders were held back by the stack's flow control. */
        FLOW_CONTROL_BLOCKED("FlowControlBlocked"),
        /** Senders waited for flow control most of the time before a line that was far from full. */
        WINDOW_BOUND("WindowBound"),
        /** Garbage collection took a share of the run. */
        GC_PAUSES("GcPauses"),
        /** The host's CPUs were taken for others. */
        HOST_BUSY("HostBusy"),
        /** A limit on CPU time, such as a container's, kept a member from running. */
        CPU_THROTTLED("CpuThrottled");

        private final String label;

        Reason(String label) {
            this.label = label;
        }

        /** The reason as a condition has it. */
        @JsonValue
        public String label() {
            return label;
        }
    }
}
