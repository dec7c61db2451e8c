package io.jgbench.local.host;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.transport.TransportContext.MulticastGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A network namespace a member: it has an interface {@code eth0} of its own, which leads to a bridge that stands in for
 * the switch, in one more namespace. A second interface, {@code ctl0}, leads to another bridge there, which this
 * process reaches: the control connections do not cross the links that are measured. Needs root and Linux; of the
 * machine's own network it touches nothing but one interface and one route that it adds, which go with the switch.
 */
public final class NamespaceHosts implements Hosts {

    /** What ip says when another run has just added the same route. */
    private static final String ROUTE_TAKEN = "File exists";

    private static final int DEFAULT_BIND_PORT = 7800;

    /** The namespaces are this run's alone, and so is the group. */
    private static final MulticastGroup GROUP = new MulticastGroup("239.255.77.1", 45_588);

    /** A member's interface to the switch, in its namespace. */
    public static final String MEMBER_INTERFACE = NetworkPlan.MEMBER_INTERFACE;

    private static final Path IPV6 = Path.of("/proc/sys/net/ipv6");

    private final MemberProcesses processes = new MemberProcesses();

    @GuardedBy("this")
    private final List<NetworkNamespace> namespaces = new ArrayList<>();

    private volatile List<NamespaceHost> hosts = List.of();
    private final NetworkTools tools;
    private final Consumer<String> complaints;
    private final ShutdownHook hook = ShutdownHook.register("remove-hosts", this::closeAtShutdown);

    @GuardedBy("this")
    private Optional<String> controlInterface = Optional.empty();

    /** Read while another thread makes the network, so that it makes no more. */
    private volatile boolean closed;

    private NamespaceHosts(NetworkTools tools, Consumer<String> complaints) {
        this.tools = tools;
        this.complaints = complaints;
    }

    /**
     * Makes the network.
     *
     * @param complaints is told in one sentence what may harm the run, and if the network cannot be removed when this
     *     process is told to end
     * @throws HostsUnavailableException without root, Linux or a tool that is needed
     * @throws IOException if the network cannot be made, with what the tool said; all that was made is removed
     */
    public static NamespaceHosts open(int members, LinkSettings link, Consumer<String> complaints)
            throws HostsUnavailableException, IOException {
        var tools = NetworkTools.find(Tools.ofThisMachine());
        if (members > ControlNetwork.MAX_MEMBERS) {
            throw new HostsUnavailableException("there can be " + ControlNetwork.MAX_MEMBERS
                    + " members in namespaces at the most, got: " + members);
        }
        NeighbourTable.OF_THIS_MACHINE.tooSmallFor(members).ifPresent(complaints);
        var opened = new NamespaceHosts(tools, complaints);
        try {
            opened.make(new NetworkPlan(members, link, Files.exists(IPV6)));
            return opened;
        } catch (IOException | RuntimeException e) {
            try (opened) {
                throw e;
            }
        }
    }

    /** The command which runs the given one in the network namespace of the switch. */
    public synchronized List<String> commandAtSwitch(List<String> command) {
        return namespaces.getFirst().enter(command);
    }

    /** The interface of the switch that leads to a member. */
    public static String switchPort(int memberIndex) {
        return NetworkPlan.port(memberIndex);
    }

    @Override
    public int size() {
        return hosts.size();
    }

    @Override
    public Host host(int memberIndex) {
        return hosts.get(memberIndex);
    }

    /** All members have the same port, each on its own address, and nothing else is there that could use it. */
    @Override
    public PortPlan ports(int bindPort) {
        return new PortPlan(Collections.nCopies(size(), bindPort == 0 ? DEFAULT_BIND_PORT : bindPort), GROUP);
    }

    @Override
    public void beforeShutdown(Runnable action) {
        hook.first(action);
    }

    @Override
    public void close() throws IOException {
        closed = true;
        closeAll();
    }

    private synchronized void closeAll() throws IOException {
        processes.close();
        try {
            disconnect();
        } finally {
            namespaces.forEach(NetworkNamespace::close);
            namespaces.clear();
            hook.remove();
        }
    }

    private void closeAtShutdown() {
        try {
            close();
        } catch (IOException e) {
            complaints.accept("the network namespaces could not be removed at the end: " + e.getMessage());
        }
    }

    /** The interface would go with the switch, but some time after. */
    @GuardedBy("this")
    private void disconnect() throws IOException {
        if (controlInterface.isPresent() && Files.exists(Path.of("/sys/class/net", controlInterface.get()))) {
            // it is removed also by a thread that was told to end
            boolean interrupted = Thread.interrupted();
            try {
                Command.run(List.of(tools.ip(), "link", "delete", controlInterface.get()), "");
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
        controlInterface = Optional.empty();
    }

    private synchronized void make(NetworkPlan plan) throws IOException {
        var netSwitch = add(NetworkNamespace.make(tools, plan.switchBatch(), List.of()));
        netSwitch.awaitUp();
        var control = connect(plan, netSwitch.pid());
        var members = new ArrayList<NetworkNamespace>();
        for (int i = 0; i < plan.members(); i++) {
            members.add(add(
                    NetworkNamespace.make(tools, plan.memberBatch(i, netSwitch.pid(), control), plan.memberQueues())));
        }
        for (var member : members) {
            member.awaitUp();
        }
        netSwitch.run(List.of(tools.ip(), "-batch", "-"), lines(plan.portBatch()));
        if (!plan.portQueues().isEmpty()) {
            netSwitch.run(List.of(tools.tc(), "-batch", "-"), lines(plan.portQueues()));
        }
        var made = new ArrayList<NamespaceHost>();
        for (int i = 0; i < members.size(); i++) {
            made.add(new NamespaceHost(i, plan, control, tools, netSwitch, members.get(i), processes));
        }
        hosts = List.copyOf(made);
    }

    @GuardedBy("this")
    private NetworkNamespace add(NetworkNamespace namespace) throws IOException {
        namespaces.add(namespace);
        if (closed) {
            throw new IOException("the hosts are closed");
        }
        return namespace;
    }

    /** Adds the control interface; that its route can be added only once is what keeps two runs apart. */
    @GuardedBy("this")
    private ControlNetwork connect(NetworkPlan plan, long switchPid) throws IOException {
        var routes = Files.readAllLines(Path.of("/proc/net/route"));
        IOException taken = null;
        for (int i = 0; i < ControlNetwork.BLOCKS; i++) {
            var control = new ControlNetwork((int) ((switchPid + i) % ControlNetwork.BLOCKS));
            if (control.isRouted(routes)) {
                continue;
            }
            runIp(plan.controlLink(switchPid));
            controlInterface = Optional.of(NetworkPlan.controlInterface(switchPid));
            try {
                runIp(plan.controlBatch(switchPid, control));
                return control;
            } catch (IOException e) {
                disconnect();
                if (!e.getMessage().contains(ROUTE_TAKEN)) {
                    throw e;
                }
                taken = e;
            }
        }
        throw new IOException("no subnet of 198.18.0.0/15 is free of routes for the control connections", taken);
    }

    private void runIp(List<String> batch) throws IOException {
        Command.run(List.of(tools.ip(), "-batch", "-"), lines(batch));
    }

    private static String lines(List<String> batch) {
        return batch.stream().map(line -> line + "\n").collect(Collectors.joining());
    }
}
