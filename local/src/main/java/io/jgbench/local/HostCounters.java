package io.jgbench.local;

import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.run.Action;
import io.jgbench.local.host.Hosts;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the hosts' links dropped between the release and the end. */
final class HostCounters {
    private final Hosts hosts;
    private final List<String> names;
    private Map<String, Map<String, Long>> begin = Map.of();
    private Map<String, Map<String, Long>> end = Map.of();
    private Optional<String> problem = Optional.empty();

    HostCounters(Hosts hosts, List<String> names) {
        this.hosts = hosts;
        this.names = names;
    }

    /** Reads the links, where what is done next begins that time; notes it where they cannot be read. */
    void before(List<Action> actions) {
        if (begin.isEmpty() && actions.stream().anyMatch(Action.MeasureClock.class::isInstance)) {
            begin = read();
        }
    }

    /** Reads the links, where what is under way ends that time: members are not to wait for it with their reports. */
    void after(List<Action> actions) {
        if (end.isEmpty() && !begin.isEmpty() && actions.stream().anyMatch(Action.FetchReport.class::isInstance)) {
            end = read();
        }
    }

    /** That the links could not be read, and why; empty if they could. */
    Optional<Finding> problem() {
        return problem.map(why -> Reason.LINK_COUNTERS_MISSING.found(
                "What the links dropped is not known, as their counters could not be read: " + why + "."));
    }

    /** What was counted in that time, by member and counter; empty if it did not end or could not be read. */
    Map<String, Map<String, Long>> differences() {
        Map<String, Map<String, Long>> differences = new HashMap<>();
        end.forEach((member, counters) -> {
            Map<String, Long> difference = new HashMap<>();
            counters.forEach((name, value) ->
                    difference.put(name, value - begin.get(member).getOrDefault(name, 0L)));
            differences.put(member, difference);
        });
        return differences;
    }

    private Map<String, Map<String, Long>> read() {
        if (problem.isPresent()) {
            return Map.of();
        }
        Map<String, Map<String, Long>> counters = new HashMap<>();
        try {
            for (int i = 0; i < names.size(); i++) {
                counters.put(names.get(i), hosts.host(i).counters());
            }
        } catch (IOException e) {
            problem = Optional.of(String.valueOf(e.getMessage()));
            return Map.of();
        }
        return counters;
    }
}
