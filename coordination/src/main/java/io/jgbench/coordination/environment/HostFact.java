package io.jgbench.coordination.environment;

import java.util.Arrays;
import java.util.Optional;

/**
 * What is known of a member's host and JVM; see {@link HostSnapshot}. A name that ends with {@code *} stands for all
 * that begin so. Whether a fact should be equal between two runs of which one compares the figures is said here, and
 * the table in {@code docs/method/ENVIRONMENT.md} is generated from it.
 */
public enum HostFact {
    JGBENCH("jgbench", "version of jgbench"),
    JGBENCH_COMMIT(
            "jgbenchCommit",
            "commit that it was built from; `-dirty` where files were changed since. Once they are committed, the next"
                    + " run builds again; a suite or a comparison does not"),
    JGROUPS("jgroups.version", "version of JGroups"),
    IMAGE_DIGEST("imageDigest", "digest of the member's image; in pods alone"),
    JDK("jdk", "version of the Java runtime"),
    JVM("jvm", "name of the virtual machine"),
    GC("gc", "its garbage collectors"),
    HEAP_MAX_BYTES("heapMaxBytes", "the most that its heap may take", "it follows from the flags below"),
    JVM_OPTIONS("jvmOptions", "options that it was started with, without those about archives of classes"),
    JVM_FLAG("jvmFlag.*", "the effective values of its flags, whatever set them"),
    JVM_ARCHIVE(
            "jvmArchive",
            "its archive of loaded classes",
            "a path, which differs from checkout to checkout; it changes how fast a member starts, not how fast it is"),

    NODE("node", "name of the Kubernetes node; in pods alone", "it says which host, not what it is like"),
    HOST_NAME("hostName", "name of the host", "it says which host, not what it is like"),
    BOOT("boot", "identity of the kernel's boot: members with the same one share a host", "it is new after each boot"),
    NETWORK_NAMESPACE(
            "networkNamespace",
            "the member's network namespace among those of its host",
            "it is new where namespaces are made for each run"),
    OS("os", "name of the operating system"),
    ARCHITECTURE("architecture", "architecture of the CPUs, as the JVM names it"),
    DISTRIBUTION("distribution", "the distribution, by `os-release`; in a pod that of the image"),
    KERNEL("kernel", "version of the kernel"),
    MITIGATION("mitigation.*", "what the kernel does against each flaw of the CPU"),
    HYPERVISOR("hypervisor", "`yes` where the CPU says that it is a virtual one"),
    MACHINE("machine", "vendor and product, as the firmware tells them"),
    CLOCK_SOURCE("clockSource", "what the kernel's clock is read from"),

    CPU_MODEL("cpuModel", "model of the CPU"),
    CPU_MICROCODE("cpuMicrocode", "version of its microcode"),
    HOST_CPUS("hostCpus", "CPUs of the host that are on line, also those that a container must not use"),
    CPUS("cpus", "CPUs that the JVM uses"),
    USABLE_CPUS(
            "usableCpus", "the CPUs that the member's threads may use, as the kernel lists them", Reasons.OTHER_CPUS),
    SMT("smt", "whether cores run several threads"),
    NUMA_NODES("numaNodes", "the memory nodes that are on line"),
    CPU_GOVERNOR("cpuGovernor", "who chooses the CPUs' frequency, with the number of CPUs where they differ"),
    CPU_FREQUENCY_DRIVER("cpuFrequencyDriver", "the driver that sets it"),
    CPU_FREQUENCY_RANGE("cpuFrequencyRange", "the least and the most that it may be, in kHz"),
    CPU_BOOST("cpuBoost", "whether CPUs may go above their base frequency"),
    CPU_MHZ("cpuMhz", "frequency of the slowest and the fastest CPU as the member joined", "it follows load and heat"),

    MEMORY_BYTES(
            "memoryBytes",
            "memory of the host, without what the kernel keeps for itself",
            "what the kernel keeps for itself differs from boot to boot"),
    MEMORY_GIBIBYTES(
            "memoryGibibytes",
            "the same in GiB, rounded up in steps of an eighth of the power of two below it: on most hosts this is what"
                    + " is built in"),
    MEMORY_AVAILABLE_BYTES(
            "memoryAvailableBytes", "what of it was free as the member joined", "it changes all the time"),
    SWAP_BYTES("swapBytes", "swap space of the host"),
    SWAPPINESS("swappiness", "how willingly the kernel swaps"),
    TRANSPARENT_HUGE_PAGES("transparentHugePages", "who gets huge pages without asking"),
    CONTAINER_CPUS("containerCpus", "limit of CPUs of the member's control group, `none` where it has none"),
    CONTAINER_CPU_SET("containerCpuSet", "the CPUs that its control group may use", Reasons.OTHER_CPUS),
    CONTAINER_MEMORY_BYTES("containerMemoryBytes", "its limit of memory, `none` where it has none"),

