package io.jgbench.counters;

import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.HostNetwork;
import io.jgbench.snapshot.LineRate;
import io.jgbench.snapshot.LinkTree;
import io.jgbench.snapshot.SnapshotReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Reads {@code /proc}, {@code /sys} and the JVM's own beans. On other systems only the JVM speaks. */
public final class LinuxHostProbe implements HostProbe {
    private static final String RMEM_MAX = "sys/net/core/rmem_max";

    private static final Duration KERNEL_INTERVAL = Duration.ofSeconds(1);

    private final KernelFiles proc;
    private final Optional<NetworkInterface> networkInterface;
    private final ProcCounters kernel;
    private final Optional<NicCounters> nic;
    private final LineRate lineRate;
    private final HostCpus hostCpus;
    private final ChargedInterrupts chargedInterrupts;
    private final SnapshotReader snapshot;
    private final CpuThrottle throttle;
    private final GarbageCollections collections =
            new GarbageCollections(ManagementFactory.getGarbageCollectorMXBeans());
    private final Compilers compilers = Compilers.ofThisJvm();
    private final ThreadTimes threads;
    private final CpuWait cpuWait;
    private final CollectorTurns collectorTurns;
    private final MemberSampler sampler;

    /** The probe of this host for a member whose transport binds to the address. */
    public static LinuxHostProbe at(String host) {
        return new LinuxHostProbe(
                Path.of("/proc"),
                Path.of("/sys"),
                host,
                System.getProperty("os.name").equals("Linux")
                        ? Optional.of(NicCounters.Source::ofThisHost)
                        : Optional.empty());
    }

    /** Of a host whose files are not the kernel's own, so that the kernel is not asked for more. */
    LinuxHostProbe(Path proc, Path sys, String host) {
        this(proc, sys, host, Optional.empty());
    }

    private LinuxHostProbe(Path proc, Path sys, String host, Optional<Supplier<NicCounters.Source>> source) {
        this.proc = new KernelFiles(proc);
        this.lineRate = new LineRate(sys.resolve("class/net"));
        this.hostCpus = new HostCpus(this.proc);
        this.chargedInterrupts = new ChargedInterrupts(proc, System.getProperty("os.version"));
        this.throttle = new CpuThrottle(proc, sys.resolve("fs/cgroup"));
        this.networkInterface = interfaceOf(host);
        this.nic = source.flatMap(kernelCalls -> networkInterface.map(found -> new NicCounters(
                new LinkTree.Link(found.getName(), found.getIndex()),
                new LinkTree(sys.resolve("class/net")).cardsBelow(found),
                kernelCalls)));
        this.snapshot = new SnapshotReader(proc, sys, Path.of("/etc"), System.getenv(), networkInterface);
        this.kernel = new ProcCounters(proc.resolve("self"), networkInterface.map(NetworkInterface::getName));
        this.threads = new ThreadTimes(proc.resolve("self/task"));
        this.cpuWait = new CpuWait(proc.resolve("self/task"));
        this.collectorTurns = new CollectorTurns(proc.resolve("self/task"), collections::count);
        this.sampler =
                new MemberSampler(new SocketQueues(proc.resolve("self")), new RunQueueWait(proc), collections::nanos);
    }

    @Override
    public void begin() {
        sampler.begin();
    }

    @Override
    public void rehearse() {
        sampler.rehearse();
    }

    @Override
    public void endRehearsal() {
        sampler.endRehearsal();
    }

    @Override
    public void close() {
        sampler.close();
    }

    @Override
    public Map<String, Long> counters() {
        Map<String, Long> counters = new HashMap<>();
        kernel.addTo(counters);
        nic.ifPresent(card -> card.addTo(counters));
        hostCpus.addTo(counters);
        chargedInterrupts.addTo(counters);
        hostCpus.addEachTo(counters);
        throttle.addTo(counters);
        collections.addTo(counters);
        compilers.addTo(counters);
        threads.addTo(counters);
        cpuWait.addTo(counters);
        collectorTurns.addTo(counters);
        sampler.addTo(counters);
        ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .ifPresent(cpu -> counters.put(Counters.CPU_NANOS, cpu.toNanos()));
        return counters;
    }

    @Override
    public Map<String, LongSupplier> momentaryCounters() {
        Map<String, LongSupplier> counters =
                new HashMap<>(new LatelyRead(this::kernelCounters, KERNEL_INTERVAL, System::nanoTime).all());
        counters.put(Counters.GC_NANOS, collections::nanos);
        counters.put(Counters.COLLECTOR_CPU_NANOS, collectorTurns::ranNanos);
        counters.put(Counters.COLLECTOR_WAITED_NANOS, collectorTurns::waitedNanos);
        counters.put(Counters.STALLED_NANOS, sampler::stalledNanos);
        counters.put(Counters.STOPPED_NANOS, sampler::stoppedNanos);
        counters.put(Counters.DELAYED_NANOS, sampler::delayedNanos);
        return counters;
    }

    private Map<String, Long> kernelCounters() {
        Map<String, Long> now = new HashMap<>();
        kernel.addLossesTo(now);
        hostCpus.addTo(now);
        throttle.addTo(now);
        return now;
    }

    @Override
    public HostNetwork network() {
        return new HostNetwork(
                setting(RMEM_MAX)
                        .filter(text -> text.matches("[0-9]{1,18}"))
                        .map(Long::valueOf)
                        .map(OptionalLong::of)
                        .orElse(OptionalLong.empty()),
                networkInterface
                        .flatMap(lineRate::bitsPerSecond)
                        .map(OptionalLong::of)
                        .orElse(OptionalLong.empty()));
    }

    @Override
    public Map<String, String> facts() {
        Map<String, String> facts = new HashMap<>(snapshot.read());
        nic.ifPresent(card -> facts.put(HostFact.NIC_PAUSE_COUNTERS.label(), card.pauseNames()));
        return facts;
    }

    private Optional<String> setting(String file) {
        return proc.lines(file).stream().findFirst().map(String::strip);
    }

    private static Optional<NetworkInterface> interfaceOf(String host) {
        try {
            return Optional.ofNullable(NetworkInterface.getByInetAddress(InetAddress.getByName(host)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
