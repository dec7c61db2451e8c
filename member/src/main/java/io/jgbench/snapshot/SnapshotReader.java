package io.jgbench.snapshot;

import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.environment.HostSnapshot;
import java.io.IOException;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads what a member's host and JVM are like. It takes some ten milliseconds and is not for the measured part. */
public final class SnapshotReader {
    private final Path proc;
    private final Path sys;
    private final Path etc;
    private final Map<String, String> environment;
    private final Optional<NetworkInterface> networkInterface;

    /**
     * Reads nothing yet.
     *
     * @param proc where {@code /proc} is
     * @param sys where {@code /sys} is
     * @param etc where {@code /etc} is
     * @param environment the variables of this process
     * @param networkInterface the interface that carries the messages, where it is known
     */
    public SnapshotReader(
            Path proc,
            Path sys,
            Path etc,
            Map<String, String> environment,
            Optional<NetworkInterface> networkInterface) {
        this.proc = proc;
        this.sys = sys;
        this.etc = etc;
        this.environment = Map.copyOf(environment);
        this.networkInterface = networkInterface;
    }

    /** All facts, by name; see {@link HostSnapshot}. */
    public Map<String, String> read() {
        var facts = new Facts();
        var procTree = new KernelTree(proc);
        var sysTree = new KernelTree(sys);
        section(facts, "program", new ProgramFacts(environment)::addTo);
        section(facts, "jvm", new JvmFacts()::addTo);
        section(facts, "system", new SystemFacts(procTree, sysTree, new KernelTree(etc))::addTo);
        section(facts, "cpu", new CpuFacts(procTree, sysTree)::addTo);
        section(facts, "container", new ContainerFacts(procTree, new KernelTree(sys.resolve("fs/cgroup")))::addTo);
        section(facts, "network", new NetworkSettings(procTree)::addTo);
        section(facts, "interface", this::addInterface);
        return facts.texts();
    }

    /** A host whose kernel answers as none did before must not cost a run its figures; the result tells it instead. */
    private static void section(Facts facts, String name, Consumer<Facts> reading) {
        try {
            reading.accept(facts);
        } catch (RuntimeException e) {
            facts.put("snapshot." + name, new FactReading.Absent("reading it failed: " + e));
        }
    }

    private void addInterface(Facts facts) {
        if (networkInterface.isEmpty()) {
            facts.absent(HostFact.INTERFACE, "no interface has the address that the transport binds to");
            return;
        }
        NetworkInterface nic = networkInterface.get();
        facts.put(HostFact.INTERFACE, nic.getName());
        facts.put(
                HostFact.LINE_RATE_BITS_PER_SECOND,
                new LineRate(sys.resolve("class/net"))
                        .bitsPerSecond(nic)
                        .map(Object::toString)
                        .orElse(HostSnapshot.UNKNOWN));
        try {
            facts.put(HostFact.MTU, Integer.toString(nic.getMTU()));
        } catch (IOException e) {
            facts.absent(HostFact.MTU, e.getMessage());
        }
        if (System.getProperty("os.name").equals("Linux")) {
            new NicFacts(new KernelTree(sys), nic.getName(), InterfaceIdentity.of(nic), NicQueries.ofThisHost())
                    .addTo(facts);
        }
    }
}
