package io.jgbench.coordination.protocol;

import java.util.List;
import java.util.regex.Pattern;

/** Names of the counters in a {@link MemberReport}. Each is the difference between the workload's begin and end. */
public final class Counters {
    /**
     * Time between the two readings whose differences all other counters are, in nanoseconds: what shares of time are
     * shares of. It begins a moment before the workload, as reading takes time that a start must not wait for, and ends
     * when nothing more can arrive.
     */
    public static final String COUNTED_NANOS = "countedNanos";
    /** Messages that this member asked others to send again. */
    public static final String RETRANSMISSION_REQUESTS = "retransmissionRequests";
    /** Messages that this member sent again. */
    public static final String RETRANSMISSIONS = "retransmissions";
    /** How often a sender was blocked by the stack's flow control. */
    public static final String FLOW_CONTROL_BLOCKS = "flowControlBlocks";
    /**
     * Time that senders were blocked by the stack's flow control, in nanoseconds: that of all sending threads added up,
     * without that of threads which send answers only.
     */
    public static final String FLOW_CONTROL_BLOCKED_NANOS = "flowControlBlockedNanos";
    /**
     * Messages and batches of messages that the stack dropped itself, as a queue, a buffer or its pool of threads was
     * full.
     */
    public static final String STACK_DROPS = "stackDrops";
    /** Those of them for which JGroups' pool had no thread: each may be a batch of many messages. */
    public static final String REJECTED_BATCHES = "jgroups.rejectedMessages";
    /** Those of {@link #STACK_DROPS} that were to be sent, and for which the bundler's queue had no room. */
    public static final String BUNDLER_DROPS = "jgroups.bundlerDrops";
    /**
     * Time in which the bundler's sender thread slept although messages were in a queue of it, in nanoseconds, by looks
     * of 100 ms.
     */
    public static final String LEFT_IN_BUNDLER_NANOS = "jgroups.leftInBundlerNanos";
    /** Those of {@link #STACK_DROPS} that were to be sent, and that RED dropped before the bundler's queue was full. */
    public static final String RED_DROPS = "jgroups.redDrops";
    /** View changes; any makes the run invalid. */
    public static final String VIEW_CHANGES = "viewChanges";
    /** Datagrams that the kernel dropped as the socket's receive buffer was full. */
    public static final String UDP_RECEIVE_BUFFER_DROPS = "udpReceiveBufferDrops";
    /** Datagrams that the kernel dropped as a socket's send buffer was full; of the whole network namespace. */
    public static final String UDP_SEND_BUFFER_DROPS = "udpSendBufferDrops";
    /**
     * IP datagrams that could not be put together as a fragment was missing, those included that still were incomplete
     * at the end: the kernel gives them up 30 s later only. Those that were incomplete at the start are not among them.
     * Of the whole network namespace.
     */
    public static final String IP_REASSEMBLY_FAILURES = "ipReassemblyFailures";
    /** Segments that TCP sent, those that it sent again left out; of the whole network namespace. */
    public static final String TCP_SENT_SEGMENTS = "tcpSentSegments";
    /** Segments that TCP sent again; of the whole network namespace. */
    public static final String TCP_RETRANSMITTED_SEGMENTS = "tcpRetransmittedSegments";
    /** Segments that TCP received; of the whole network namespace. */
    public static final String TCP_RECEIVED_SEGMENTS = "tcpReceivedSegments";
    /**
     * Segments that TCP received before an earlier one, as that was lost or overtaken; of the whole network namespace.
     */
    public static final String TCP_OUT_OF_ORDER_SEGMENTS = "tcpOutOfOrderSegments";
    /** Frames dropped by the member's interface on receipt. */
    public static final String INTERFACE_RECEIVE_DROPS = "interfaceReceiveDrops";
    /** Frames dropped by the member's interface, or by its queue, on sending. */
    public static final String INTERFACE_SEND_DROPS = "interfaceSendDrops";
    /**
     * Frames that the card of the member's interface had no room for, so that the kernel never saw them; part of
     * {@link #INTERFACE_RECEIVE_DROPS} where the driver counts them as missed.
     */
    public static final String INTERFACE_RECEIVE_MISSED = "interfaceReceiveMissed";
    /**
     * Times that the member's interface lost its carrier: its cable, its transceiver or the other end was not there for
     * a moment, or somebody took the interface down.
     */
    public static final String CARRIER_LOSSES = "carrierLosses";
    /** Frames that the member's interface received damaged, or could not receive for another fault. */
    public static final String INTERFACE_RECEIVE_ERRORS = "interfaceReceiveErrors";
    /** Frames that the member's interface could not send for a fault of the link or the card. */
    public static final String INTERFACE_SEND_ERRORS = "interfaceSendErrors";
    /** Packets that the queueing discipline of the member's interface dropped. */
    public static final String QUEUE_DROPS = "queueDrops";
    /** Frames by which the switch told the member's interface to pause (IEEE 802.3x). */
    public static final String PAUSE_FRAMES_RECEIVED = "pauseFramesReceived";
    /** Frames by which the member's interface told the switch to pause. */
    public static final String PAUSE_FRAMES_SENT = "pauseFramesSent";
    /** Bytes that the member's interface received, headers of Ethernet included, without check sequence and gap. */
    public static final String INTERFACE_RECEIVED_BYTES = "interfaceReceivedBytes";
    /** Bytes that the member's interface sent, counted as those received. */
    public static final String INTERFACE_SENT_BYTES = "interfaceSentBytes";
    /** Frames that the member's interface received. */
    public static final String INTERFACE_RECEIVED_FRAMES = "interfaceReceivedFrames";
    /** Frames that the member's interface sent. */
    public static final String INTERFACE_SENT_FRAMES = "interfaceSentFrames";
    /** Frames dropped by the emulated switch port towards the member; added by who runs the switch. */
    public static final String SWITCH_PORT_DROPS = "switchPortDrops";
    /** Pauses of the JVM for garbage collection. */
    public static final String GC_COUNT = "gcCount";
    /** Time that the JVM stood still for garbage collection, in nanoseconds. */
    public static final String GC_NANOS = "gcNanos";
    /**
     * CPU time of the threads that collect garbage in {@link #GC_NANOS}, summed over them, in nanoseconds. Missing
     * where the kernel does not tell.
     */
    public static final String COLLECTOR_CPU_NANOS = "collectorCpuNanos";
    /** Time for which these threads waited for a CPU although they had work, summed over them, in nanoseconds. */
    public static final String COLLECTOR_WAITED_NANOS = "collectorWaitedNanos";
    /** CPU time of the JVM's just-in-time compilers, summed over their threads, in nanoseconds. */
    public static final String COMPILER_NANOS = "compilerNanos";
    /** CPU time of the member's process, in nanoseconds. */
    public static final String CPU_NANOS = "cpuNanos";
    /** Time that the host's CPUs were taken by the hypervisor for others, in nanoseconds. */
    public static final String CPU_STEAL_NANOS = "cpuStealNanos";
    /** CPU time of all processes on the host, its kernel included, in nanoseconds. */
    public static final String HOST_CPU_NANOS = "hostCpuNanos";
    /**
     * CPU time that the host's kernel spent in interrupts, soft ones (most work for the network) included, in
     * nanoseconds.
     */
    public static final String HOST_INTERRUPT_NANOS = "hostInterruptNanos";
    /**
     * The part of {@link #HOST_INTERRUPT_NANOS} that is also part of the CPU time of the processes which were
     * interrupted, but for what came while a CPU had nothing to do; missing where it is not known whether it is. A
     * kernel without {@code CONFIG_IRQ_TIME_ACCOUNTING} charges processes with it, in nanoseconds.
     */
    public static final String CHARGED_INTERRUPT_NANOS = "chargedInterruptNanos";
    /**
     * Time that one CPU of the host spent in soft interrupts, in nanoseconds: the prefix of a name that ends with that
     * of the CPU. Of that one alone which spent most in them.
     */
    public static final String SOFT_INTERRUPT_NANOS = "softInterruptNanos.";
    /** Times that the member's process waited for a page of memory to be read from a disk. */
    public static final String MAJOR_FAULTS = "majorFaults";
    /** Time that the host's CPUs had nothing to do, on all of them together, in nanoseconds. */
    public static final String HOST_IDLE_NANOS = "hostIdleNanos";
    /**
     * Time that the CPUs which the member's threads may use had nothing to do, on all of them together, in nanoseconds;
     * missing where they may use all CPUs of the host.
     */
    public static final String USABLE_IDLE_NANOS = "usableIdleNanos";
    /**
     * Time that went by on the CPUs of {@link #USABLE_IDLE_NANOS}, in nanoseconds: the counted time, times their
     * number.
     */
    public static final String USABLE_CPU_NANOS = "usableCpuNanos";
    /**
     * Time in which some task of the host waited for a CPU, in nanoseconds; {@code some} of {@code /proc/pressure/cpu}.
     */
    public static final String CPU_PRESSURE_NANOS = "cpuPressureNanos";
    /** Time that a limit on CPU time kept the member from running, on all CPUs together, in nanoseconds. */
    public static final String CPU_THROTTLED_NANOS = "cpuThrottledNanos";
    /**
     * The length of all periods in which a limit on CPU time stopped the member, whatever part of them it stood still,
     * in nanoseconds. Of limits that cannot be seen from a container it is the time on all CPUs together.
     */
    public static final String CPU_THROTTLED_PERIODS_NANOS = "cpuThrottledPeriodsNanos";