    INTERFACE("interface", "the interface that carries the messages"),
    MTU("mtu", "its MTU in bytes"),
    LINE_RATE_BITS_PER_SECOND("lineRateBitsPerSecond", "its line rate in bits per second, where hardware tells it"),
    EMULATED_LINK(
            "emulatedLink", "what an emulated link is limited to, and the queue of its port; in namespaces alone"),
    NIC_DUPLEX("nicDuplex", "its duplex"),
    NIC_AUTONEGOTIATION("nicAutonegotiation", "whether rate and duplex are agreed on with the other end"),
    NIC_DRIVER("nicDriver", "its driver and the driver's version"),
    NIC_FIRMWARE("nicFirmware", "the version of its firmware"),
    NIC_FLOW_CONTROL("nicFlowControl", "its pause frames (802.3x)"),
    NIC_PAUSE_COUNTERS("nicPauseCounters", "the names by which its driver counts pause frames"),
    NIC_RINGS("nicRings", "descriptors of its rings, and how many they can be"),
    NIC_CHANNELS("nicChannels", "its channels, and how many they can be"),
    NIC_OFFLOAD("nicOffload.*", "what it does in the kernel's stead"),
    NIC_COALESCING("nicCoalescing", "how long it collects frames before it interrupts"),
    NIC_QUEUES("nicQueues", "its queues"),
    NIC_RPS("nicRps", "the CPUs that share the work of its receive queues"),
    QDISC("qdisc", "the queueing discipline of what it sends"),
    TX_QUEUE_LENGTH("txQueueLength", "packets that may wait to be sent"),
    MULTICAST_INTERFACES(
            "multicastInterfaces",
            "interfaces that were in the run's multicast group at its end, by IGMP or MLD",
            Reasons.FROM_SPEC),
    BOND("bond", "the interfaces that it joins, as the tuner tells them"),
    TCP_MEMORY("net.ipv4.tcp_mem", "pages that all TCP sockets of the host may take", Reasons.BY_MEMORY),
    UDP_MEMORY("net.ipv4.udp_mem", "pages that all UDP sockets of the host may take", Reasons.BY_MEMORY),
    NETWORK_SETTING("net.*", "other settings of the kernel's network, by their sysctl names"),
    TUNING(
            "tuning*",
            "what the tuner found, set and read back",
            "it says what was there before; what is in force stands in the settings themselves"),

    TRANSPORT("transport", "what carries the messages", Reasons.FROM_SPEC),
    MULTICAST_WINDOW("jgroups.multicastWindowBytes", "flow-control window of messages to all", Reasons.FROM_SPEC),
    UNICAST_WINDOW("jgroups.unicastWindowBytes", "flow-control window of messages to one member", Reasons.FROM_SPEC),
    JGROUPS_FACT(
            "jgroups.*", "the stack as it ended up, without its secrets, its buffers and addresses", Reasons.FROM_SPEC),
    UDP_FACT("udp.*", "the sockets of transport udp", Reasons.FROM_SPEC),
    TCP_FACT("tcp.*", "the connections of transport tcp", Reasons.FROM_SPEC);

    private final String label;
    private final String meaning;
    private final Optional<String> whyItMayDiffer;

    HostFact(String label, String meaning) {
        this.label = label;
        this.meaning = meaning;
        this.whyItMayDiffer = Optional.empty();
    }

    HostFact(String label, String meaning, String whyItMayDiffer) {
        this.label = label;
        this.meaning = meaning;
        this.whyItMayDiffer = Optional.of(whyItMayDiffer);
    }

    /** The fact that a name is of: the one of exactly that name, or else of the names that begin so. */
    public static Optional<HostFact> of(String name) {
        return Arrays.stream(values())
                .filter(fact -> fact.label.equals(name))
                .findFirst()
                .or(() -> Arrays.stream(values())
                        .filter(fact -> fact.isFamily() && name.startsWith(fact.prefix()))
                        .findFirst());
    }

    /** Its name, which ends with {@code *} where it stands for several. */
    public String label() {
        return label;
    }

    /** The name of one of those that it stands for. */
    public String label(String which) {
        return prefix() + which;
    }

    /** What it says, in a few words. */
    public String meaning() {
        return meaning;
    }

    /** Why it may differ between runs whose figures are compared; empty for what should be equal. */
    public Optional<String> whyItMayDiffer() {
        return whyItMayDiffer;
    }

    private boolean isFamily() {
        return label.endsWith("*");
    }

    private String prefix() {
        return isFamily() ? label.substring(0, label.length() - 1) : label;
    }

    /** A constant's constructor cannot refer to a constant of its own enum. */
    private static final class Reasons {
        static final String FROM_SPEC =
                "it follows from spec and stack, which are compared themselves, and has addresses";

        static final String BY_MEMORY =
                "the kernel sizes it by the memory that it has free as it boots, which differs from boot to boot";

        static final String OTHER_CPUS = "a pod may be given other ones each time";
    }
}
