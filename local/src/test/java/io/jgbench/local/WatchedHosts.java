package io.jgbench.local;

import io.jgbench.local.host.ForwardingHost;
import io.jgbench.local.host.Host;
import io.jgbench.local.host.Hosts;
import io.jgbench.local.host.HostsUnavailableException;
import io.jgbench.local.host.MemberHandle;
import io.jgbench.local.host.PortPlan;
import io.jgbench.local.host.ProcessHosts;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Hosts of this machine that remember the process of each member. */
final class WatchedHosts implements Hosts {
    private final Hosts hosts;
    private final Map<String, MemberHandle> started = new ConcurrentHashMap<>();
    private volatile boolean portsTaken;
    private volatile boolean countersUnreadable;

    private WatchedHosts(Hosts hosts) {
        this.hosts = hosts;
    }

    static WatchedHosts open(int members) {
        return new WatchedHosts(ProcessHosts.open(members));
    }

    /** The process of a member, once it was started. */
    Optional<MemberHandle> process(String member) {
        return Optional.ofNullable(started.get(member));
    }

    /** The processes of members that this machine still has. */
    List<Long> livePids() {
        return started.values().stream()
                .map(MemberHandle::pid)
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

    private final class WatchedHost extends ForwardingHost {
        WatchedHost(Host host) {
            super(host);
        }

        @Override
        public Map<String, Long> counters() throws IOException {
            if (countersUnreadable) {
                throw new IOException("tc cannot be started");
            }
            return super.counters();
        }

        @Override
        public MemberHandle start(List<String> java, String config) throws IOException {
            var process = super.start(java, config);
            started.put(name(), process);
            return process;
        }
    }
}