    /**
     * Time that the member's process did not run at all although it had work, in nanoseconds. Pauses of the collector
     * ({@link #GC_NANOS}) are part of it if they are long enough to be noticed, which is 20 ms or more. Waiting for a
     * turn on a CPU is not part of it.
     */
    public static final String STALLED_NANOS = "stalledNanos";
    /**
     * The part of {@link #STALLED_NANOS} that the pauses of the collector in the same interval do not explain, in
     * nanoseconds. Missing in reports of earlier versions.
     */
    public static final String STOPPED_NANOS = "stoppedNanos";
    /**
     * By how much a thread of the member that has next to nothing to do woke later than it meant to, in nanoseconds, in
     * all, whatever the reason: what stopped the process ({@link #STALLED_NANOS}) and what it waited for a CPU. Delays
     * of less than a millisecond are not part of it.
     */
    public static final String DELAYED_NANOS = "delayedNanos";
    /**
     * Time for which threads of the member waited for a CPU although they had work, in nanoseconds, summed over them:
     * CPU time that it wanted and did not get. Missing where the kernel does not tell.
     */
    public static final String CPU_WAITED_NANOS = "cpuWaitedNanos";
    /** How often the queues of the member's sockets were looked at. */
    public static final String QUEUE_SAMPLES = "queueSamples";
    /** Bytes that waited in the receive queues of the member's sockets, summed over {@link #QUEUE_SAMPLES}. */
    public static final String RECEIVE_QUEUE_BYTES = "receiveQueueBytes";
    /** Bytes that waited in the send queues of the member's sockets, summed over {@link #QUEUE_SAMPLES}. */
    public static final String SEND_QUEUE_BYTES = "sendQueueBytes";
    /**
     * CPU time of one thread of the member, in nanoseconds: the prefix of a name that ends with that of the thread and
     * its number. Of the busiest threads only.
     */
    public static final String THREAD_CPU_NANOS = "threadCpuNanos.";

