package io.jgbench.selftest;

import io.jgbench.local.host.ForwardingHost;
import io.jgbench.local.host.Host;
import io.jgbench.local.host.Hosts;
import io.jgbench.local.host.MemberHandle;
import io.jgbench.local.host.NamespaceHosts;
import io.jgbench.local.host.PortPlan;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Hosts in namespaces that start members otherwise than they are told to, and remember their processes. */
final class FaultyHosts implements Hosts {
    private final NamespaceHosts hosts;
    private final Launch launch;
    private final Map<Integer, MemberHandle> started = new ConcurrentHashMap<>();

    /** What a member's JVM is started by. */
    @FunctionalInterface
    interface Launch {
        /** The command that takes the place of the member's own, which begins with {@code java}. */
        List<String> command(int memberIndex, List<String> java);
    }

    FaultyHosts(NamespaceHosts hosts, Launch launch) {
        this.hosts = hosts;
        this.launch = launch;
    }

    /** The process of a member, once it was started. */
    Optional<MemberHandle> process(int memberIndex) {
        return Optional.ofNullable(started.get(memberIndex));
    }

    /** The hosts behind these. */
    NamespaceHosts real() {
        return hosts;
    }

    @Override
    public int size() {
        return hosts.size();
    }

    @Override
    public Host host(int memberIndex) {
        return new FaultyHost(memberIndex, hosts.host(memberIndex));
    }

    @Override
    public PortPlan ports(int bindPort) {
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

    private final class FaultyHost extends ForwardingHost {
        private final int index;

        FaultyHost(int index, Host host) {
            super(host);
            this.index = index;
        }

        @Override
        public MemberHandle start(List<String> java, String config) throws IOException {
            MemberHandle process = super.start(launch.command(index, java), config);
            started.put(index, process);
            return process;
        }
    }
}
