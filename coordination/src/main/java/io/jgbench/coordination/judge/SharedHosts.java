package io.jgbench.coordination.judge;

import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.SharedKernel;
import io.jgbench.coordination.result.SharedKernel.Scope;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Says where what members send each other crosses no wire: members on one host share its CPUs, and their messages stay
 * in its kernel. A member that is alone gets only what it sends itself. Nothing is said of hosts that do not tell which
 * they are.
 */
final class SharedHosts {
    private final int members;
    private final List<MemberReport> reports;

    /**
     * Of a run.
     *
     * @param members how many it has
     * @param reports what they reported
     */
    SharedHosts(int members, List<MemberReport> reports) {
        this.members = members;
        this.reports = reports;
    }

    Optional<Finding> finding() {
        if (members == 1) {
            return reports.stream()
                    .filter(report -> report.fact(HostFact.BOOT).isPresent())
                    .findFirst()
                    .map(report -> Reason.SHARED_HOST.found(
                            report.member() + " is alone: all that it received came from itself and crossed no wire."));
        }
        String shared = SharedKernel.ofSeveral(reports).stream()
                .filter(kernel -> kernel.scope() == Scope.HOST)
                .map(this::sentence)
                .collect(Collectors.joining(" "));
        return shared.isEmpty() ? Optional.empty() : Optional.of(Reason.SHARED_HOST.found(shared));
    }

    private String sentence(SharedKernel host) {
        String who = host.members().size() == members
                ? "All " + members + " members"
                : host.members().stream().map(MemberReport::member).collect(Collectors.joining(", "));
        return who + " share one host and its CPUs: what they send each other goes over " + way(host)
                + " and crosses no wire.";
    }

    private static String way(SharedKernel host) {
        long namespaces = host.members().stream()
                .flatMap(report -> report.fact(HostFact.NETWORK_NAMESPACE).stream())
                .distinct()
                .count();
        return namespaces > 1 ? "virtual interfaces" : "the loopback interface";
    }
}
