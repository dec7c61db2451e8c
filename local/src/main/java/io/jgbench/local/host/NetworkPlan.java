package io.jgbench.local.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * What is asked of {@code ip} and {@code tc} to make the network of a run, as lines of their batches.
 *
 * @param members how many members there are
 * @param link how each is connected
 * @param hasIpv6 whether the kernel has IPv6, so that devices can be told to have no address of it
 */
record NetworkPlan(int members, LinkSettings link, boolean hasIpv6) {

    /** A member's interface to the switch. */
    static final String MEMBER_INTERFACE = "eth0";

    private static final String CONTROL_INTERFACE = "ctl0";
    private static final String DATA_BRIDGE = "br0";
    private static final String CONTROL_BRIDGE = "ctl";
    private static final String UPLINK = "launcher";
    /** RFC 8200. */
    private static final int LEAST_IPV6_MTU = 1280;

    /** Hosts in one byte of an address: 1 to 250. */
    private static final int HOSTS_PER_BYTE = 250;

    /** The port of the switch to which a member is connected. */
    static String port(int memberIndex) {
        return "port" + memberIndex;
    }

    /** The interface that is added to the machine's own; its name is the switch's as long as that lives. */
    static String controlInterface(long switchPid) {
        return "jgb" + switchPid;
    }

    /** The address of a member on the network that is measured; nothing else routes there, so it is always the same. */
    static String address(int memberIndex) {
        return "10.77." + memberIndex / HOSTS_PER_BYTE + "." + (memberIndex % HOSTS_PER_BYTE + 1);
    }

    List<String> switchBatch() {
        var batch = new ArrayList<String>();
        batch.add("link set dev lo up");
        for (var bridge : List.of(DATA_BRIDGE, CONTROL_BRIDGE)) {
            batch.add("link add " + bridge + " type bridge mcast_snooping 0 stp_state 0 forward_delay 0");
            batch.addAll(up(bridge));
        }
        return batch;
    }

    /** The control interface alone; where it cannot be added, one of that name is somebody else's. */
    List<String> controlLink(long switchPid) {
        return List.of(
                "link add " + controlInterface(switchPid) + " type veth peer name " + UPLINK + " netns " + switchPid);
    }

    List<String> controlBatch(long switchPid, ControlNetwork control) {
        var device = controlInterface(switchPid);
        var batch = new ArrayList<String>();
        batch.add("addr add " + control.launcherAddress() + "/32 dev " + device);
        batch.addAll(up(device));
        batch.add("route add " + control.cidr() + " dev " + device + " src " + control.launcherAddress());
        return batch;
    }

    List<String> memberBatch(int index, long switchPid, ControlNetwork control) {
        var batch = new ArrayList<String>();
        batch.add("link set dev lo up");
        batch.add("link add " + MEMBER_INTERFACE + mtu() + " type veth peer name " + port(index) + mtu() + " netns "
                + switchPid);
        batch.add(
                "link add " + CONTROL_INTERFACE + " type veth peer name " + controlPort(index) + " netns " + switchPid);
        batch.add("addr add " + address(index) + "/16 dev " + MEMBER_INTERFACE);
        batch.add("addr add " + control.memberAddress(index) + "/" + ControlNetwork.PREFIX_BITS + " dev "
                + CONTROL_INTERFACE);
        if (shape().isPresent()) {
            batch.add(oneFrameAtATime(MEMBER_INTERFACE));
        }
        batch.addAll(upWithMtu(MEMBER_INTERFACE));
        batch.addAll(up(CONTROL_INTERFACE));
        batch.add("route add 224.0.0.0/4 dev " + MEMBER_INTERFACE);
        return batch;
    }

    List<String> memberQueues() {
        return shape().map(shape -> shape.networkCard(MEMBER_INTERFACE)).stream()
                .toList();
    }

    List<String> portBatch() {
        var batch = new ArrayList<String>();
        batch.add("link set dev " + UPLINK + " master " + CONTROL_BRIDGE);
        batch.addAll(up(UPLINK));
        for (int i = 0; i < members; i++) {
            batch.add("link set dev " + controlPort(i) + " master " + CONTROL_BRIDGE);
            batch.addAll(up(controlPort(i)));
            batch.add("link set dev " + port(i) + " master " + DATA_BRIDGE);
            if (shape().isPresent()) {
                batch.add(oneFrameAtATime(port(i)));
            }
            batch.addAll(upWithMtu(port(i)));
        }
        return batch;
    }

    List<String> portQueues() {
        return shape().stream()
                .flatMap(shape -> IntStream.range(0, members).mapToObj(i -> shape.switchPort(port(i))))
                .toList();
    }

    boolean isShaped() {
        return link.rateBitsPerSecond().isPresent();
    }

    /** What the queue of a switch's port holds; empty where nothing limits the links. */
    OptionalLong portQueueBytes() {
        return shape().map(shape -> OptionalLong.of(shape.portQueueBytes())).orElse(OptionalLong.empty());
    }

    private Optional<LinkShape> shape() {
        return link.rateBitsPerSecond().isPresent()
                ? Optional.of(new LinkShape(link, link.rateBitsPerSecond().getAsLong()))
                : Optional.empty();
    }

    private String mtu() {
        return " mtu " + link.mtuBytes();
    }

    private static String controlPort(int memberIndex) {
        return "ctl" + memberIndex;
    }

    private static String oneFrameAtATime(String device) {
        return "link set dev " + device + " gso_max_segs 1";
    }

    private List<String> up(String device) {
        return up(device, hasIpv6);
    }

    /** The same on the network that is measured, whose devices have no IPv6 where its MTU is too small for that. */
    private List<String> upWithMtu(String device) {
        return up(device, hasIpv6 && link.mtuBytes() >= LEAST_IPV6_MTU);
    }

    /** Up, and without an IPv6 address, whose neighbour discovery would be traffic on the link. */
    private static List<String> up(String device, boolean mayHaveIpv6) {
        String up = "link set dev " + device + " up";
        return mayHaveIpv6 ? List.of("link set dev " + device + " addrgenmode none", up) : List.of(up);
    }
}
