package io.jgbench.member.control;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.admission.PendingConnections;
import io.jgbench.coordination.control.TlsContexts;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A server of HTTPS for one controller, whose port is open to everybody. A peer is a stranger until its TLS handshake
 * has shown the controller's certificate. Nothing that a stranger sends reaches more than the JDK's TLS; the number of
 * strangers and the time of each are bounded by {@link ControlLimits}, and none takes the controller's place.
 *
 * <p>While nobody asks, it costs nothing; connections have virtual threads.
 */
public final class ControlServer implements AutoCloseable {
    private static final int BACKLOG = 64;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final Duration AFTER_A_FAILURE = Duration.ofMillis(100);

    private final ServerSocket server;
    private final SSLContext tls;
    private final ControlHandler handler;
    private final ControlLimits limits;
    private final PendingConnections<Socket> strangers;

    /** Connections of the controller, the oldest first. */
    @GuardedBy("controllers")
    private final Deque<Socket> controllers = new ArrayDeque<>();

    private ControlServer(ServerSocket server, SSLContext tls, ControlHandler handler, ControlLimits limits) {
        this.server = server;
        this.tls = tls;
        this.handler = handler;
        this.limits = limits;
        this.strangers = new PendingConnections<>(limits.strangers(), limits.proof());
    }

    /**
     * Binds and answers from here on.
     *
     * @param address where to listen; port 0 for a free one
     * @param tls trusts the authority of the run only
     * @throws IOException if the address cannot be bound
     */
    public static ControlServer open(InetSocketAddress address, SSLContext tls, ControlHandler handler)
            throws IOException {
        return open(address, tls, handler, ControlLimits.DEFAULTS);
    }

    static ControlServer open(InetSocketAddress address, SSLContext tls, ControlHandler handler, ControlLimits limits)
            throws IOException {
        // An exception of bind says the address as it was given.
        var socket = new ServerSocket();
        try {
            socket.bind(address, BACKLOG);
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
        var server = new ControlServer(socket, tls, handler, limits);
        Thread.ofPlatform().daemon().name("control-accept").start(server::accept);
        return server;
    }

    /** The port that it listens on. */
    public int port() {
        return server.getLocalPort();
    }

    /** How many connections are open, those of strangers included. */
    public int connections() {
        synchronized (controllers) {
            return controllers.size() + strangers.size();
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                next().ifPresent(this::receive);
            } catch (IOException _) {
                // such as no descriptor left: strangers give theirs back within the limit
                LockSupport.parkNanos(AFTER_A_FAILURE.toNanos());
            }
            strangers.removeOverdue(System.nanoTime()).forEach(ControlServer::reset);
        }
    }

    /** The next connection; empty if first a stranger's time is over. */
    private Optional<Socket> next() throws IOException {
        var untilOverdue = strangers.nanosUntilOverdue(System.nanoTime());
        // 0 waits for ever
        server.setSoTimeout(untilOverdue.isEmpty() ? 0 : (int) (untilOverdue.getAsLong() / NANOS_PER_MILLI + 1));
        try {
            return Optional.of(server.accept());
        } catch (SocketTimeoutException _) {
            return Optional.empty();
        }
    }

    private void receive(Socket socket) {
        strangers.add(socket, socket.getInetAddress(), System.nanoTime()).ifPresent(ControlServer::reset);
        Thread.ofVirtual().name("control").start(() -> serve(socket));
    }

    private void serve(Socket plain) {
        boolean isController = false;
        try {
            SSLSocket socket = proved(plain);
            isController = admit(plain);
            if (isController) {
                answerAll(socket);
                socket.close();
            }
        } catch (IOException _) {
            // A stranger, or a controller that is gone: it connects again if it has something to ask.
        } finally {
            if (!isController) {
                strangers.remove(plain);
                reset(plain);
            }
            leave(plain);
        }
    }

    /** Shakes hands; returns when the peer has shown the controller's certificate. */
    private SSLSocket proved(Socket plain) throws IOException {
        // Small answers must not wait for an acknowledgement of the last one.
        plain.setTcpNoDelay(true);
        var socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, null, true);
        socket.setSSLParameters(TlsContexts.serverParameters());
        socket.startHandshake();
        return socket;
    }

    /** False if the stranger's time was over meanwhile, or its place another's. */
    private boolean admit(Socket socket) {
        Optional<Socket> out = Optional.empty();
        synchronized (controllers) {
            if (!strangers.remove(socket) || server.isClosed()) {
                return false;
            }
            if (controllers.size() == limits.controllers()) {
                out = Optional.of(controllers.removeFirst());
            }
            controllers.addLast(socket);
        }
        out.ifPresent(ControlServer::reset);
        return true;
    }

    private void leave(Socket socket) {
        synchronized (controllers) {
            controllers.remove(socket);
        }
        close(socket);
    }

    private void answerAll(SSLSocket socket) throws IOException {
        socket.setSoTimeout((int) limits.idle().toMillis());
        var requests = new RequestReader(new BufferedInputStream(socket.getInputStream()));
        var out = socket.getOutputStream();
        try {
            for (var request = requests.next(); request.isPresent(); request = requests.next()) {
                var answer = handler.answer(request.get());
                out.write(answer.bytes(true));
                answer.afterwards().run();
            }
        } catch (SocketTimeoutException _) {
            // silent for long; a controller that is still there connects again
        } catch (BadRequestException e) {
            out.write(handler.refuse(e.status(), e.getMessage()).bytes(false));
        }
    }

    /** Closes a connection at once, so that the kernel keeps nothing of it either. */
    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException _) {
            // it is closed already
        }
        close(socket);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // the descriptor is gone either way
        }
    }

    /** Closes the port and all connections; answers under way are not waited for. */
    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException _) {
            // the descriptor is gone either way
        }
        List<Socket> open;
        synchronized (controllers) {
            open = List.copyOf(controllers);
        }
        open.forEach(ControlServer::close);
        strangers.removeAll().forEach(ControlServer::reset);
    }
}
