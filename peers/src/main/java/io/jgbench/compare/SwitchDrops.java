package io.jgbench.compare;

import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.local.host.Hosts;
import java.io.IOException;
import java.util.Optional;

/** Frames that the switch between the hosts dropped. */
final class SwitchDrops {
    private SwitchDrops() {}

    /**
     * Those of all ports since the hosts were made; 0 where there is no switch.
     *
     * @throws IOException if the counters cannot be read
     */
    static long at(Hosts hosts) throws IOException {
        long drops = 0;
        for (int i = 0; i < hosts.size(); i++) {
            drops += hosts.host(i).counters().getOrDefault(Counters.SWITCH_PORT_DROPS, 0L);
        }
        return drops;
    }

    /**
     * Those of all ports during a run.
     *
     * @throws IOException if the counters could not be read
     */
    static long during(RunResult run) throws IOException {
        Optional<Finding> problem = run.verdict().findings().stream()
                .filter(finding -> finding.reason() == Finding.Reason.LINK_COUNTERS_MISSING)
                .findFirst();
        if (problem.isPresent()) {
            throw new IOException(problem.get().evidence());
        }
        return run.members().stream()
                .mapToLong(member -> member.counter(Counters.SWITCH_PORT_DROPS))
                .sum();
    }
}
