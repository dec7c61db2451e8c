package io.jgbench.coordination.result;

import static io.jgbench.api.v1alpha1.Severity.INFO;
import static io.jgbench.api.v1alpha1.Severity.INVALID;
import static io.jgbench.api.v1alpha1.Severity.WARNING;
import static io.jgbench.api.v1alpha1.WorkloadSettings.Type.DATAGRAM;
import static io.jgbench.api.v1alpha1.WorkloadSettings.Type.MESSAGE_BUS;
import static io.jgbench.api.v1alpha1.WorkloadSettings.Type.MULTICAST;
import static io.jgbench.api.v1alpha1.WorkloadSettings.Type.RPC;

import com.fasterxml.jackson.annotation.JsonValue;
import io.jgbench.api.v1alpha1.ReasonWord;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Something about a run that whoever uses its figures must know. What can be found is declared by {@link Reason}, which
 * also makes the findings.
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

    /** What can be found; causes before their effects. */
    // its list is never changed, which its type does not say
    @SuppressWarnings("ImmutableEnumChecker")
    public enum Reason implements ReasonWord {
        MEMBER_LOST("MemberLost", Effect.everywhere(List.of(INVALID), "a member left no report")),
        PARTIAL_REPORT(
                "PartialReport",
                Effect.everywhere(List.of(INVALID), "a member failed or was stopped before its workload was done")),
        RUN_FAILED(
                "RunFailed",
                Effect.everywhere(
                        List.of(INVALID),
                        "the run did not come to its end, such as one that was cancelled, although each member"
                                + " reported")),
        MESSAGES_MISSING(
                "MessagesMissing",
                Effect.in(
                        List.of(INVALID),
                        Set.of(MULTICAST, MESSAGE_BUS),
                        "messages were lost; also over `udp`, where it is to be expected: the accounts then are the"
                                + " result"),
                Effect.in(
                        List.of(WARNING, INVALID),
                        Set.of(DATAGRAM),
                        "packets were lost; Invalid where a pair lost more than `maxLossPpm`")),
        DUPLICATED(
                "Duplicated",
                Effect.in(List.of(INVALID), Set.of(MULTICAST, MESSAGE_BUS), "messages arrived more than once"),
                Effect.in(List.of(INFO), Set.of(DATAGRAM), "packets arrived more than once")),
        REORDERED(
                "Reordered",
                Effect.in(
                        List.of(INVALID),
                        Set.of(MULTICAST, MESSAGE_BUS),
                        "messages of one stream arrived after a later one"),
                Effect.in(List.of(INFO), Set.of(DATAGRAM), "packets of one publisher arrived after a later one")),
        REQUESTS_TIMED_OUT(
                "RequestsTimedOut",
                Effect.in(
                        List.of(INVALID),
                        Set.of(RPC, MESSAGE_BUS),
                        "requests were not answered within `requestTimeout`, responses did not come; also over `udp`")),
        REQUESTS_FAILED(
                "RequestsFailed",
                Effect.in(
                        List.of(INVALID),
                        Set.of(RPC, MESSAGE_BUS),
                        "requests or messages could not be sent, or were answered wrongly")),
        ACCOUNTS_DIFFER(
                "AccountsDiffer",
                Effect.everywhere(
                        List.of(INVALID),
                        "what was sent, received and lost does not add up; looked at where each member did its whole"
                                + " workload")),
        PACKETS_CORRUPT(
                "PacketsCorrupt",
                Effect.in(List.of(INVALID), Set.of(DATAGRAM), "packets arrived with another content than was sent")),
        MTU_BLACK_HOLE(
                "MtuBlackHole",
                Effect.in(
                        List.of(WARNING),
                        Set.of(DATAGRAM),
                        "packets that fill the MTU and must not be fragmented vanish, small ones arrive")),
        NO_RATE_FOUND(
                "NoRateFound",
                Effect.in(
                        List.of(INVALID),
                        Set.of(DATAGRAM),
                        "a search found no rate that each pair carries within `maxLossPpm`")),
        RATE_UNEVEN(
                "RateUneven",
                Effect.in(
                        List.of(WARNING),
                        Set.of(DATAGRAM),
                        "the rate was kept within 5 % in fewer than 90 % of the slots of 10 ms")),
        TOO_FEW_MESSAGES(
                "TooFewMessages",
                Effect.everywhere(
                        List.of(INVALID),
                        "no rate: a member that is sent to got fewer than two messages, or had no request answered; no"
                                + " packet of a pair arrived, or all of a listener's at one instant")),
        VIEW_CHANGED("ViewChanged", Effect.everywhere(List.of(INVALID), "the view changed while the workload ran")),
        SKEW_ABOVE_LIMIT(
                "SkewAboveLimit",
                Effect.everywhere(
                        List.of(INVALID, WARNING),
                        "the start skew is above `start.maxSkew`, or is not known; Warning where skew and error"
                                + " together are above it")),
        TARGET_RATE_MISSED(
                "TargetRateMissed",
                Effect.in(
                        List.of(WARNING),
                        Set.of(RPC, MESSAGE_BUS, DATAGRAM),
                        "an open loop, a stream or a publisher fell more than 5 % behind its rate; a message bus' rate"
                                + " is that of a sender's own messages, without its responses; of a search, less than"
                                + " `rate` was found although no trial lost too much, as no more could be sent")),
        HELD_BACK(
                "HeldBack",
                Effect.everywhere(
                        List.of(WARNING),
                        "one member, its link or losses on the way to it held all others back; see"
                                + " [the bottleneck](method/BOTTLENECK.md)")),
        WARMUP_CUT_SHORT(
                "WarmupCutShort",
                Effect.everywhere(
                        List.of(WARNING),
                        "the warm-up had lasted `warmup.atMost`, and the members were not steady; says how much the"
                                + " rate still rose, and whose compilers were at work")),
        NOT_STEADY(
                "NotSteady",
                Effect.everywhere(
                        List.of(WARNING),
                        "the rate rose or fell by 10 % or more in the measured part, or a member's compilers worked"
                                + " for 20 % of it or more; see [Warm](#warm)")),
        LINKS_DIFFER(
                "LinksDiffer",
                Effect.everywhere(
                        List.of(WARNING, INFO),
                        "the hosts' line rates or MTUs differ; Info where only some line rates are known")),
        LINK_COUNTERS_MISSING(
                "LinkCountersMissing",
                Effect.everywhere(
                        List.of(WARNING),
                        "what the emulated links dropped could not be read, and is missing in the result")),
        RECEIVE_DROPS(
                "ReceiveDrops",
                Effect.everywhere(
                        List.of(WARNING, INFO),
                        "a host's kernel or interface dropped what had arrived; Warning from one packet in 10,000"
                                + " messages sent on, as a packet holds at most some sixty messages and fewer cost"
                                + " less than 1 % of them a repair. One packet may be several that were joined"
                                + " (`UDP_GRO`)")),
        SEND_DROPS(
                "SendDrops",
                Effect.everywhere(
                        List.of(WARNING),
                        "a host's kernel or interface dropped what was to be sent; from one packet on")),
        SWITCH_DROPS("SwitchDrops", Effect.everywhere(List.of(INFO), "the emulated switch dropped frames")),
        RETRANSMISSIONS(
                "Retransmissions",
                Effect.everywhere(
                        List.of(WARNING, INFO),
                        "messages or TCP segments were sent again; Warning from 1 % of the messages, or of the"
                                + " segments, sent on; segments count where the transport goes over TCP")),
        FLOW_CONTROL_BLOCKED("FlowControlBlocked", Effect.everywhere(List.of(INFO), "flow control held senders back")),
        WINDOW_BOUND(
                "WindowBound",
                Effect.in(
                        List.of(WARNING),
                        Set.of(MULTICAST),
                        "the threads of all senders waited for flow control for half of their time or more, the run"
                                + " reached less than 80 % of the wire limit, and there is room for windows twice as"
                                + " large or larger; see [below](#flow-control-windows)")),
        GC_PAUSES(
                "GcPauses",
                Effect.everywhere(
                        List.of(WARNING),
                        "garbage collection stopped a member for 5 % or more of its measured time; the cycles of a"
                                + " collector that works beside the program do not count")),
        HOST_BUSY(
                "HostBusy",
                Effect.everywhere(
                        List.of(WARNING),
                        "the hypervisor took CPU time of a host: 5 % or more of the measured time, as a share of one"
                                + " CPU; or others than the run's members took 10 % or more of a host's CPU time, or"
                                + " half a CPU or more; see below")),
        CPU_THROTTLED(
                "CpuThrottled",
                Effect.everywhere(
                        List.of(WARNING),
                        "a limit on CPU time, such as a container's, kept a member from running: 1 % or more of the"
                                + " measured time, summed over CPUs"));

        private final String label;
        private final List<Effect> effects;

        Reason(String label, Effect... effects) {
            this.label = label;
            this.effects = List.of(effects);
        }

        /** The reason as a condition has it. */
        @Override
        @JsonValue
        public String label() {
            return label;
        }

        /** What follows from it; several where that depends on the workload. */
        public List<Effect> effects() {
            return effects;
        }

        /** A finding of a reason that means the same with every workload. */
        public Finding found(String evidence) {
            return of(Optional.empty(), Optional.empty(), evidence);
        }

        /**
         * A finding of a reason whose severity depends on how much was found.
         *
         * @param severity one of those that are declared
         */
        public Finding found(Severity severity, String evidence) {
            return of(Optional.empty(), Optional.of(severity), evidence);
        }

        /** What was found in a run of this workload. */
        public Finding found(WorkloadSettings.Type workload, String evidence) {
            return of(Optional.of(workload), Optional.empty(), evidence);
        }

        /**
         * What was found in a run of this workload, where the severity depends on how much was found.
         *
         * @param severity one of those that are declared for the workload
         */
        public Finding found(WorkloadSettings.Type workload, Severity severity, String evidence) {
            return of(Optional.of(workload), Optional.of(severity), evidence);
        }

        private Finding of(Optional<WorkloadSettings.Type> workload, Optional<Severity> severity, String evidence) {
            Effect effect = effects.stream()
                    .filter(declared -> workload.map(declared::concerns).orElseGet(declared::concernsAll))
                    .findFirst()
                    .orElseThrow(() -> undeclared(
                            workload.map(WorkloadSettings.Type::label).orElse("all workloads")));
            Severity found = severity.orElseGet(effect.severities()::getFirst);
            if (!effect.severities().contains(found)) {
                throw undeclared(found.label());
            }
            return new Finding(this, found, evidence);
        }

        private IllegalArgumentException undeclared(String what) {
            return new IllegalArgumentException("finding " + label + " is not declared for " + what);
        }
    }

    /**
     * What follows from a finding.
     *
     * @param severities what it means for the figures; the first one unless how much was found decides
     * @param workloads those that it belongs to; empty for all
     * @param meaning what was found, in Markdown, without a full stop
     */
    public record Effect(List<Severity> severities, Set<WorkloadSettings.Type> workloads, String meaning) {

        /** Copies the collections. */
        public Effect {
            severities = List.copyOf(severities);
            workloads = Set.copyOf(workloads);
        }

        private static Effect everywhere(List<Severity> severities, String meaning) {
            return new Effect(severities, Set.of(), meaning);
        }

        private static Effect in(List<Severity> severities, Set<WorkloadSettings.Type> workloads, String meaning) {
            return new Effect(severities, workloads, meaning);
        }

        private boolean concernsAll() {
            return workloads.isEmpty();
        }

        private boolean concerns(WorkloadSettings.Type workload) {
            return concernsAll() || workloads.contains(workload);
        }
    }
}
