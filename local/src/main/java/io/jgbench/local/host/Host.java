package io.jgbench.local.host;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Where one member lives. */
public interface Host {

    /** The host's name, such as {@code member-2}; what runs there may use it as its own. */
    String name();

    /** The address that the member's transport binds to. */
    String address();

    /**
     * The address that the member's control server binds to and at which this process reaches it. Traffic to it does
     * not cross the links that are measured.
     */
    String controlAddress();

    /** The largest IP packet that the member's link carries, in bytes. */
    int mtu();

    /** What the member's link carries in each direction, in bits per second; empty where nothing limits it. */
    OptionalLong lineRateBitsPerSecond();

    /** What the queue of the switch's port to the member holds, in bytes; empty where there is none. */
    OptionalLong portQueueBytes();

    /**
     * What the link to this member dropped since it was made, in frames, named as in
     * {@link io.jgbench.coordination.protocol.Counters}. Empty where there is no link. The caller takes differences.
     *
     * @throws IOException if the counters cannot be read
     */
    Map<String, Long> counters() throws IOException;

    /** The command which runs the given one on this host. */
    List<String> command(List<String> command);

    /**
     * Starts a member here. It ends with this process, or when the hosts are closed.
     *
     * @param java the member's JVM; see {@link MemberJvm}
     * @param config its {@link io.jgbench.coordination.protocol.MemberConfig} as one line of JSON
     * @throws IOException if the process cannot be started
     */
    MemberHandle start(List<String> java, String config) throws IOException;
}
