package io.jgbench.local;

import io.jgbench.coordination.run.Action;
import io.jgbench.local.host.Hosts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the hosts' links dropped between the release and the end. */
final class HostCounters {
    private final Hosts hosts;
    private final List<String> names;
    private Map<String, Map<String, Long>> begin = Map.of();
    private Map<String, Map<String, Long>> end = Map.of();

    HostCounters(Hosts hosts, List<String> names) {
        this.hosts = hosts;
        this.names = names;
    }

    /** Reads the links, where what is done next begins or ends that time. */
    void before(Action action) {
        switch (action) {
            case Action.MeasureClock _ -> begin = begin.isEmpty() ? read() : begin;
            case Action.FetchReport _ -> end = end.isEmpty() && !begin.isEmpty() ? read() : end;
            case Action.Launch _, Action.Join _, Action.Arm _, Action.Release _, Action.Stop _ -> {}
        }
    }

    /** What was counted in that time, by member and counter; empty if it did not end. */
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
        Map<String, Map<String, Long>> counters = new HashMap<>();
        try {
            for (int i = 0; i < names.size(); i++) {
                counters.put(names.get(i), hosts.host(i).counters());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the links' counters cannot be read: " + e.getMessage(), e);
        }
        return counters;
    }
}
