package io.jgbench.datagram;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;

/** Opens sockets with the fastest system calls available. Refuses a socket whose buffers are smaller than requested. */
public final class PacketSockets {
    private PacketSockets() {}

    /**
     * Opens and binds a socket.
     *
     * @throws IOException if the address cannot be bound or the kernel does not grant the buffers, with one sentence
     *     that says what was asked, what was granted and what to do
     */
    public static PacketSocket open(SocketPlan plan) throws IOException {
        checkPossible("receive", plan.receiveBufferPackets(), plan, plan.receiveBufferBytes());
        checkPossible("send", plan.sendBufferPackets(), plan, plan.sendBufferBytes());
        PacketSocket socket = opened(plan);
        try {
            check("receive", plan.receiveBufferPackets(), plan, plan.receiveBufferBytes(), socket.receiveBufferBytes());
            check("send", plan.sendBufferPackets(), plan, plan.sendBufferBytes(), socket.sendBufferBytes());
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static PacketSocket opened(SocketPlan plan) throws IOException {
        boolean known = SocketCalls.known();
        if (!known && plan.provider() == SocketPlan.Provider.SYSTEM) {
            throw new IOException("the calls for many packets at a time are Linux' on x86-64 and AArch64, this is "
                    + System.getProperty("os.name") + " on " + System.getProperty("os.arch")
                    + ": ask for the provider channel, or for none");
        }
        String at =
                plan.local().getAddress().getHostAddress() + ":" + plan.local().getPort();
        try {
            return known && plan.provider() != SocketPlan.Provider.CHANNEL
                    ? NativePacketSocket.open(plan)
                    : ChannelPacketSocket.open(plan);
        } catch (BindException e) {
            throw new IOException(
                    "cannot bind " + at + ": " + e.getMessage() + "; "
                            + (isOwn(plan.local().getAddress())
                                    ? "another program, or this run's transport, has the port: end the program, or"
                                            + " choose another port"
                                    : "no interface of this host has the address: choose one that 'ip address' shows"),
                    e);
        }
    }

    private static boolean isOwn(InetAddress address) throws SocketException {
        return address.isAnyLocalAddress() || NetworkInterface.getByInetAddress(address) != null;
    }

    private static void checkPossible(String which, int packets, SocketPlan plan, long askedBytes) throws IOException {
        if (askedBytes > SocketPlan.MAX_BUFFER_BYTES) {
            throw new IOException(
                    ("a %s buffer of %,d bytes was asked for, %,d packets of %,d bytes, and no socket can have more"
                                    + " than %,d: ask for %,d packets or fewer")
                            .formatted(
                                    which,
                                    askedBytes,
                                    packets,
                                    plan.packetBytes(),
                                    SocketPlan.MAX_BUFFER_BYTES,
                                    SocketPlan.MAX_BUFFER_BYTES / plan.packetBytes()));
        }
    }

    private static void check(String which, int packets, SocketPlan plan, long askedBytes, int grantedBytes)
            throws IOException {
        if (grantedBytes < askedBytes) {
            String setting = which.equals("receive") ? "net.core.rmem_max" : "net.core.wmem_max";
            throw new IOException(
                    "a %s buffer of %,d bytes was asked for, %,d packets of %,d bytes, and the kernel grants %,d: run"
                                    .formatted(which, askedBytes, packets, plan.packetBytes(), grantedBytes)
                            + " 'sysctl -w " + setting + "=" + askedBytes
                            + "' as root on the host, or ask for fewer packets");
        }
    }
}
