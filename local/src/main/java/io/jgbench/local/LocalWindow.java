package io.jgbench.local;

import io.jgbench.coordination.flowwindow.RunWindow;
import io.jgbench.coordination.flowwindow.WindowFacts;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.local.host.Host;
import io.jgbench.local.host.Hosts;
import io.jgbench.local.host.SocketBufferLimit;
import java.util.OptionalLong;

/**
 * The flow-control window of a run on this machine, by the rule that holds everywhere. All that it needs to know is
 * known before the members live, so that nobody has to wait for them.
 */
public final class LocalWindow {
    private final OptionalLong receiveBufferBytes;

    /** With this machine's kernel. */
    public LocalWindow() {
        this(SocketBufferLimit.RECEIVE.bytes());
    }

    LocalWindow(OptionalLong receiveBufferBytes) {
        this.receiveBufferBytes = receiveBufferBytes;
    }

    /** The run with its window on these hosts; as it is where its stack does not leave the window open. */
    public RunSpec settled(RunSpec spec, Hosts hosts) {
        return RunWindow.settled(spec, facts(hosts, spec.members()));
    }

    /** The facts of these hosts for the window rule; this number of them have members. */
    public WindowFacts facts(Hosts hosts, int members) {
        Host any = hosts.host(0);
        return new WindowFacts(members, receiveBufferBytes, any.lineRateBitsPerSecond(), any.portQueueBytes());
    }
}
