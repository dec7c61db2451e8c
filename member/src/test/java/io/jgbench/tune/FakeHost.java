package io.jgbench.tune;

import io.jgbench.api.v1alpha1.ByteQuantity;
import io.jgbench.api.v1alpha1.FlowControlSettings;
import io.jgbench.api.v1alpha1.SysctlSetting;
import io.jgbench.api.v1alpha1.TuningSettings;
import io.jgbench.coordination.spec.NamePattern;
import io.jgbench.snapshot.InterfaceIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A host made of plain files, for what the kernel of this machine has not: bonds, and drivers with flow control. */
final class FakeHost {
    final Map<String, PauseFrames> pauseFrames = new HashMap<>();

    /** What its drivers make of pause frames that are asked of them. */
    UnaryOperator<PauseFrames> pauseFramesTaken = UnaryOperator.identity();

    /** What was asked of its drivers last, whatever they tell of it. */
    final Map<String, PauseFrames> pauseFramesAsked = new HashMap<>();

    private final Path proc;
    private final Path classNet;
    private final StateFolder state;
    private final Set<String> withoutAddress = new HashSet<>();

    FakeHost(Path folder) throws IOException {
        proc = folder.resolve("proc");
        classNet = folder.resolve("net");
        state = new StateFolder(Files.createDirectories(folder.resolve("state")));
        sysctl("net.core.rmem_max", "212992");
        sysctl("net.core.wmem_max", "212992");
        Files.createDirectories(proc.resolve("self/net"));
        addInterface("eth0");
        pauseFrames.put("eth0", new PauseFrames(false, false, true));
        write(proc.resolve("self/net/route"), """
                Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT
                eth1 00000000 010200C0 0003 0 0 200 00000000 0 0 0
                eth0 00000000 010200C0 0003 0 0 100 00000000 0 0 0
                eth0 000200C0 00000000 0001 0 0 0 00FFFFFF 0 0 0
                """);
    }

    void addInterface(String name) throws IOException {
        write(classNet.resolve(name, "ifindex"), "7\n");
        write(classNet.resolve(name, "mtu"), "1500\n");
        write(classNet.resolve(name, "tx_queue_len"), "1000\n");
        write(classNet.resolve(name, "carrier"), "1\n");
    }

    void bond(String name, String mode, String... slaves) throws IOException {
        write(classNet.resolve(name, "bonding", "mode"), mode + "\n");
        write(classNet.resolve(name, "bonding", "slaves"), String.join(" ", slaves) + "\n");
    }

    /** An interface without an address of its own. */
    void addPort(String name) throws IOException {
        addInterface(name);
        withoutAddress.add(name);
    }

    /** One that gets the MTU of the interface below it. */
    void ipvlan(String name, String lower) throws IOException {
        addInterface(name);
        below(name, lower);
        write(classNet.resolve(name, "uevent"), "INTERFACE=" + name + "\nIFINDEX=7\n");
    }

    /** The kernel knows IPv6, and takes this for the MTU of an interface. */
    void ipv6Mtu(String name, int bytes) throws IOException {
        write(ipv6MtuOf(name), bytes + "\n");
    }

    String ipv6Mtu(String name) throws IOException {
        return Files.readString(ipv6MtuOf(name)).strip();
    }

    private Path ipv6MtuOf(String name) {
        return proc.resolve("sys/net/ipv6/conf").resolve(name).resolve("mtu");
    }

    /** An interface has an IPv6 address. */
    void ipv6Address(String name) throws IOException {
        write(proc.resolve("self/net/if_inet6"), "fe800000000000000000000000000001 02 40 20 80 %8s%n".formatted(name));
    }

    /** The IPv6 routes are these. */
    void ipv6Routes(String lines) throws IOException {
        write(proc.resolve("self/net/ipv6_route"), lines);
    }

    /** The IPv4 routes are these. */
    void routes(String lines) throws IOException {
        write(
                proc.resolve("self/net/route"),
                "Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT\n" + lines);
    }

    void bridge(String name) throws IOException {
        addInterface(name);
        Files.createDirectories(classNet.resolve(name, "bridge"));
    }

    void mtu(String networkInterface, int bytes) throws IOException {
        write(classNet.resolve(networkInterface, "mtu"), bytes + "\n");
    }

    /** Its MTU can neither be read nor set from now on. */
    void breakMtu(String networkInterface) throws IOException {
        Path file = classNet.resolve(networkInterface, "mtu");
        Files.delete(file);
        Files.createDirectory(file);
    }

    String mtu(String networkInterface) throws IOException {
        return Files.readString(classNet.resolve(networkInterface, "mtu")).strip();
    }

    void sysctl(String name, String value) throws IOException {
        write(proc.resolve("sys", name.split("\\.", -1)), value + "\n");
    }

