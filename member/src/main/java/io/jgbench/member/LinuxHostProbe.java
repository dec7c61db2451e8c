package io.jgbench.member;

import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.HostFacts;
import io.jgbench.coordination.protocol.HostNetwork;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Reads {@code /proc}, {@code /sys} and the JVM's own beans. On other systems only the JVM speaks. */
public final class LinuxHostProbe implements HostProbe {
    private static final String RMEM_MAX = "sys/net/core/rmem_max";

    private final KernelFiles proc;
    private final Optional<NetworkInterface> networkInterface;
    private final LinuxCounters kernel;
    private final LineRate lineRate;
    private final HostCpus hostCpus;
    private final Path networkNamespace;
    private final CpuThrottle throttle;
    private final GarbageCollections collections =
            new GarbageCollections(ManagementFactory.getGarbageCollectorMXBeans());
    private final Compilers compilers = Compilers.ofThisJvm();
    private final ThreadTimes threads;
    private final MemberSampler sampler;

    /** The probe of this host for a member whose transport binds to the address. */
    public static LinuxHostProbe at(String host) {
        return new LinuxHostProbe(Path.of("/proc"), Path.of("/sys"), host);
    }

    LinuxHostProbe(Path proc, Path sys, String host) {
        this.proc = new KernelFiles(proc);
        this.lineRate = new LineRate(sys.resolve("class/net"));
        this.hostCpus = new HostCpus(this.proc);
        this.networkNamespace = proc.resolve("self/ns/net");
        this.throttle = new CpuThrottle(proc, sys.resolve("fs/cgroup"));
        this.networkInterface = interfaceOf(host);
        this.kernel = new LinuxCounters(proc.resolve("self"), networkInterface.map(NetworkInterface::getName));
        this.threads = new ThreadTimes(proc.resolve("self/task"));
        this.sampler = new MemberSampler(new SocketQueues(proc.resolve("self")));
    }

    @Override
    public void begin() {
        sampler.begin();
    }

    @Override
    public void close() {
        sampler.close();
    }

    @Override
    public Map<String, Long> counters() {
        Map<String, Long> counters = new HashMap<>();
        kernel.addTo(counters);
        hostCpus.addTo(counters);
        throttle.nanos().ifPresent(nanos -> counters.put(Counters.CPU_THROTTLED_NANOS, nanos));
        collections.addTo(counters);
        compilers.addTo(counters);
        threads.addTo(counters);
        sampler.addTo(counters);
        ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .ifPresent(cpu -> counters.put(Counters.CPU_NANOS, cpu.toNanos()));
        return counters;
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
                        .flatMap(nic -> lineRate.bitsPerSecond(nic.getName()))
                        .map(OptionalLong::of)
                        .orElse(OptionalLong.empty()));
    }

    @Override
    public Map<String, String> facts() {
        Map<String, String> facts = new HashMap<>();
        facts.put("jdk", System.getProperty("java.runtime.version"));
        facts.put("jvm", System.getProperty("java.vm.name"));
        facts.put("gc", collectors());
        facts.put("heapMaxBytes", Long.toString(Runtime.getRuntime().maxMemory()));
        facts.put(
                "jvmOptions",
                String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()));
        facts.put("os", System.getProperty("os.name"));
        facts.put("kernel", System.getProperty("os.version"));
        facts.put("cpus", Integer.toString(Runtime.getRuntime().availableProcessors()));
        cpuModel().ifPresent(model -> facts.put("cpuModel", model));
        setting(RMEM_MAX).ifPresent(bytes -> facts.put("rmemMaxBytes", bytes));
        setting("sys/net/core/wmem_max").ifPresent(bytes -> facts.put("wmemMaxBytes", bytes));
        networkInterface.ifPresent(nic -> addInterface(facts, nic));
        setting("sys/kernel/random/boot_id").ifPresent(boot -> facts.put(HostFacts.BOOT, boot));
        networkNamespace().ifPresent(name -> facts.put(HostFacts.NETWORK_NAMESPACE, name));
        hostCpus.count().ifPresent(count -> facts.put(HostFacts.HOST_CPUS, Integer.toString(count)));
        return facts;
    }

    private static String collectors() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .map(GarbageCollectorMXBean::getName)
                .collect(Collectors.joining(", "));
    }

    private void addInterface(Map<String, String> facts, NetworkInterface nic) {
        facts.put(HostFacts.INTERFACE, nic.getName());
        facts.put(
                HostFacts.LINE_RATE_BITS_PER_SECOND,
                lineRate.bitsPerSecond(nic.getName()).map(Object::toString).orElse(HostFacts.UNKNOWN));
        try {
            facts.put(HostFacts.MTU, Integer.toString(nic.getMTU()));
        } catch (IOException e) {
            facts.put(HostFacts.MTU, HostFacts.UNKNOWN + ": " + e.getMessage());
        }
    }

    private Optional<String> cpuModel() {
        return proc.lines("cpuinfo").stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst();
    }

    private Optional<String> setting(String file) {
        return proc.lines(file).stream().findFirst().map(String::strip);
    }

    private Optional<String> networkNamespace() {
        try {
            return Optional.of(Files.readSymbolicLink(networkNamespace).toString());
        } catch (IOException | UnsupportedOperationException e) {
            // Not a Linux: then no member shares what a network namespace counts.
            return Optional.empty();
        }
    }

    private static Optional<NetworkInterface> interfaceOf(String host) {
        try {
            return Optional.ofNullable(NetworkInterface.getByInetAddress(InetAddress.getByName(host)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
