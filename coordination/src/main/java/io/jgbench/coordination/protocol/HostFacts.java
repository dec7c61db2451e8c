package io.jgbench.coordination.protocol;

/**
 * Names of those facts about a host that a result is made of; see {@link MemberReport#host}. All others are for who
 * reads them.
 */
public final class HostFacts {
    /** The interface that carries the messages. */
    public static final String INTERFACE = "interface";

    /** The interface's MTU in bytes, or a sentence that says why it is not known. */
    public static final String MTU = "mtu";

    /** The interface's line rate in bits per second, or {@link #UNKNOWN}. */
    public static final String LINE_RATE_BITS_PER_SECOND = "lineRateBitsPerSecond";

    /** Names the boot of the host's kernel: members with the same one share a host. */
    public static final String BOOT = "boot";

    /** Names the member's network namespace among those of its host. */
    public static final String NETWORK_NAMESPACE = "networkNamespace";

    /** CPUs of the host that are on line, also those that a container must not use. */
    public static final String HOST_CPUS = "hostCpus";

    /** What is said of a line rate that the interface does not tell, or that is not one of hardware. */
    public static final String UNKNOWN = "unknown";

    private HostFacts() {}
}
