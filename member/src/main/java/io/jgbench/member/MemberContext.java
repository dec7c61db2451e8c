package io.jgbench.member;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.environment.HostSnapshot;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.GroupKey;
import io.jgbench.coordination.protocol.JoinRequest;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import io.jgbench.coordination.protocol.Peer;
import io.jgbench.counters.HostProbe;
import io.jgbench.counters.PeerConnections;
import io.jgbench.measure.Sampling;
import io.jgbench.snapshot.MulticastGroups;
import io.jgbench.transport.Transport;
import io.jgbench.transport.TransportContext;
import io.jgbench.transport.TransportContext.MulticastGroup;
import io.jgbench.transport.TransportException;
import io.jgbench.transport.TransportListener;
import io.jgbench.workload.Workload;
import io.jgbench.workload.Workload.Role;
import io.jgbench.workload.WorkloadContext;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.LongSupplier;

/** What one member works with: its transport, its workload and the probe of its host. */
final class MemberContext {
    private final JoinRequest request;
    private final Transport transport;
    private final Workload workload;
    private final HostProbe probe;
    private final boolean sendsMulticasts;
    private final Optional<GroupKey> groupKey;
    private volatile Map<String, String> host = Map.of();
    private volatile boolean open;

    private MemberContext(
            JoinRequest request,
            Transport transport,
            Workload workload,
            HostProbe probe,
            boolean sendsMulticasts,
            Optional<GroupKey> groupKey) {
        this.request = request;
        this.transport = transport;
        this.workload = workload;
        this.probe = probe;
        this.sendsMulticasts = sendsMulticasts;
        this.groupKey = groupKey;
    }

    /**
     * Makes what the request asks for; nothing is opened yet.
     *
     * @throws IllegalArgumentException if there is no such transport, or the workload cannot go over it
     */
    static MemberContext make(JoinRequest request, MemberParts parts) {
        Transport transport = parts.transports().apply(request.transport().name());
        transport.check(request.transport(), request.workload().largestMessageBytes());
        Workload workload = parts.workloads()
                .create(
                        request.workload(),
                        new WorkloadContext(
                                request.peers().size(),
                                transport.reliable(),
                                transport,
                                transport,
                                parts.clock(),
                                request.peers().stream().map(Peer::host).toList()));
        Peer self = request.peers().get(request.self());
        HostProbe host = parts.probes().apply(self.host());
        HostProbe probe = Sampling.isOn()
                ? PeerConnections.beside(
                        host,
                        request.peers(),
                        request.self(),
                        () -> transport
                                        .framing(request.workload().largestMessageBytes())
                                        .layer()
                                == Layer.TCP)
                : host;
        boolean sendsMulticasts = transport
                .networkUse(request.transport(), request.workload().largestMessageBytes())
                .multicastHops()
                .isPresent();
        return new MemberContext(request, transport, workload, probe, sendsMulticasts, parts.groupKey());
    }

    /**
     * Opens the transport. Messages go to the workload, views and failures to the shared state. The host is looked at
     * meanwhile, because opening mostly waits for others.
     */
    void open(SharedMemberState shared) throws TransportException, InterruptedException {
        var lookingAtHost = new FutureTask<>(probe::facts);
        Thread.ofPlatform().daemon().name("snapshot").start(lookingAtHost);
        transport.open(
                new TransportContext(
                        request.transport(),
                        request.clusterName(),
                        request.peers().get(request.self()).name(),
                        request.peers().size(),
                        request.peers(),
                        Optional.of(new MulticastGroup(request.multicastAddress(), request.multicastPort())),
                        request.timeout(),
                        groupKey),
                new Listener(workload, shared));
        try {
            host = lookingAtHost.get();
        } catch (ExecutionException e) {
            throw new TransportException("the member's host could not be looked at: " + e.getCause(), e);
        }
        if (Sampling.isOn()) {
            probe.begin();
        }
        open = true;
    }

    /** Lets what works beside the workload warm up with it. */
    void beginWarmup() {
        probe.rehearse();
        transport.rehearse();
    }

    /** The warm-up is over: what works beside the workload does so as beside the measured part from now on. */
    void endWarmup() {
        probe.endRehearsal();
        transport.endRehearsal();
    }

    /** Ends the workload, leaves the cluster, and samples no more. */
    void close() {
        workload.close();
        transport.close();
        probe.close();
    }

    Workload workload() {
        return workload;
    }

    Role role() {
        return new Role(
                request.self(),
                request.self() < request.workload().senders(request.peers().size()));
    }

    /** Whether the transport could be opened; before that there is nothing to report. */
    boolean isOpen() {
        return open;
    }

    /** All counters as they stand now. */
    Map<String, Long> counters() {
        return writer("", host).counters();
    }

    /**
     * What this member does and meets from now on, which is sampled once that is begun.
     *
     * @param viewChanges how often the view has changed
     */
    ActivitySampler activity(LongSupplier viewChanges, EpochClock clock) {
        Map<String, LongSupplier> counters = new HashMap<>(probe.momentaryCounters());
        counters.putAll(transport.momentaryCounters());
        counters.put(Counters.VIEW_CHANGES, viewChanges);
        return new ActivitySampler(workload::flow, counters, clock);
    }

    /** Writes this member's report. */
    ReportWriter reportWriter(String runId) {
        Map<String, String> facts = new HashMap<>(host);
        if (sendsMulticasts) {
            facts.put(HostFact.MULTICAST_INTERFACES.label(), multicastInterfaces());
        }
        return writer(runId, facts);
    }

    /** Asked for while the transport is open, which has joined the group. */
    private String multicastInterfaces() {
        try {
            InetAddress group = InetAddress.getByName(request.multicastAddress());
            List<String> joined = new MulticastGroups(Path.of("/proc/self")).interfacesIn(group);
            return joined.isEmpty()
                    ? HostSnapshot.absent("the kernel tells of no interface in " + request.multicastAddress())
                    : String.join(",", joined);
        } catch (UnknownHostException e) {
            return HostSnapshot.absent(e.getMessage());
        }
    }

    private ReportWriter writer(String runId, Map<String, String> facts) {
        return new ReportWriter(
                runId,
                request.peers().get(request.self()).name(),
                request.self(),
                request.workload().largestMessageBytes(),
                transport,
                workload,
                probe,
                facts);
    }

    private record Listener(Workload workload, SharedMemberState shared) implements TransportListener {
        @Override
        public void receive(byte[] buffer, int offset, int length) {
            workload.receive(buffer, offset, length);
        }

        @Override
        public void membersChanged(List<String> names) {
            shared.viewChanged(names);
        }

        @Override
        public void failed(String reason) {
            shared.fail("the transport failed: " + reason);
        }

        @Override
        public void failed(Throwable thrown) {
            if (thrown instanceof OutOfMemoryError error) {
                shared.fail(MemberLife.heapWasFull(error));
            } else {
                TransportListener.super.failed(thrown);
            }
        }
    }
}
