package io.jgbench.transport.jgroups;

import io.jgbench.coordination.protocol.Counters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jgroups.Address;
import org.jgroups.stack.Protocol;

/**
 * Of whom this member missed messages, of how many; multicasts and unicasts together. Empty where no protocol of the
 * stack tells.
 */
final class MissedByPair {
    private final List<CountsMissed> counting;
    private final Function<Address, String> names;

    /**
     * Of a stack's protocols.
     *
     * @param names the members' names by their addresses
     */
    MissedByPair(List<Protocol> protocols, Function<Address, String> names) {
        counting = protocols.stream()
                .filter(CountsMissed.class::isInstance)
                .map(CountsMissed.class::cast)
                .toList();
        this.names = names;
    }

    /** The values now, by the counters' names. */
    Map<String, Long> read(Address self, List<Address> members) {
        Map<String, Long> values = new HashMap<>();
        for (Address sender : members) {
            if (!sender.equals(self)) {
                for (CountsMissed protocol : counting) {
                    values.merge(
                            Counters.MESSAGES_FROM + names.apply(sender), protocol.messagesFrom(sender), Long::sum);
                    values.merge(Counters.MISSED_FROM + names.apply(sender), protocol.missedFrom(sender), Long::sum);
                }
            }
        }
        return values;
    }
}
