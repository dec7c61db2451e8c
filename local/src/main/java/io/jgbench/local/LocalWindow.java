package io.jgbench.local;

import io.jgbench.coordination.flowwindow.RunWindow;
import io.jgbench.coordination.flowwindow.WindowFacts;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.local.host.Host;
import io.jgbench.local.host.Hosts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * The flow-control window of a run on this machine, by the rule that holds everywhere. All that it needs to know is
 * known before the members live, so that nobody has to wait for them.
 */
public final class LocalWindow {
    private static final Path RMEM_MAX = Path.of("/proc/sys/net/core/rmem_max");

    private final Path rmemMax;

    /** With this machine's kernel. */
    public LocalWindow() {
        this(RMEM_MAX);
    }

    LocalWindow(Path rmemMax) {
        this.rmemMax = rmemMax;
    }

    /** The run with its window on these hosts; as it is where its stack does not leave the window open. */
    public RunSpec settled(RunSpec spec, Hosts hosts) {
        return RunWindow.settled(spec, facts(hosts, spec.members()));
    }

    /** The facts of these hosts for the window rule; this number of them have members. */
    public WindowFacts facts(Hosts hosts, int members) {
        Host any = hosts.host(0);
        return new WindowFacts(members, receiveBufferBytes(), any.lineRateBitsPerSecond(), any.portQueueBytes());
    }

    private OptionalLong receiveBufferBytes() {
        try {
            // by lines: a kernel setting gives nothing to a second read, and readString begins with a byte
            return OptionalLong.of(Long.parseLong(Files.readAllLines(rmemMax).getFirst()));
        } catch (IOException | NumberFormatException e) {
            // not Linux
            return OptionalLong.empty();
        }
    }
}
