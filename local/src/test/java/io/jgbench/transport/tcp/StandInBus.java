package io.jgbench.transport.tcp;

import io.jgbench.transport.TransportException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** An end point on a host of its own, which says on standard output who comes and who goes. */
final class StandInBus implements TcpBus.Listener {
    /** Where each listens. */
    static final int PORT = 7900;

    private static final int MOST = 4;

    private StandInBus() {}

    /** Takes its address and name, and those of the one to connect to, if any; goes on until standard input ends. */
    public static void main(String[] args) throws IOException, TransportException {
        try (var bus = new TcpBus(at(args[0]), args[1], MOST, new StandInBus())) {
            bus.open();
            if (args.length > 2) {
                bus.connect(at(args[2]), args[3]);
            }
            while (System.in.read() >= 0) {
                // what is written is of no interest, only that it ends
            }
        }
    }

    private static InetSocketAddress at(String address) throws IOException {
        return new InetSocketAddress(InetAddress.ofLiteral(address), PORT);
    }

    @Override
    public void connected(int place, String peer) {
        System.out.println("connected " + peer);
    }

    @Override
    public void disconnected(int place, String peer) {
        System.out.println("disconnected " + peer);
    }

    @Override
    public void receive(int place, byte[] buffer, int offset, int length) {
        throw new AssertionError("nobody sends");
    }

    @Override
    public void failed(String reason) {
        System.out.println("failed " + reason);
    }
}
