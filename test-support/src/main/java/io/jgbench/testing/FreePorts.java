package io.jgbench.testing;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Ports of the loopback interface that nobody listens on, neither over TCP nor over UDP. */
public final class FreePorts {
    /** Below the ports that the kernel gives to outgoing connections: none of them takes one before a test does. */
    private static final int LOWEST = 12_000;

    private static final int HIGHEST = 32_000;

    private FreePorts() {}

    public static List<Integer> take(int count) throws IOException {
        List<AutoCloseable> held = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        try {
            while (ports.size() < count) {
                int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
                try {
                    held.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
                    held.add(new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
                    ports.add(port);
                } catch (IOException _) {
                    // taken: another one
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