    /** HotSpot's compilers, collectors and VM thread; the kernel keeps 15 characters of a name. */
    private static final Pattern OF_JVM =
            Pattern.compile("C[12] Comp|JVMCI|GC Thread|G1 |Z(?:Worker|Driver|Director)|Shenandoah|VM Thread");

    /** Those that collect while the JVM stands still; with SerialGC it is the VM thread itself. */
    private static final Pattern COLLECTS_IN_PAUSES = Pattern.compile("GC Thread|VM Thread");
    /**
     * Time that a sender of this member waited for flow control while a member had taken the least of all, in
     * nanoseconds: the prefix of a name that ends with that of the member which was waited for.
     */
    public static final String WAITED_FOR_NANOS = "waitedForNanos.";
    /**
     * Messages of another member that this one had not got while later ones had come, each counted once. They are the
     * stack's own messages: of a large one each fragment, and its credits and acknowledgements too. The prefix of a
     * name that ends with that of the member that sent them.
     */
    public static final String MISSED_FROM = "missedFrom.";
    /** All messages of another member, counted as for {@link #MISSED_FROM}; missing where the stack does not tell. */
    public static final String MESSAGES_FROM = "messagesFrom.";
    /**
     * TCP segments with data that this member sent to another one, those that it sent again included: the prefix of a
     * name that ends with that of the other one. Missing where the kernel does not tell, or where members have the same
     * address.
     */
    public static final String TCP_SEGMENTS_TO = "tcpSegmentsTo.";
    /** Those that it sent again; named as {@link #TCP_SEGMENTS_TO}. */
    public static final String TCP_RESENT_TO = "tcpResentTo.";
    /**
     * Those that the other one says had come already, so that they were late and not lost; named as
     * {@link #TCP_SEGMENTS_TO}.
     */
    public static final String TCP_NEEDLESSLY_RESENT_TO = "tcpNeedlesslyResentTo.";
    /**
     * Time in which this member had data to send to another one that had no room for it, as it had not read what had
     * come before, in nanoseconds; summed over the connections between the two, named as {@link #TCP_SEGMENTS_TO}.
     */
    public static final String TCP_WAITED_FOR_NANOS = "tcpWaitedForNanos.";

    /**
     * Prefixes of the counters of which there is one for each other member, and but for {@link #TCP_SEGMENTS_TO} none
     * where there was nothing.
     */
    public static final List<String> BY_MEMBER = List.of(
            MISSED_FROM, MESSAGES_FROM, TCP_SEGMENTS_TO, TCP_RESENT_TO, TCP_NEEDLESSLY_RESENT_TO, TCP_WAITED_FOR_NANOS);

    private Counters() {}

    /**
     * Whether a counter that begins with {@link #THREAD_CPU_NANOS} is that of a thread that compiles, collects or does
     * other work of the JVM's own: it does nothing for a message.
     */
    public static boolean isOfJvm(String counter) {
        return counter.startsWith(THREAD_CPU_NANOS)
                && OF_JVM.matcher(counter.substring(THREAD_CPU_NANOS.length())).lookingAt();
    }

    /**
     * Whether a thread collects garbage while its JVM stands still: {@link #COLLECTOR_CPU_NANOS} counts it.
     *
     * @param thread its name, as the kernel has it
     */
    public static boolean collectsInPauses(String thread) {
        return COLLECTS_IN_PAUSES.matcher(thread).lookingAt();
    }
}
