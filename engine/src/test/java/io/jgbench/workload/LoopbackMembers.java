package io.jgbench.workload;

import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.testing.FreePorts;
import io.jgbench.transport.Stacks;
import io.jgbench.transport.Transport;
import io.jgbench.transport.TransportContext;
import io.jgbench.transport.TransportContext.MulticastGroup;
import io.jgbench.transport.TransportListener;
import io.jgbench.transport.Transports;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** The members of one workload over real channels and sockets on the loopback interface; all of them send. */
public final class LoopbackMembers implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final List<Transport> transports = new ArrayList<>();
    private final List<Workload> workloads = new ArrayList<>();

    private LoopbackMembers() {}

    /** Returns when all see each other. */
    public static <S extends WorkloadSpec> LoopbackMembers of(
            TransportSpec spec, WorkloadFactory<S> factory, S workload, int members) throws Exception {
        var all = new LoopbackMembers();
        try {
            all.open(spec, factory, workload, members);
        } catch (Exception | Error e) {
            all.close();
            throw e;
        }
        return all;
    }

    /** A bundled stack of JGroups. */
    public static TransportSpec stack(String name) {
        return new TransportSpec("jgroups", Optional.of(new Stacks().named(name)), Map.of(), 0);
    }

    /** A transport without a stack. */
    public static TransportSpec raw(String name) {
        return new TransportSpec(name, Optional.empty(), Map.of(), 0);
    }

    private <S extends WorkloadSpec> void open(TransportSpec spec, WorkloadFactory<S> factory, S workload, int members)
            throws Exception {
        List<Listener> listeners = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            Transport transport = new Transports().find(spec.name());
            transport.check(spec, workload.largestMessageBytes());
            transports.add(transport);
            workloads.add(factory.create(
                    workload,
                    new WorkloadContext(members, transport.reliable(), transport, transport, EpochClock.system())));
            listeners.add(new Listener(workloads.get(i)));
        }
        List<Peer> peers = peers(members);
        var group = Optional.of(anyGroup());
        SideBySide.each(
                members,
                i -> transports
                        .get(i)
                        .open(
                                new TransportContext(spec, "test", "member-" + i, members, peers, group, PATIENCE),
                                listeners.get(i)));
        await().atMost(PATIENCE).until(() -> listeners.stream().allMatch(listener -> listener.members == members));
    }

    private static List<Peer> peers(int members) throws Exception {
        List<Integer> ports = FreePorts.take(members);
        return IntStream.range(0, members)
                .mapToObj(i -> new Peer(i, "member-" + i, "127.0.0.1", ports.get(i)))
                .toList();
    }

    /** One that hardly anybody else uses at this time. */
    private static MulticastGroup anyGroup() {
        var random = ThreadLocalRandom.current();
        return new MulticastGroup(
                "239.77." + random.nextInt(1, 255) + "." + random.nextInt(1, 255), random.nextInt(20_000, 30_000));
    }

    /** Runs the workload, warm-up and all, and returns the members' reports. */
    public <R> List<R> run(Class<R> report) throws Exception {
        return SideBySide.run(workloads, _ -> true, PATIENCE, report);
    }

    @Override
    public void close() {
        workloads.forEach(Workload::close);
        transports.forEach(Transport::close);
    }

    private static final class Listener implements TransportListener {
        private final Workload workload;
        private volatile int members;

        Listener(Workload workload) {
            this.workload = workload;
        }

        @Override
        public void receive(byte[] buffer, int offset, int length) {
            workload.receive(buffer, offset, length);
        }

        @Override
        public void membersChanged(List<String> names) {
            members = names.size();
        }

        @Override
        public void failed(String reason) {
            throw new AssertionError(reason);
        }
    }
}
