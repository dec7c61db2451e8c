package io.jgbench.transport.tcp;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Optional;

/**
 * What both ends of a connection say first: who they are. One that says something else is a stranger. It tells members
 * of this run from others that use the port by accident; it is no proof against somebody who reads the traffic.
 *
 * @param place the place in the list of members
 * @param name the name
 */
record Handshake(int place, String name) {
    private static final int MAGIC = 0x6a67_6263;

    /** Sends this member's greeting. */
    void write(Socket socket, int key) throws IOException {
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeInt(MAGIC);
        out.writeInt(key);
        out.writeInt(place);
        out.writeUTF(name);
        out.flush();
    }

    /** Reads the peer's greeting, and no byte more. Empty if the peer is not a member of this run. */
    static Optional<Handshake> read(Socket socket, int key) throws IOException {
        socket.setSoTimeout((int) Acceptor.GREETING.toMillis());
        DataInputStream in = new DataInputStream(socket.getInputStream());
        try {
            if (in.readInt() != MAGIC || in.readInt() != key) {
                return Optional.empty();
            }
            return Optional.of(new Handshake(in.readInt(), in.readUTF()));
        } catch (SocketTimeoutException _) {
            return Optional.empty();
        } finally {
            socket.setSoTimeout(0);
        }
    }
}
