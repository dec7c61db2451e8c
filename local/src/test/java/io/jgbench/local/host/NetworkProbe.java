package io.jgbench.local.host;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;

/** Sends or counts datagrams of one multicast group. */
final class NetworkProbe {

    private static final int IDLE_MILLIS = 3000;
    private static final int BUFFER_BYTES = 4 * 1024 * 1024;

    private NetworkProbe() {}

    /** Takes {@code receive GROUP PORT ADDRESS} or {@code send GROUP PORT ADDRESS COUNT BYTES}. */
    public static void main(String[] args) throws IOException {
        var group = new InetSocketAddress(InetAddress.ofLiteral(args[1]), Integer.parseInt(args[2]));
        var network = NetworkInterface.getByInetAddress(InetAddress.ofLiteral(args[3]));
        if (args[0].equals("receive")) {
            receive(group, network);
        } else {
            send(group, network, Integer.parseInt(args[4]), Integer.parseInt(args[5]));
        }
    }

    /** Prints how many datagrams came, once none has come for a while after the first. */
    private static void receive(InetSocketAddress group, NetworkInterface network) throws IOException {
        try (var socket = new MulticastSocket(group.getPort())) {
            socket.setReceiveBufferSize(BUFFER_BYTES);
            socket.joinGroup(group, network);
            System.out.println("ready");
            var packet = new DatagramPacket(new byte[65_536], 65_536);
            long received = 0;
            try {
                while (true) {
                    socket.receive(packet);
                    socket.setSoTimeout(IDLE_MILLIS);
                    received++;
                }
            } catch (SocketTimeoutException e) {
                System.out.println(received);
            }
        }
    }

    private static void send(InetSocketAddress group, NetworkInterface network, int count, int bytes)
            throws IOException {
        try (var socket = new MulticastSocket()) {
            socket.setOption(StandardSocketOptions.IP_MULTICAST_LOOP, false);
            socket.setNetworkInterface(network);
            var payload = new byte[bytes];
            for (int i = 0; i < count; i++) {
                socket.send(new DatagramPacket(payload, bytes, group));
            }
        }
        System.out.println("sent");
    }
}
