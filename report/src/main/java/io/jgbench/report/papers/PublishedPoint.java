package io.jgbench.report.papers;

import io.jgbench.api.v1alpha1.WorkloadSettings;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A figure that a paper gives of a member, averaged over its members.
 *
 * @param paper the paper's name among the published figures
 * @param label what a person calls it: title, year, and what is said of this figure
 * @param year when it was published
 * @param hardware what it was measured on
 * @param lineBytesPerSecond the line rate of its network in each direction
 * @param workload what was done
 * @param members how many members there were
 * @param senders how many of them sent; several where the paper gives one figure for all of these
 * @param stack what carried it; empty where the paper does not say
 * @param messageBytes the messages' sizes; several where the paper gives one figure for all of these
 * @param flowControl that of the interfaces; empty where the paper does not say
 * @param unitsPerSecond its rate: messages or requests a second
 */
public record PublishedPoint(
        String paper,
        String label,
        int year,
        String hardware,
        long lineBytesPerSecond,
        WorkloadSettings.Type workload,
        int members,
        List<Integer> senders,
        Optional<BaseTransport> stack,
        List<Integer> messageBytes,
        Optional<FlowControl> flowControl,
        Range unitsPerSecond) {

    /** Refuses nulls and copies the lists. */
    public PublishedPoint {
        Objects.requireNonNull(paper, "paper");
        Objects.requireNonNull(label, "label");
        Objects.requireNonNull(hardware, "hardware");
        Objects.requireNonNull(workload, "workload");
        senders = List.copyOf(senders);
        Objects.requireNonNull(stack, "stack");
        messageBytes = List.copyOf(messageBytes);
        Objects.requireNonNull(flowControl, "flowControl");
        Objects.requireNonNull(unitsPerSecond, "unitsPerSecond");
    }

    /**
     * Values of which a paper names the ends.
     *
     * @param low the lower end
     * @param high the upper end; the same where it names one value
     */
    public record Range(double low, double high) {

        /** One value. */
        public static Range of(double value) {
            return new Range(value, value);
        }

        /** The middle. */
        public double middle() {
            return (low + high) / 2;
        }

        /** The same with both ends multiplied. */
        public Range times(double factor) {
            return new Range(low * factor, high * factor);
        }
    }

    /** Payload that a member received, bytes a second, with messages of one of its sizes. */
    public Range bytesPerSecond(int ofMessageBytes) {
        return unitsPerSecond.times(ofMessageBytes);
    }

    /**
     * Whether it is of the same number of members and senders, the same size, the same kind of stack, and the same flow
     * control where both tell of it.
     */
    boolean isOf(PublishedShape shape) {
        return workload == shape.workload()
                && members == shape.members()
                && senders.contains(shape.senders())
                && messageBytes.contains(shape.messageBytes())
                && stack.map(known -> known == shape.stack()).orElse(true)
                && (flowControl.isEmpty() || shape.flowControl().isEmpty() || flowControl.equals(shape.flowControl()));
    }
}
