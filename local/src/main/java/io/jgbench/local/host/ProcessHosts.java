package io.jgbench.local.host;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** Members as processes of this machine which talk over its loopback interface. Needs no privileges. */
public final class ProcessHosts implements Hosts {

    private static final String ADDRESS = "127.0.0.1";
    /** The MTU of {@code lo}. */
    private static final int MTU = 65_536;

    private final List<Host> hosts;
    private final MemberProcesses processes = new MemberProcesses();
    private final Optional<String> setsid = Tools.ofThisMachine().find("setsid");
    private final ShutdownHook hook = ShutdownHook.register("remove-hosts", this::close);

    @GuardedBy("this")
    private Optional<LoopbackPorts> ports = Optional.empty();

    private ProcessHosts(int members) {
        this.hosts = IntStream.range(0, members)
                .<Host>mapToObj(i -> new LoopbackHost("member-" + i))
                .toList();
    }

    /** Hosts for this number of members. */
    public static ProcessHosts open(int members) {
        return new ProcessHosts(members);
    }

    @Override
    public int size() {
        return hosts.size();
    }

    @Override
    public Host host(int memberIndex) {
        return hosts.get(memberIndex);
    }

    @Override
    public synchronized PortPlan ports(int bindPort) throws HostsUnavailableException {
        var address = InetAddress.ofLiteral(ADDRESS);
        int firstBlock = (int) ProcessHandle.current().pid();
        ports.ifPresent(LoopbackPorts::close);
        ports = Optional.empty();
        var claimed = bindPort == 0
                ? LoopbackPorts.free(address, size(), firstBlock)
                : LoopbackPorts.fixed(address, size(), bindPort, firstBlock);
        ports = Optional.of(claimed);
        return claimed.plan();
    }

    @Override
    public void beforeShutdown(Runnable action) {
        hook.first(action);
    }

    @Override
    public synchronized void close() {
        processes.close();
        ports.ifPresent(LoopbackPorts::close);
        ports = Optional.empty();
        hook.remove();
    }

    private final class LoopbackHost implements Host {

        private final String name;

        LoopbackHost(String name) {
            this.name = Objects.requireNonNull(name, "name");
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String address() {
            return ADDRESS;
        }

        @Override
        public String controlAddress() {
            return ADDRESS;
        }

        @Override
        public int mtu() {
            return MTU;
        }

        @Override
        public OptionalLong lineRateBitsPerSecond() {
            return OptionalLong.empty();
        }

        @Override
        public OptionalLong portQueueBytes() {
            return OptionalLong.empty();
        }

        @Override
        public Map<String, Long> counters() {
            return Map.of();
        }

        @Override
        public List<String> command(List<String> command) {
            var wrapped = new ArrayList<String>();
            // in a session of its own a member does not get the terminal's Ctrl-C: the launcher ends it in order
            setsid.ifPresent(wrapped::add);
            wrapped.addAll(command);
            return wrapped;
        }

        @Override
        public MemberHandle start(List<String> java, String config) throws IOException {
            return processes.start(name, command(java), config);
        }
    }
}
