package io.jgbench.local.host;

import io.jgbench.coordination.environment.MemberVariables;
import io.jgbench.coordination.protocol.Counters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** One member's namespace and its port at the switch. */
final class NamespaceHost implements Host {

    private final int index;
    private final NetworkPlan plan;
    private final ControlNetwork control;
    private final NetworkTools tools;
    private final NetworkNamespace netSwitch;
    private final NetworkNamespace namespace;
    private final MemberProcesses processes;

    NamespaceHost(
            int index,
            NetworkPlan plan,
            ControlNetwork control,
            NetworkTools tools,
            NetworkNamespace netSwitch,
            NetworkNamespace namespace,
            MemberProcesses processes) {
        this.index = index;
        this.plan = plan;
        this.control = control;
        this.tools = tools;
        this.netSwitch = netSwitch;
        this.namespace = namespace;
        this.processes = processes;
    }

    @Override
    public String name() {
        return "member-" + index;
    }

    @Override
    public String address() {
        return NetworkPlan.address(index);
    }

    @Override
    public String controlAddress() {
        return control.memberAddress(index);
    }

    @Override
    public int mtu() {
        return plan.link().mtuBytes();
    }

    @Override
    public OptionalLong lineRateBitsPerSecond() {
        return plan.link().rateBitsPerSecond();
    }

    @Override
    public OptionalLong portQueueBytes() {
        return plan.portQueueBytes();
    }

    /** The member sees what its own interface and its queue drop; what the switch drops is seen from here. */
    @Override
    public Map<String, Long> counters() throws IOException {
        return Map.of(Counters.SWITCH_PORT_DROPS, portDrops());
    }

    @Override
    public List<String> command(List<String> command) {
        return namespace.enter(command);
    }

    @Override
    public MemberHandle start(List<String> java, String config) throws IOException {
        var command = new ArrayList<String>();
        plan.link()
                .limitInWords()
                .ifPresent(limit -> command.addAll(List.of("env", MemberVariables.EMULATED_LINK + "=" + limit)));
        command.addAll(java);
        return processes.start(name(), command(command), config);
    }

    private long portDrops() throws IOException {
        var statistics = Files.readAllLines(Path.of("/proc/" + netSwitch.pid() + "/net/dev"));
        var port = NetworkPlan.port(index);
        return queueDrops(port) + DropCounters.ofSending(statistics, port);
    }

    private long queueDrops(String port) throws IOException {
        if (!plan.isShaped()) {
            return 0;
        }
        return DropCounters.ofQueue(netSwitch.run(List.of(tools.tc(), "-s", "-j", "qdisc", "show"), ""), port);
    }
}
