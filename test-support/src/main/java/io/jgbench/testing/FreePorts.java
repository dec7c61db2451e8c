package io.jgbench.testing;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Ports of the loopback interface that nobody listens on, neither over TCP nor over UDP. */
public final class FreePorts {
    private FreePorts() {}

    public static List<Integer> take(int count) throws IOException {
        List<AutoCloseable> held = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        try {
            while (ports.size() < count) {
                ServerSocket tcp = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                held.add(tcp);
                int port = tcp.getLocalPort();
                try {
                    held.add(new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
                    ports.add(port);
                } catch (IOException _) {
                    // taken over UDP: the next one
                }
            }
        } finally {
            for (AutoCloseable socket : held) {
                close(socket);
            }
        }
        return ports;
    }

    private static void close(AutoCloseable socket) throws IOException {
        try {
            socket.close();
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }
}
