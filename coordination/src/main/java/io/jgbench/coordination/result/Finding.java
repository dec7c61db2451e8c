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
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Something about a run that every user of its figures must know. What can be found is declared by {@link Reason},
 * which also makes the findings.
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
        UNREACHABLE(
                "Unreachable",
                Effect.everywhere(
                        List.of(INVALID, WARNING),
                        "the [pre-flight](method/PREFLIGHT.md): nothing that one member sends to another arrives at a"
                                + " port that the run uses, or no TCP connection to it can be made; Warning with"
                                + " `preflight: {policy: Warn}`",
                        "Open the port that the evidence names between the hosts, for the direction that the pair"
                                + " names: firewall, security group, network policy. It is the transport's"
                                + " (`placement.bindPort`), that of a protocol of the stack (of `FD_SOCK2` 100 above"
                                + " the transport's), or that of the workload (`datagram.port`); members that share a"
                                + " host have one after the other. Check that `placement.interface` is in the same"
                                + " network on both.")),
        MULTICAST_BLOCKED(
                "MulticastBlocked",
                Effect.everywhere(
                        List.of(INVALID, WARNING),
                        "the [pre-flight](method/PREFLIGHT.md): packets to the multicast group do not arrive, those to"
                                + " the member alone do; Warning with `preflight: {policy: Warn}`",
                        "Allow the group 239.255.0.0/16 in firewalls, and give the switch an IGMP querier or switch"
                                + " IGMP snooping off. Clouds often carry no multicast at all: take the stack `tcp`"
                                + " there.")),
        MTU_TOO_SMALL(
                "MtuTooSmall",
                Effect.everywhere(
                        List.of(INVALID, WARNING),
                        "the [pre-flight](method/PREFLIGHT.md): packets that fill the sender's MTU and must not be"
                                + " fragmented vanish, small ones arrive; Warning with `preflight: {policy: Warn}`",
                        "Give hosts and all switch ports between them the same MTU (`tuning.mtu`). The evidence says"
                                + " how large a packet gets through; `ping -M do -s SIZE HOST` with that size less 28"
                                + " shows the same.")),
        FRAGMENTS_BLOCKED(
                "FragmentsBlocked",
                Effect.everywhere(
                        List.of(INVALID, WARNING),
                        "the [pre-flight](method/PREFLIGHT.md): packets that fill the MTU arrive, and larger ones,"
                                + " which are sent in fragments, do not, though the transport sends such; Warning with"
                                + " `preflight: {policy: Warn}`",
                        "Allow IP fragments in firewalls and security groups between these hosts; `ping -s 4000 HOST`"
                                + " shows whether they pass. Or keep datagrams below the MTU: in a stack with"
                                + " `bundler.max_size` of its `UDP` and a `frag_size` of its `FRAG2`, `FRAG3` or"
                                + " `FRAG4` that is less, over raw `udp` with a smaller `messageSize`. Or take TCP."
                                + " Where it says that the receiver's host threw fragments away, no firewall is to"
                                + " blame: what came before, such as multicast of larger packets than that host takes"
                                + " ([TUNING.md](TUNING.md#a-setting-that-cuts-the-host-off)), has filled its memory"
                                + " for fragments for 30 s.")),
        INTERFACES_DIFFER(
                "InterfacesDiffer",
                Effect.everywhere(
                        List.of(INVALID, WARNING),
                        "the [pre-flight](method/PREFLIGHT.md): the MTUs of two members differ, though packets get"
                                + " through; Warning with `preflight: {policy: Warn}`",
                        "Give all hosts the same MTU (`tuning.mtu`), or choose hosts that have it.")),
        PACKETS_LOST(
                "PacketsLost",
                Effect.everywhere(
                        List.of(INVALID, WARNING),
                        "the [pre-flight](method/PREFLIGHT.md): of five short bursts three or more lost packets, and"
                                + " 5 % or more of all their packets are missing, though the receiver had room for"
                                + " them; Warning with `preflight: {policy: Warn}`",
                        "Test cables, transceivers and duplex settings of the link that is in all bad pairs, and look"
                                + " for errors with `ethtool -S INTERFACE`.")),
        PACKETS_DUPLICATED(
                "PacketsDuplicated",
                Effect.everywhere(
                        List.of(WARNING),
                        "the [pre-flight](method/PREFLIGHT.md): packets arrive more than once",
                        "Look for a loop between switches, a mirrored port, or a bond that sends each frame twice.")),
        MEMBER_LOST(
                "MemberLost",
                Effect.everywhere(
                        List.of(INVALID),
                        "a member left no report, or was lost before the start",
                        "Read the log of the member that the evidence names, and on a cluster the events of"
                                + " its pod and node. `OOMKilled`: raise `members.memory`. Then repeat the run.")),
        PARTIAL_REPORT(
                "PartialReport",
                Effect.everywhere(
                        List.of(INVALID),
                        "a member failed or was stopped before its workload was done",
                        "Read the condition `ResultsCollected` and the log of that member: they say what"
                                + " stopped it. Repeat the run.")),
        RUN_FAILED(
                "RunFailed",
                Effect.everywhere(
                        List.of(INVALID),
                        "the run did not complete, for example because it was cancelled, although each member"
                                + " reported, or none was asked for a report, as before the start",
                        "Read the message of the conditions `Finished` and `ResultsCollected`; repeat the run.")),
        MESSAGES_MISSING(
                "MessagesMissing",
                Effect.in(
                        List.of(INVALID),
                        Set.of(MULTICAST, MESSAGE_BUS),
                        "messages were lost; Invalid over `udp` too, where losses are to be expected and the"
                                + " accounts are the result",
                        "Over raw `udp`: look where packets were dropped (`ReceiveDrops`, `SendDrops`,"
                                + " `SwitchDrops`), and raise the receive buffer. Over JGroups: check that the stack"
                                + " has"
                                + " `NAKACK2` and `UNICAST3`; one that has them must not lose messages, so report it"
                                + " with `result.json`."),
                Effect.in(
                        List.of(WARNING, INVALID),
                        Set.of(DATAGRAM),
                        "packets were lost; Invalid where a pair lost more than `maxLossPpm`",
                        "See which of `ReceiveDrops`, `SendDrops` and `SwitchDrops` stands beside it: it says"
                                + " where the packets went. Raise `rxBufferPackets` and `net.core.rmem_max`, switch"
                                + " flow control on (`tuning.flowControl`), or lower `rate`. Where packets arrived too"
                                + " late to be counted, raise `rxTimeout`. `search` finds the rate that each pair"
                                + " carries.")),
        DUPLICATED(
                "Duplicated",
                Effect.in(
                        List.of(INVALID),
                        Set.of(MULTICAST, MESSAGE_BUS),
                        "messages arrived more than once",
                        "Over raw `udp`: look for a loop between switches, or a bond that sends each frame"
                                + " twice. Over JGroups: the stack must deliver once, so report it with"
                                + " `result.json`."),
                Effect.in(
                        List.of(INFO),
                        Set.of(DATAGRAM),
                        "packets arrived more than once",
                        "Look for a loop between switches, a mirrored port, or a bond that sends each frame"
                                + " twice.")),
        REORDERED(
                "Reordered",
                Effect.in(
                        List.of(INVALID),
                        Set.of(MULTICAST, MESSAGE_BUS),
                        "messages of one stream arrived after a later one",
                        "Over raw `udp`: let the bond or the routers choose a path by flow, not by packet."
                                + " Over JGroups: the stack must keep the order, so report it with `result.json`."),
                Effect.in(
                        List.of(INFO),
                        Set.of(DATAGRAM),
                        "packets of one publisher arrived after a later one",
                        "Let the bond or the routers choose a path by flow, not by packet. The figures stand.")),
        REQUESTS_TIMED_OUT(
                "RequestsTimedOut",
                Effect.in(
                        List.of(INVALID),
                        Set.of(RPC, MESSAGE_BUS),
                        "requests were not answered within `requestTimeout`, or responses did not come; Invalid"
                                + " over `udp` too",
                        "Look for lost packets (`ReceiveDrops`, `Retransmissions`), for `GcPauses` and for"
                                + " `HostBusy`. Lower the load (`concurrency`, `targetRate`, `txRate`), or raise"
                                + " `requestTimeout` where answers only take long. Raw `udp` repairs no loss: take"
                                + " `tcp` or a stack.")),
        REQUESTS_FAILED(
                "RequestsFailed",
                Effect.in(
                        List.of(INVALID),
                        Set.of(RPC, MESSAGE_BUS),
                        "requests or messages could not be sent, or were answered wrongly",
                        "Read the log of the member that the evidence names: it has the first error. On a cluster"
                                + " repeat the run with `retention: {pods: Always}` for that: a run that is only"
                                + " Invalid keeps no pods by default.")),
        ACCOUNTS_DIFFER(
                "AccountsDiffer",
                Effect.everywhere(
                        List.of(INVALID),
                        "the numbers of units sent, received and lost do not add up; checked where each member did"
                                + " its whole workload",
                        "Repeat the run. If it comes again, report it with `result.json`: either the"
                                + " transport or jgbench counts wrongly.")),
        PACKETS_CORRUPT(
                "PacketsCorrupt",
                Effect.in(
                        List.of(INVALID),
                        Set.of(DATAGRAM),
                        "the content of packets changed on the way",
                        "Switch the network card's offloads off (`ethtool -K INTERFACE rx off tx off gso off"
                                + " gro off`) and repeat the run. If that run is clean, the card or its driver is at"
                                + " fault; else test cables and memory.")),
        MTU_BLACK_HOLE(
                "MtuBlackHole",
                Effect.in(
                        List.of(WARNING),
                        Set.of(DATAGRAM),
                        "packets that fill the MTU and must not be fragmented vanish, small ones arrive",
                        "Give all switch ports on the path the MTU of the hosts, or lower that of the hosts"
                                + " (`tuning.mtu`). `ping -M do -s SIZE HOST` with the MTU less 28 as the size shows"
                                + " which path it is.")),
        NO_RATE_FOUND(
                "NoRateFound",
                Effect.in(
                        List.of(INVALID),
                        Set.of(DATAGRAM),
                        "a search found no rate that each pair carries within `maxLossPpm`",
                        "Read the matrix of pairs: a host that is in all bad pairs has a bad cable, port or"
                                + " buffer. Raise `rxBufferPackets`, or begin with a lower `rate`.")),
        RATE_UNEVEN(
                "RateUneven",
                Effect.in(
                        List.of(INFO, WARNING),
                        Set.of(DATAGRAM),
                        "the rate was kept within 5 % in fewer than 90 % of the slots of 10 ms; Info where nothing is"
                                + " missing",
                        "Look for `HostBusy` and `CpuThrottled` on the publisher's host. Give it a core of"
                                + " its own, or lower `rate`.")),
        TOO_FEW_MESSAGES(
                "TooFewMessages",
                Effect.everywhere(
                        List.of(INVALID),
                        "a rate cannot be calculated: a member that is sent to received fewer than two messages, or"
                                + " none of its requests was answered; no packet of a pair arrived, or all packets"
                                + " of a listener arrived at one instant",
                        "Declare more `messages` or a longer `duration`. If one member received nothing,"
                                + " check the network to it: firewall, multicast, address.")),
        VERSIONS_DIFFER(
                "VersionsDiffer",
                Effect.everywhere(
                        List.of(INVALID, WARNING),
                        "members do not run the same program: version or commit of jgbench, or JGroups; Warning where"
                                + " the JDK or the image's digest alone differs",
                        "Look which nodes the members with the other version stand on. A node keeps an image under its"
                                + " tag: give each build a tag of its own, or the digest, in `image` of the chart or"
                                + " `jgroups.image`, and delete the old image from the node. Then repeat the run.")),
        VIEW_CHANGED(
                "ViewChanged",
                Effect.everywhere(
                        List.of(INVALID),
                        "the view changed while the workload ran",
                        "Look for `GcPauses` and `HostBusy`, which make a member miss its heartbeats, then for the"
                                + " link; at last raise the timeouts of the stack's failure detection. The members'"
                                + " logs say who was suspected. On a cluster repeat the run with `retention: {pods:"
                                + " Always}` for them: a run that is only Invalid keeps no pods by default.")),
        SKEW_ABOVE_LIMIT(
                "SkewAboveLimit",
                Effect.everywhere(
                        List.of(INVALID, WARNING),
                        "the start skew is above `start.maxSkew`, or is not known; Warning where skew and error"
                                + " together are above it",
                        "Look for `HostBusy` on the host of the member that began late, and repeat the run."
                                + " Where members share cores, allow more by `start.maxSkew`.")),
        TARGET_RATE_MISSED(
                "TargetRateMissed",
                Effect.in(
                        List.of(WARNING),
                        Set.of(MULTICAST, RPC, MESSAGE_BUS, DATAGRAM),
                        "an open loop, a stream or a publisher fell more than 5 % behind its rate; with MessageBus"
                                + " this is the rate of a sender's own messages, without its responses; in a search"
                                + " the rate that was found is below `rate` although no trial lost too much,"
                                + " because publishers could not send faster; or an open loop with a `duration` had"
                                + " not handed over 0.1 % or more of what was due when it ended, which is in no"
                                + " latency",
                        "Ask for a lower rate, or find what holds the sender back: its CPU,"
                                + " `FlowControlBlocked`, `GcPauses`. With Rpc more `concurrency` helps where all"
                                + " callers were waiting. Where it names percentiles that are lower bounds, a longer"
                                + " `duration` makes the share that is left out smaller.")),
        GENERATOR_LATE(
                "GeneratorLate",
                Effect.in(
                        List.of(WARNING),
                        Set.of(MULTICAST, RPC, MESSAGE_BUS, DATAGRAM),
                        "threads of an open loop were free but woke up late: the p99 of their own delay is a"
                                + " quarter or more of the latency's p99 (with Datagram: 2.5 ms or more); see [Open"
                                + " loops](METHOD.md#open-loops)",
                        "Look for `HostBusy`, `CpuThrottled` and `GcPauses` at the members that the evidence names, and"
                                + " give each member cores of its own. The latencies are those of a busy host, not of"
                                + " the stack.")),
        HELD_BACK(
                "HeldBack",
                Effect.everywhere(
                        List.of(WARNING),
                        "one member, its link, or losses on its way in or out held the rate back, its own at least, or"
                                + " losses between all did; see [the bottleneck](method/BOTTLENECK.md)",
                        "Look at the member or link that the bottleneck names: its CPU, its line rate, its cable and"
                                + " port. Repeat the run with the fault removed, or without that member.")),
        WARMUP_CUT_SHORT(
                "WarmupCutShort",
                Effect.everywhere(
                        List.of(WARNING),
                        "the warm-up had lasted `warmup.atMost`, and the members were not steady; the evidence says"
                                + " how fast the rate still rose, and which member's compilers used how much CPU",
                        "Raise `warmup.atMost`. If the rate does not settle in any time, look for `HostBusy`"
                                + " and for other load on the network.")),
        STALLED(
                "Stalled",
                Effect.everywhere(
                        List.of(WARNING, INFO),
                        "a member received nothing, or less than a fifth of its median rate, for 300 ms or longer;"
                                + " Warning if its stalls take 2 % of its measured time or more; on a host kept"
                                + " busy by other programs, and on a part of its CPUs without time left, only if one"
                                + " of them lasts 2 s or longer; see [Stalls](METHOD.md#stalls)",
                        "The evidence says who, when, and what else happened then. Segments or messages sent again:"
                                + " a link was down or lost much. The collector, a process that did not run, CPU steal"
                                + " or a limit on CPU time: look at that member's host. Senders that waited for one"
                                + " member: look there. Repeat the run; a figure with a stall is one of a shorter"
                                + " time.")),
        MEMBER_NOT_STEADY(
                "MemberNotSteady",
                Effect.everywhere(
                        List.of(WARNING, INFO),
                        "for part of the run, the rate of one member was 30 % or more lower or higher than usual,"
                                + " relative to the other members, and the total rate did not show it; or one"
                                + " member alone sent for 1 s or longer while all others waited for its credits;"
                                + " Info on a host kept busy by other programs; see [Warm](METHOD.md#warm)",
                        "Look at the member that the evidence names, its link and its host at that time: a process that"
                                + " ran beside it, a link that lost, another speed of its CPUs. Where it waited for the"
                                + " credits of another member, look at that one and at the way between the two.")),
        NOT_STEADY(
                "NotSteady",
                Effect.everywhere(
                        List.of(WARNING, INFO),
                        "the rate rose or fell by 10 % or more during the measured part, or was 30 % or more lower"
                                + " or higher in a part of it (Info on a host kept busy by other programs), or a"
                                + " member's compilers used 6 % of a CPU or more (after a steady warm-up also 0.6 s"
                                + " or more); see [Warm](METHOD.md#warm)",
                        "Warm up longer (`warmup.atLeast`) and measure longer (`duration`). If the rate stepped,"
                                + " the evidence says when and at which members: look what else happened on their"
                                + " hosts then.")),
        RATE_VARIES(
                "RateVaries",
                Effect.everywhere(
                        List.of(WARNING, INFO),
                        "the rate went up and down so much during the measured part that its average is known to"
                                + " 20 % or worse (Info: 10 % or worse, and on a host kept busy by other programs);"
                                + " see [Warm](METHOD.md#warm)",
                        "Measure longer (`duration`): the evidence says how long. A stack that drops messages and sends"
                                + " them again half a second later varies so: look at the findings about"
                                + " retransmissions and receive buffers.")),
        GROUP_NOT_JOINED(
                "GroupNotJoined",
                Effect.everywhere(
                        List.of(WARNING),
                        "a member's interface was not in the run's multicast group (IGMP, MLD), though messages went to"
                                + " it: they came in over another interface, or a switch that does not look at IGMP"
                                + " sends them to all",
                        "Let the stack bind to the address of `placement.interface` (`bind_addr`), and add a route for"
                                + " 224.0.0.0/4 over that interface. `ip maddr show` has the groups of each.")),
        OTHER_WIRE(
                "OtherWire",
                Effect.everywhere(
                        List.of(INVALID),
                        "a member's interface carried less than half of the bytes that members exchanged over it, or"
                                + " the rate is above 102 % of what the links can carry; see"
                                + " [Thresholds](METHOD.md#thresholds)",
                        "Look at the member that the evidence names which way its packets take: `ip route get ADDRESS`"
                                + " for another member's address, two interfaces in one network, `bind_addr` of the"
                                + " stack. Where the rate is above the limit, check the line rate that is known. A run"
                                + " of a few seconds that its `duration` ends counts own messages that have not been"
                                + " sent yet: measure longer.")),
        OTHER_TRAFFIC(
                "OtherTraffic",
                Effect.everywhere(
                        List.of(WARNING, INFO),
                        "a member's interface carried traffic that members did not exchange: 10 % of its line rate"
                                + " or more; Info if the line rate is not known and this traffic is a quarter or"
                                + " more of what the interface carried; see [Thresholds](METHOD.md#thresholds)",
                        "Find who else uses the link that the evidence names: another program on that host"
                                + " (`ss -tunap`, `iftop`), another host that sends to it, a flood of multicasts or"
                                + " broadcasts. Measure in a network of your own.")),
        LINKS_DIFFER(
                "LinksDiffer",
                Effect.everywhere(
                        List.of(WARNING, INFO),
                        "the hosts' line rates or MTUs differ, `placement.lineRate` contradicts what hosts report, or a"
                                + " link is half duplex; Info where only some line rates are known",
                        "Choose hosts with the same network cards (`placement.nodeSelector`), or give all the"
                                + " same MTU (`tuning.mtu`). Have both ends of a link agree on rate and duplex. Where"
                                + " the evidence names `placement.lineRate`, correct it or leave it out.")),
        SHARED_HOST(
                "SharedHost",
                Effect.everywhere(
                        List.of(INFO),
                        "members share a host: they share its CPUs, and what they send each other crosses no wire; or"
                                + " there is one member alone",
                        "Nothing, if you want to measure the stack and not the network. To measure a network give"
                                + " each member a host of its own: on a cluster `placement: {spread: OnePerNode}`,"
                                + " the default.")),
        LINK_COUNTERS_MISSING(
                "LinkCountersMissing",
                Effect.everywhere(
                        List.of(WARNING),
                        "the drop counters of the emulated links could not be read, and are missing in the result",
                        "The evidence says why `tc` could not be read; check that iproute2 works for root,"
                                + " and repeat the run.")),
        NOT_SAMPLED(
                "NotSampled",
                Effect.everywhere(
                        List.of(INFO),
                        "members were started with `-Djgbench.sampling=off`: what is found by samples, such as"
                                + " stalls, steps of the rate and losses between two members, is not known",
                        "Leave the option out of `jvm.options`: it is there to measure"
                                + " [what samples cost](BENCHMARKS.md#cost-of-samples), and for nothing else.")),
        LINK_ERRORS(
                "LinkErrors",
                Effect.everywhere(
                        List.of(WARNING, INFO),
                        "a host's interface received damaged frames, or could not send some; Warning if an"
                                + " interface has one or more in 10,000 frames, see"
                                + " [Thresholds](METHOD.md#thresholds)",
                        "Change cable or transceiver, and clean optical connectors. `ethtool -S INTERFACE` tells which"
                                + " error it is; check that both ends have the same duplex.")),
        LINK_LOST(
                "LinkLost",
                Effect.everywhere(
                        List.of(WARNING),
                        "a host's interface lost its carrier while the members were measured",
                        "Look at cable, transceiver and switch port, and at what takes the interface down on the host."
                                + " The kernel's log (`dmesg`) and the switch's say when it was.")),
        RECEIVE_DROPS(
                "ReceiveDrops",
                Effect.everywhere(
                        List.of(WARNING, INFO),
                        "a host's kernel or interface dropped packets that had arrived; Warning from one packet per"
                                + " 10,000 messages sent, with messages larger than 1,000 bytes from one per 10 MB"
                                + " sent; Info in a search. Up to one frame a second that the interface dropped"
                                + " does not count: it may be of a protocol that nobody listens to. One packet may be"
                                + " several that were joined (`UDP_GRO`); see [Thresholds](METHOD.md#thresholds)",
                        "Socket buffer: raise `net.core.rmem_max` (`tuning.rmemMax: 25Mi`), and let a stack of your own"
                                + " ask for as much (`mcast_recv_buf_size` and `ucast_recv_buf_size` of `UDP`; JGroups"
                                + " asks for 5 MB by itself). Interface: raise `net.core.netdev_max_backlog` by"
                                + " `tuning.sysctls` and the card's ring (`ethtool -G`). A smaller `stack.window`"
                                + " sends less than the buffer holds.")),
        SEND_DROPS(
                "SendDrops",
                Effect.everywhere(
                        List.of(WARNING, INFO),
                        "a host's kernel or interface dropped packets that were to be sent; Warning as for"
                                + " `ReceiveDrops`",
                        "Raise the queue of the interface (`tuning.txQueueLength`) and `net.core.wmem_max`"
                                + " (`tuning.wmemMax`).")),
        STACK_DROPS(
                "StackDrops",
                Effect.everywhere(
                        List.of(WARNING, INFO),
                        "JGroups dropped messages itself: no thread of its pool was free, or a queue or buffer was"
                                + " full; Warning from one batch without a thread per 10,000 messages sent, or from"
                                + " 1 % of the messages; see [Thresholds](METHOD.md#thresholds)",
                        "The counters of the member say where: `jgroups.rejectedMessages` (raise"
                                + " `thread_pool.max_threads`), `jgroups.bundlerDrops` (raise `bundler.capacity`),"
                                + " `jgroups.bufferDrops` (raise NAKACK4's `capacity`), `jgroups.redDrops` (leave"
                                + " `RED` out).")),
        SWITCH_DROPS(
                "SwitchDrops",
                Effect.everywhere(
                        List.of(INFO),
                        "the emulated switch dropped frames",
                        "Lower `stack.window`, or give the emulated port a deeper queue (`--link-queue`) if"
                                + " the real switch has one.")),
        RETRANSMISSIONS(
                "Retransmissions",
                Effect.everywhere(
                        List.of(WARNING, INFO),
                        "messages or TCP segments were lost on the way that the evidence names, and sent again;"
                                + " Warning from 1 % of the messages or segments, of all or of those sent that way."
                                + " Segments count where the transport goes over TCP; those of other programs count"
                                + " only where the members' own connections are not known. Where the stack does not"
                                + " tell which member missed the messages, the evidence names the member that sent"
                                + " them again; see [pairs](method/PAIRS.md)",
                        "Look at the link, cable and switch port of the member that the evidence names. `ReceiveDrops`,"
                                + " `SendDrops` and `SwitchDrops` say what dropped there. If none of"
                                + " them stands beside it, a switch dropped the packets: switch flow control on"
                                + " (`tuning.flowControl`), or lower `stack.window`.")),
        PAUSE_FRAMES(
                "PauseFrames",
                Effect.everywhere(
                        List.of(INFO),
                        "network cards and switch told each other to pause (802.3x): nothing is lost, and the"
                                + " slowest receiver slows all members; known only where the card's driver counts"
                                + " these frames",
                        "A member that sent such frames could not take what arrived: look at its CPU and its card's"
                                + " ring. One that received them was told so by the switch. Switch flow control off"
                                + " (`tuning.flowControl`) to see losses instead.")),
        FLOW_CONTROL_BLOCKED(
                "FlowControlBlocked",
                Effect.everywhere(
                        List.of(INFO),
                        "flow control held senders back",
                        "Nothing by itself: senders are faster than receivers. `WindowBound` says where the"
                                + " window is the reason.")),
        WINDOW_BOUND(
                "WindowBound",
                Effect.in(
                        List.of(WARNING),
                        Set.of(MULTICAST),
                        "the threads of all senders waited for flow control for half of their time or more, the run"
                                + " reached less than 80 % of the wire limit, and there is room for windows twice as"
                                + " large or larger; see [Flow-control windows](METHOD.md#flow-control-windows)",
                        "Repeat the run with twice the `stack.window`. If the rate rises, the window was the"
                                + " bound; if not, the receivers are.")),
        GC_PAUSES(
                "GcPauses",
                Effect.everywhere(
                        List.of(WARNING),
                        "garbage collection stopped a member for 5 % or more of its measured time; the concurrent"
                                + " cycles of a collector do not count",
                        "Where it says that collectors had to wait for a CPU, give the members more CPUs. Else give"
                                + " them a larger heap and young generation (`jvm.options: [-Xms1g, -Xmx1g, -Xmn768m]`,"
                                + " on a cluster more `members.memory` first), or another collector"
                                + " (`-XX:+UseG1GC`).")),
        SOFT_INTERRUPTS(
                "SoftInterrupts",
                Effect.everywhere(
                        List.of(WARNING),
                        "one CPU of a host spent 80 % or more of the measured time in soft interrupts: it handled all"
                                + " packets alone",
                        "Spread the work: more receive queues (`ethtool -L`), or packet steering (`rps_cpus` of the"
                                + " receive queues). Larger packets (`tuning.mtu`) and the card's offloads make less of"
                                + " it.")),
        PAGING(
                "Paging",
                Effect.everywhere(
                        List.of(WARNING),
                        "a member waited 20 times a second or more for memory that had to be read from a disk (major"
                                + " page faults)",
                        "Give the host or the container more memory, or the member a smaller heap, and switch swap off."
                                + " `members.memory` on a cluster.")),
        HOST_BUSY(
                "HostBusy",
                Effect.everywhere(
                        List.of(WARNING),
                        "CPU steal: the hypervisor took 5 % or more of the time in which a host's CPUs had work,"
                                + " and 1 % or more of all their time; or other programs took 10 % or more of the"
                                + " CPU time that the run's members could have used; see [CPU time of"
                                + " others](METHOD.md#cpu-time-of-others)",
                        "CPU of others: stop what else runs on the host, or choose other hosts (`placement`)."
                                + " CPU steal: ask for a virtual machine with CPUs of its own, or measure on"
                                + " hardware.")),
        CPU_THROTTLED(
                "CpuThrottled",
                Effect.everywhere(
                        List.of(WARNING),
                        "a limit on CPU time, such as a container's, kept a member from running: 2 % or more of the"
                                + " measured time, on average over the CPUs that it uses",
                        "Raise or remove the limit: the chart's `members.cpuLimit`, a LimitRange of the runs'"
                                + " namespace, or that of the container that jgbench runs in.")),
        CPU_WAITED(
                "CpuWaited",
                Effect.everywhere(
                        List.of(WARNING, INFO),
                        "a member's threads waited for a CPU for half of the time in which they had work, or"
                                + " longer, though half of its host's CPU time was left: the member may be bound to"
                                + " a few of the CPUs. Info where all such members are, and hardly any time of these"
                                + " CPUs was left: the bottleneck `HostCpu` tells it",
                        "Look which CPUs the member may use, `Cpus_allowed_list` in `/proc/PID/status`: a cpuset of its"
                                + " container, the kubelet's static CPU management, `taskset`, isolated CPUs. Give it"
                                + " more of them."));

        private final String label;
        private final List<Effect> effects;

        Reason(String label, Effect... effects) {
            this.label = label;
            this.effects = List.of(effects);
        }

        /** The reason of this label; empty for one that this version does not find. */
        public static Optional<Reason> of(String label) {
            return Arrays.stream(values())
                    .filter(reason -> reason.label.equals(label))
                    .findFirst();
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

        /** What follows from it in a run of this workload; empty where it does not belong to that workload. */
        public Optional<Effect> effect(WorkloadSettings.Type workload) {
            return effects.stream()
                    .filter(declared -> declared.concerns(workload))
                    .findFirst();
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
     * @param meaning what was found, in Markdown, without a full stop; links are relative to the folder of the
     *     documents
     * @param remedy what a user does about it, in Markdown: whole sentences
     */
    public record Effect(
            List<Severity> severities, Set<WorkloadSettings.Type> workloads, String meaning, String remedy) {

        /** Copies the collections. */
        public Effect {
            severities = List.copyOf(severities);
            workloads = Set.copyOf(workloads);
        }

        private static Effect everywhere(List<Severity> severities, String meaning, String remedy) {
            return new Effect(severities, Set.of(), meaning, remedy);
        }

        private static Effect in(
                List<Severity> severities, Set<WorkloadSettings.Type> workloads, String meaning, String remedy) {
            return new Effect(severities, workloads, meaning, remedy);
        }

        private boolean concernsAll() {
            return workloads.isEmpty();
        }

        private boolean concerns(WorkloadSettings.Type workload) {
            return concernsAll() || workloads.contains(workload);
        }
    }
}
