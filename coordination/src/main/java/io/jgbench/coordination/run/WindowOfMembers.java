package io.jgbench.coordination.run;

import io.jgbench.coordination.flowwindow.RunWindow;
import io.jgbench.coordination.flowwindow.WindowFacts;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.TransportSpec;
import java.util.Optional;

/** The flow-control window of a run whose hosts are known by its members alone. */
public final class WindowOfMembers {
    private WindowOfMembers() {}

    /**
     * The run with its window; as it is before all members have answered. They always answer the same, so that a
     * controller that continues a run finds the window that its members have.
     *
     * @param status how far it has come
     */
    public static RunSpec settled(RunSpec spec, RunStatus status) {
        var hosts = status.members().stream()
                .flatMap(member -> member.network().stream())
                .toList();
        return hosts.size() < spec.members()
                ? spec
                : RunWindow.settled(spec, WindowFacts.of(hosts, spec.lineRateBitsPerSecond()));
    }

    /** The transport that members are to open; empty as long as the window of its stack cannot be chosen yet. */
    static Optional<TransportSpec> transport(RunSpec spec, RunStatus status) {
        if (!RunWindow.isOpen(spec)) {
            return Optional.of(spec.transport());
        }
        RunSpec settled = settled(spec, status);
        return RunWindow.isOpen(settled) ? Optional.empty() : Optional.of(settled.transport());
    }
}
