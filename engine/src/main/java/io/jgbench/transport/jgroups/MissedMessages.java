package io.jgbench.transport.jgroups;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jgroups.Address;
import org.jgroups.util.SeqnoList;

/**
 * Which messages of each sender a protocol asked for again, each counted once: what is asked for a second time, as the
 * answer was late or lost, was missed before. A protocol asks for gaps in the order of their numbers, so the highest
 * one tells which are new.
 */
final class MissedMessages {
    private final Map<Address, Missed> bySender = new ConcurrentHashMap<>();

    /**
     * Of one sender.
     *
     * @param count messages
     * @param highest the number of the last one
     */
    private record Missed(long count, long highest) {
        private Missed plus(SeqnoList asked) {
            long more = 0;
            for (long number : asked) {
                if (number > highest) {
                    more++;
                }
            }
            return more == 0 ? this : new Missed(count + more, asked.getLast());
        }
    }

    /** A protocol asks the sender for these. */
    void asked(SeqnoList numbers, Address sender) {
        if (numbers.size() > 0) {
            bySender.compute(
                    sender, (_, before) -> (before == null ? new Missed(0, Long.MIN_VALUE) : before).plus(numbers));
        }
    }

    /** How many messages of the sender were missed so far. */
    long of(Address sender) {
        Missed missed = bySender.get(sender);
        return missed == null ? 0 : missed.count();
    }
}