    String sysctl(String name) throws IOException {
        return Files.readString(proc.resolve("sys", name.split("\\.", -1))).strip();
    }

    StateFolder state() {
        return state;
    }

    private static Optional<InterfaceIdentity> own(String networkInterface) {
        return Optional.of(new InterfaceIdentity(7, ""));
    }

    TuningPlanner planner() {
        return new TuningPlanner(interfaces());
    }

    private HostInterfaces interfaces() {
        return new HostInterfaces(proc, classNet, FakeHost::own, name -> !withoutAddress.contains(name));
    }

    HostTuner tuner(String bootId) {
        return tuner(bootId, interfaces()::hasCarrier, Duration.ofMillis(50));
    }

    /** One whose links go down and come back. */
    HostTuner tuner(String bootId, Predicate<String> carrier, Duration linkPatience) {
        var settings = new HostSettings(proc, classNet, new Driver());
        return new HostTuner(settings, state, bootId, new LinkWatch(carrier, new StopSignal()), linkPatience);
    }

    /** The settings that are not as a plan wants them. */
    List<SettingReading> wrong(TuningPlan plan) {
        var settings = new HostSettings(proc, classNet, new Driver());
        return plan.items().stream()
                .map(item -> SettingReading.of(item, settings))
                .filter(reading -> !reading.satisfied())
                .toList();
    }

    TuningPlan plan(TuningSettings settings) {
        return planner()
                .plan(new TuningRequest("run-1", settings, Optional.empty(), Optional.empty(), Protection.NONE));
    }

    /** A plan that protects the interface of this machine's loopback address. */
    TuningPlan protecting(String... except) {
        return protecting(Optional.empty(), Optional.empty(), except);
    }

    /**
     * The same.
     *
     * @param networkInterface the one that is tuned; empty for the one of the default route
     * @param server that the host must go on reaching
     */
    TuningPlan protecting(Optional<String> networkInterface, Optional<String> server, String... except) {
        return planner()
                .plan(new TuningRequest(
                        "run-1",
                        settings(9000, "25Mi", null),
                        networkInterface,
                        Optional.empty(),
                        new Protection(Optional.of("127.0.0.1"), server, NamePattern.all(except))));
    }

    void below(String upper, String lower) throws IOException {
        Files.createDirectories(classNet.resolve(upper, "lower_" + lower));
        Files.createDirectories(classNet.resolve(lower, "upper_" + upper));
    }

    static TuningSettings settings(
            Integer mtu, String rmemMax, FlowControlSettings flowControl, SysctlSetting... more) {
        var quantity = rmemMax == null ? null : new ByteQuantity(rmemMax);
        return new TuningSettings(null, quantity, null, mtu, null, flowControl, List.of(more));
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private final class Driver implements InterfaceControl {
        @Override
        public PauseFrames pauseFrames(String networkInterface) throws SettingException {
            if (!pauseFrames.containsKey(networkInterface)) {
                throw SettingException.absent("not supported", null);
            }
            return pauseFrames.get(networkInterface);
        }

        @Override
        public void setPauseFrames(String networkInterface, PauseFrames wanted) {
            pauseFramesAsked.put(networkInterface, wanted);
            pauseFrames.put(networkInterface, pauseFramesTaken.apply(wanted));
        }

        /** Lowers those above with it, and gives none more than those below have, as the kernel does with VLANs. */
        @Override
        public void setMtu(String networkInterface, int bytes) throws SettingException {
            var interfaces = planner().interfaces();
            for (String below : interfaces.withThoseBelow(networkInterface)) {
                if (!below.equals(networkInterface)
                        && Integer.parseInt(mtuOf(below).read()) < bytes) {
                    throw SettingException.refused("its driver refuses: more than " + below + " has", null);
                }
            }
            write(networkInterface, bytes);
            for (String above : interfaces.above(List.of(networkInterface))) {
                if (interfaces.mayBeIpvlan(above)
                        || Integer.parseInt(mtuOf(above).read()) > bytes) {
                    write(above, bytes);
                }
            }
        }

        private void write(String networkInterface, int bytes) throws SettingException {
            mtuOf(networkInterface).write(Integer.toString(bytes));
            if (Files.exists(ipv6MtuOf(networkInterface))) {
                new KernelFile(ipv6MtuOf(networkInterface)).write(Integer.toString(bytes));
            }
        }

        private KernelFile mtuOf(String networkInterface) {
            return new KernelFile(classNet.resolve(networkInterface, "mtu"));
        }

        @Override
        public void setTxQueueLength(String networkInterface, int packets) throws SettingException {
            new KernelFile(classNet.resolve(networkInterface, "tx_queue_len")).write(Integer.toString(packets));
        }
    }
}
