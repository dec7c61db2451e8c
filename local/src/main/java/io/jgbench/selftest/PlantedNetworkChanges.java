package io.jgbench.selftest;

import io.jgbench.local.host.Command;
import io.jgbench.local.host.Tools;
import io.jgbench.selftest.Planting.Change;
import io.jgbench.selftest.Planting.Place;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Changes in the members' network namespaces and in that of the switch. They go with the namespaces at the latest. */
final class PlantedNetworkChanges implements PlantedFault {
    private final FaultyHosts hosts;
    private final List<Change> changes;
    private final Deque<Change> made = new ArrayDeque<>();

    PlantedNetworkChanges(FaultyHosts hosts, List<Change> changes) {
        this.hosts = hosts;
        this.changes = List.copyOf(changes);
    }

    @Override
    public void plant() throws IOException {
        for (var change : changes) {
            run(change.where(), change.plant());
            made.push(change);
        }
    }

    @Override
    public void remove() throws IOException {
        while (!made.isEmpty()) {
            var change = made.pop();
            run(change.where(), change.remove());
        }
    }

    /** The namespaces are gone, and all that was made in them. */
    @Override
    public void close() {
        made.clear();
    }

    private void run(Place where, List<String> words) throws IOException {
        var command = new ArrayList<>(words);
        command.set(
                0,
                Tools.ofThisMachine()
                        .find(words.getFirst())
                        .orElseThrow(() -> new IOException("there is no " + words.getFirst() + " on the PATH")));
        Command.run(
                switch (where) {
                    case Place.Member(int index) -> hosts.host(index).command(command);
                    case Place.Switch() -> hosts.real().commandAtSwitch(command);
                },
                "");
    }
}
