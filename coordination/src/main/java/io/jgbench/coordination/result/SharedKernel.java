package io.jgbench.coordination.result;

import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MemberReport;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Members for which a kernel keeps counters together, so that each has reported the same events.
 *
 * @param scope what they share
 * @param members those that share it; at least one
 */
public record SharedKernel(Scope scope, List<MemberReport> members) {

    /** What members may share. */
    public enum Scope {
        /** A host, whose CPU time is one. */
        HOST("on its host"),
        /** A network namespace, as members in processes and pods on the host's network do. */
        NETWORK_NAMESPACE("of its network namespace"),
        /** An interface. */
        INTERFACE("on its interface");

        private final String words;

        Scope(String words) {
            this.words = words;
        }

        /** The facts that are the same for those who share it. */
        private List<HostFact> facts() {
            return switch (this) {
                case HOST -> List.of(HostFact.BOOT);
                case NETWORK_NAMESPACE -> List.of(HostFact.BOOT, HostFact.NETWORK_NAMESPACE);
                case INTERFACE -> List.of(HostFact.BOOT, HostFact.NETWORK_NAMESPACE, HostFact.INTERFACE);
            };
        }

        /** The counters that the kernel keeps for it, of those that tell of the messages. */
        private boolean keeps(String counter) {
            return switch (this) {
                case HOST -> false;
                case NETWORK_NAMESPACE ->
                    Set.of(
                                    Counters.UDP_SEND_BUFFER_DROPS,
                                    Counters.IP_REASSEMBLY_FAILURES,
                                    Counters.TCP_SENT_SEGMENTS,
                                    Counters.TCP_RECEIVED_SEGMENTS,
                                    Counters.TCP_OUT_OF_ORDER_SEGMENTS,
                                    Counters.TCP_RETRANSMITTED_SEGMENTS)
                            .contains(counter);
                case INTERFACE ->
                    Set.of(
                                    Counters.INTERFACE_RECEIVE_DROPS,
                                    Counters.INTERFACE_SEND_DROPS,
                                    Counters.INTERFACE_RECEIVE_MISSED,
                                    Counters.CARRIER_LOSSES,
                                    Counters.INTERFACE_RECEIVE_ERRORS,
                                    Counters.INTERFACE_SEND_ERRORS,
                                    Counters.QUEUE_DROPS,
                                    Counters.PAUSE_FRAMES_RECEIVED,
                                    Counters.PAUSE_FRAMES_SENT,
                                    Counters.INTERFACE_RECEIVED_BYTES,
                                    Counters.INTERFACE_SENT_BYTES,
                                    Counters.INTERFACE_RECEIVED_FRAMES,
                                    Counters.INTERFACE_SENT_FRAMES)
                            .contains(counter);
            };
        }

        private Optional<List<String>> keyOf(MemberReport report) {
            List<String> known =
                    facts().stream().flatMap(fact -> report.fact(fact).stream()).toList();
            return known.size() == facts().size() ? Optional.of(known) : Optional.empty();
        }
    }

    /** The members by what they share of this kind; those whose host does not tell are in none. */
    public static List<SharedKernel> by(Scope scope, List<MemberReport> reports) {
        Map<List<String>, List<MemberReport>> groups = reports.stream()
                .filter(report -> scope.keyOf(report).isPresent())
                .collect(Collectors.groupingBy(
                        report -> scope.keyOf(report).orElseThrow(), LinkedHashMap::new, Collectors.toList()));
        return groups.values().stream()
                .map(members -> new SharedKernel(scope, members))
                .toList();
    }

    /** All that two members or more share. */
    public static List<SharedKernel> ofSeveral(List<MemberReport> reports) {
        return Arrays.stream(Scope.values())
                .flatMap(scope -> by(scope, reports).stream())
                .filter(shared -> shared.members().size() > 1)
                .toList();
    }

    /** Whether this counter of the member's is one of all of them. */
    public boolean keeps(String member, String counter) {
        return scope.keeps(counter)
                && members.stream().anyMatch(report -> report.member().equals(member));
    }

    /**
     * How much was counted, once: what the member says that counted for the longest; 0 for a counter that is not kept
     * here.
     */
    public long counter(String counter) {
        return !scope.keeps(counter)
                ? 0
                : members.stream()
                        .filter(report -> MemberResult.concerns(report, counter))
                        .mapToLong(report -> report.counters().getOrDefault(counter, 0L))
                        .max()
                        .orElse(0);
    }

    /** Whose it is: {@code member-0}, or {@code member-0 and 3 more on its host}. */
    public String names() {
        String first = members.getFirst().member();
        return members.size() == 1 ? first : first + " and " + (members.size() - 1) + " more " + scope.words;
    }
}
