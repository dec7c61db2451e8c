package io.jgbench.transport.jgroups;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.coordination.protocol.Counters;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jgroups.protocols.FlowControl;
import org.jgroups.protocols.Fragmentation;
import org.jgroups.protocols.MFC;
import org.jgroups.protocols.MsgStats;
import org.jgroups.protocols.NAKACK4;
import org.jgroups.protocols.RED;
import org.jgroups.protocols.ReliableMulticast;
import org.jgroups.protocols.ReliableUnicast;
import org.jgroups.protocols.TP;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.stack.Protocol;
import org.jgroups.util.Util;

/**
 * The counters of a stack's protocols. Protocols are told by their class and its ancestors, so that a stack with others
 * than the bundled ones is counted, too; those of several protocols under the same name are added.
 */
final class StackCounters {
    /** Of the names that are not among {@link Counters}. */
    private static final String PREFIX = "jgroups.";

    private final Map<String, LongSupplier> counters = new HashMap<>();

    StackCounters(List<Protocol> protocols) {
        protocols.forEach(this::add);
    }

    /** Adds a counter of our own, for an event that no protocol counts. */
    void add(String name, LongSupplier value) {
        counters.merge(name, value, StackCounters::sum);
    }

    /** All of them by their names. */
    Map<String, LongSupplier> all() {
        return Map.copyOf(counters);
    }

    /** What two that have the same name come to. */
    static LongSupplier sum(LongSupplier one, LongSupplier other) {
        return () -> one.getAsLong() + other.getAsLong();
    }

    private void add(Protocol protocol) {
        switch (protocol) {
            case NAKACK4 nakack -> {
                addMulticast(nakack);
                addDrops("bufferDrops", nakack::getNumDroppedMessages);
            }
            case NAKACK2 nakack -> {
                add(Counters.RETRANSMISSION_REQUESTS, nakack::getXmitRequestsSent);
                add(Counters.RETRANSMISSIONS, nakack::getXmitResponsesSent);
                add(PREFIX + "multicastRetransmissionsReceived", nakack::getXmitResponsesReceived);
            }
            case ReliableMulticast multicast -> addMulticast(multicast);
            case UNICAST3 unicast -> addUnicast(unicast, unicast::getNumXmits);
            case ReliableUnicast unicast -> addUnicast(unicast, unicast::getNumXmits);
            case FlowControl flowControl -> addFlowControl(flowControl);
            case Fragmentation fragmentation -> {
                add(PREFIX + "fragmentsSent", fragmentation::getNumberOfSentFragments);
                add(PREFIX + "fragmentsReceived", fragmentation::getNumberOfReceivedFragments);
            }
            case RED red -> adder(red, "dropped_msgs").ifPresent(drops -> addDrops("redDrops", drops));
            case TP transport -> addTransport(transport);
            default -> {}
        }
    }

    private void addMulticast(ReliableMulticast multicast) {
        add(Counters.RETRANSMISSION_REQUESTS, multicast::getXmitRequestsSent);
        add(Counters.RETRANSMISSIONS, multicast::getXmitResponsesSent);
        add(PREFIX + "multicastRetransmissionsReceived", multicast::getXmitResponsesReceived);
    }

    /** Adds what a part of the stack dropped, by itself and to what the stack dropped altogether. */
    private void addDrops(String name, LongSupplier value) {
        add(PREFIX + name, value);
        add(Counters.STACK_DROPS, value);
    }

    private void addUnicast(Protocol unicast, LongSupplier retransmissions) {
        addField(Counters.RETRANSMISSION_REQUESTS, unicast, "xmit_reqs_sent");
        addField(Counters.RETRANSMISSIONS, unicast, "xmit_rsps_sent");
        add(Counters.RETRANSMISSIONS, retransmissions);
        add(PREFIX + "unicastRetransmissions", retransmissions);
    }

    /** Adds a counter that a protocol exposes by JMX only, not by a method. */
    private void addField(String name, Protocol protocol, String fieldName) {
        adder(protocol, fieldName).ifPresent(value -> add(name, value));
    }

    private static Optional<LongSupplier> adder(Object owner, String fieldName) {
        Field field = Util.getField(owner.getClass(), fieldName);
        return field != null && Util.getField(field, owner) instanceof LongAdder adder
                ? Optional.of(adder::sum)
                : Optional.empty();
    }

    private void addFlowControl(FlowControl flowControl) {
        if (flowControl instanceof CountsBlocked counting) {
            add(Counters.FLOW_CONTROL_BLOCKS, counting.waits()::count);
            add(Counters.FLOW_CONTROL_BLOCKED_NANOS, counting.waits()::nanos);
        } else {
            add(Counters.FLOW_CONTROL_BLOCKS, flowControl::getNumberOfBlockings);
            double nanosPerUnit = flowControl instanceof MFC ? 1 : 1e6; // MFC tells nanoseconds, UFC milliseconds
            add(Counters.FLOW_CONTROL_BLOCKED_NANOS, new BlockedTime(flowControl, nanosPerUnit)::nanos);
        }
    }

    private void addTransport(TP transport) {
        addDrops("rejectedMessages", transport.getThreadPool()::numberOfRejectedMessages);
        Optional.ofNullable(transport.getBundler()) // made when the stack is
                .flatMap(bundler -> adder(bundler, "num_drops_on_full_queue"))
                .ifPresent(drops -> addDrops("bundlerDrops", drops));
        MsgStats stats = transport.getMessageStats();
        if (!stats.enabled()) {
            return; // as by default, attribute msg_stats.enabled: zeros would be read as nothing sent
        }
        add(PREFIX + "batchesSent", stats::getNumBatchesSent);
        add(PREFIX + "batchesReceived", stats::getNumBatchesReceived);
        add(PREFIX + "singleMessagesSent", stats::getNumSingleMsgsSent);
        add(PREFIX + "bytesSent", stats::getNumBytesSent);
        add(PREFIX + "bytesReceived", stats::getNumBytesReceived);
        add(PREFIX + "messagesSent", stats::getNumMsgsSent);
        add(PREFIX + "messagesReceived", stats::getNumMsgsReceived);
    }

    /**
     * The time that senders were blocked. JGroups tells how often, and the average of the last 512 times: the sum grows
     * by one times the other from reading to reading, so that it never shrinks.
     */
    private static final class BlockedTime {
        private final FlowControl flowControl;
        private final double nanosPerUnit;

        @GuardedBy("this")
        private long blocks;

        @GuardedBy("this")
        private long nanos;

        BlockedTime(FlowControl flowControl, double nanosPerUnit) {
            this.flowControl = flowControl;
            this.nanosPerUnit = nanosPerUnit;
        }

        synchronized long nanos() {
            long now = flowControl.getNumberOfBlockings();
            nanos += Math.round((now - blocks) * flowControl.getAverageTimeBlocked() * nanosPerUnit);
            blocks = now;
            return nanos;
        }
    }
}
