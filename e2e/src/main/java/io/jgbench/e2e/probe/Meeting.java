package io.jgbench.e2e.probe;

import java.net.DatagramPacket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Members of a multicast group that wait for each other: each sends its name until it has heard all others, and a while
 * longer, so that the others hear it.
 *
 * @param group the address of the group
 * @param name this member
 * @param others whom it waits for
 */
record Meeting(InetSocketAddress group, String name, Set<String> others) {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration FAREWELL = Duration.ofSeconds(10);
    private static final int INTERVAL_MILLIS = 100;
    private static final int TIME_TO_LIVE_HOPS = 2;

    /** The arguments are the group's address, its port, this member's name and the others'. */
    static Meeting of(List<String> arguments) throws Exception {
        return new Meeting(
                new InetSocketAddress(InetAddress.getByName(arguments.get(0)), Integer.parseInt(arguments.get(1))),
                arguments.get(2),
                new TreeSet<>(arguments.subList(3, arguments.size())));
    }

    /** Returns whom it has heard, when that is everybody; itself is among them where multicasts loop back. */
    String hold() throws Exception {
        NetworkInterface device = HostInterface.find();
        Set<String> heard = new TreeSet<>();
        try (MulticastSocket socket = new MulticastSocket(group.getPort())) {
            socket.setNetworkInterface(device);
            socket.setTimeToLive(TIME_TO_LIVE_HOPS);
            socket.setSoTimeout(INTERVAL_MILLIS);
            socket.joinGroup(group, device);
            long endNanos = System.nanoTime() + PATIENCE.toNanos();
            boolean complete = false;
            while (System.nanoTime() - endNanos < 0) {
                byte[] text = name.getBytes(StandardCharsets.UTF_8);
                socket.send(new DatagramPacket(text, text.length, group));
                receive(socket, heard);
                if (!complete && heard.containsAll(others)) {
                    complete = true;
                    endNanos = System.nanoTime() + FAREWELL.toNanos();
                }
            }
            if (!complete) {
                throw new IllegalStateException("after " + PATIENCE + " expected " + others + ", heard " + heard);
            }
        }
        return "heard " + String.join(" ", heard);
    }

    private static void receive(MulticastSocket socket, Set<String> heard) throws Exception {
        DatagramPacket packet = new DatagramPacket(new byte[256], 256);
        try {
            socket.receive(packet);
            heard.add(new String(packet.getData(), 0, packet.getLength(), StandardCharsets.UTF_8));
        } catch (SocketTimeoutException e) {
            // nobody spoke within the interval, which is when to speak again
        }
    }
}
