package io.jgbench.local;

import io.jgbench.local.host.Host;
import io.jgbench.local.host.Hosts;
import io.jgbench.local.host.HostsUnavailableException;
import io.jgbench.local.host.MemberProcess;
import io.jgbench.local.host.PortPlan;
import io.jgbench.local.host.ProcessHosts;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/** Hosts of this machine that remember the process of each member. */
final class WatchedHosts implements Hosts {
    private final Hosts hosts;
    private final Map<String, MemberProcess> started = new ConcurrentHashMap<>();
    private volatile boolean portsTaken;
    private volatile boolean countersUnreadable;

    private WatchedHosts(Hosts hosts) {
        this.hosts = hosts;
    }

    static WatchedHosts open(int members) {
        return new WatchedHosts(ProcessHosts.open(members));
    }

    /** The process of a member, once it was started. */
    Optional<MemberProcess> process(String member) {
        return Optional.ofNullable(started.get(member));
    }

    /** The processes of members that this machine still has. */
    List<Long> livePids() {
        return started.values().stream()
                .map(MemberProcess::pid)
                .filter(pid -> ProcessHandle.of(pid).isPresent())
                .toList();
    }

    /** From now on there are no ports. */
    void takePorts() {
        portsTaken = true;
    }

    /** From now on no link's counters can be read. */
    void hideCounters() {
        countersUnreadable = true;
    }

    @Override
    public int size() {
        return hosts.size();
    }

    @Override
    public Host host(int memberIndex) {
        return new WatchedHost(hosts.host(memberIndex));
    }

    @Override
    public PortPlan ports(int bindPort) throws HostsUnavailableException {
        if (portsTaken) {
            throw new HostsUnavailableException("port 40000 is in use");
        }
        return hosts.ports(bindPort);
    }

    @Override
    public void beforeShutdown(Runnable action) {
        hosts.beforeShutdown(action);
    }

    @Override
    public void close() throws IOException {
        hosts.close();
    }

    private final class WatchedHost implements Host {
        private final Host host;

        WatchedHost(Host host) {
            this.host = host;
        }

        @Override
        public String name() {
            return host.name();
        }

        @Override
        public String address() {
            return host.address();
        }

        @Override
        public String controlAddress() {
            return host.controlAddress();
        }

        @Override
        public int mtu() {
            return host.mtu();
        }

        @Override
        public OptionalLong lineRateBitsPerSecond() {
            return host.lineRateBitsPerSecond();
        }

        @Override
        public OptionalLong portQueueBytes() {
            return host.portQueueBytes();
        }

        @Override
        public Map<String, Long> counters() throws IOException {
            if (countersUnreadable) {
                throw new IOException("tc cannot be started");
            }
            return host.counters();
        }

        @Override
        public List<String> command(List<String> command) {
            return host.command(command);
        }

        @Override
        public MemberProcess start(List<String> java, String config) throws IOException {
            var process = host.start(java, config);
            started.put(name(), process);
            return process;
        }
    }
}
