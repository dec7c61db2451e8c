package io.jgbench.coordination.control;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * One kept TLS connection to a member, speaking as much of HTTP/1.1 (RFC 9112) as a control server needs: one exchange
 * at a time, bodies with a Content-Length.
 *
 * <p>The HTTP clients of the JDK check the certificate against the address that they connect to; here it must be that
 * of the member by name, wherever it runs. And with the socket in hand one deadline covers connecting, handshake and
 * answer, also where these come byte by byte, and the clock is read right before the request is written.
 */
final class MemberConnection implements AutoCloseable {
    private static final int SEND_BUFFER_BYTES = 2 * ControlPaths.MAX_REQUEST_BYTES;

    private final String member;
    private final Socket plain;
    private final SSLSocket socket;
    private final InputStream in;
    private final Deadline deadline;
    private boolean usable = true;

    private MemberConnection(String member, Socket plain, SSLSocket socket, Deadline deadline) throws IOException {
        this.member = member;
        this.plain = plain;
        this.socket = socket;
        this.deadline = deadline;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    /** Connects and shakes hands; the member must prove its name. */
    static MemberConnection open(String member, InetSocketAddress address, SSLContext tls, long deadlineNanos)
            throws IOException {
        var deadline = new Deadline(deadlineNanos);
        var plain = new DeadlineSocket(deadline);
        try {
            plain.setTcpNoDelay(true);
            plain.setSendBufferSize(SEND_BUFFER_BYTES);
            plain.connect(address, deadline.remainingMillis());
            var socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, member, address.getPort(), true);
            socket.setSSLParameters(TlsContexts.clientParameters());
            socket.startHandshake();
            return new MemberConnection(member, plain, socket, deadline);
        } catch (IOException | RuntimeException e) {
            plain.close();
            throw e;
        }
    }

    /** Whether another exchange can follow. */
    boolean isUsable() {
        return usable && !plain.isClosed();
    }

    /**
     * One exchange.
     *
     * @param room is asked for the room of the answer's body once the member has announced its length
     * @throws StaleConnectionException if the member closed the connection before it answered anything
     */
    Answer exchange(String method, String path, byte[] body, int maxAnswerBytes, BodyRoom room, long deadlineNanos)
            throws IOException {
        deadline.set(deadlineNanos);
        usable = false;
        var request = new ByteArrayOutputStream();
        request.writeBytes((method + " " + path + " HTTP/1.1\r\nHost: " + member
                        + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        request.writeBytes(body);
        try {
            socket.getOutputStream().write(request.toByteArray());
        } catch (SocketException e) {
            throw new StaleConnectionException(e);
        }
        return readAnswer(maxAnswerBytes, room);
    }

    private Answer readAnswer(int maxAnswerBytes, BodyRoom room) throws IOException {
        var reader = new MessageReader(in);
        int status = status(reader.firstLine().orElseThrow(() -> new StaleConnectionException(null)));
        MessageReader.Headers headers = reader.headers();
        int length = bodyLength(headers, maxAnswerBytes);
        room.take(length, deadline.remainingMillis());
        byte[] body = readBody(length);
        usable = !headers.isLast();
        return new Answer(status, body);
    }

    private static int status(String line) throws ProtocolException {
        if (line.length() < 12 || !line.startsWith("HTTP/1.1 ")) {
            throw new ProtocolException("not an answer of HTTP/1.1: " + MessageReader.abbreviated(line));
        }
        try {
            return Integer.parseInt(line, 9, 12, 10);
        } catch (NumberFormatException e) {
            throw new ProtocolException("not an answer of HTTP/1.1: " + MessageReader.abbreviated(line));
        }
    }

    private static int bodyLength(MessageReader.Headers headers, int maxBytes) throws ProtocolException {
        long length =
                headers.contentLength().orElseThrow(() -> new ProtocolException("an answer without Content-Length"));
        if (length > maxBytes) {
            throw new ProtocolException("an answer of " + length + " bytes where at most " + maxBytes + " are taken");
        }
        return (int) length;
    }

    private byte[] readBody(int length) throws IOException {
        byte[] body = new byte[length];
        int read = in.readNBytes(body, 0, length);
        if (read < length) {
            throw new EOFException("the connection ended after " + read + " of " + length + " bytes");
        }
        return body;
    }

    /** Without TLS's own goodbye, for whose answer a member that stands still would keep its controller waiting. */
    @Override
    public void close() {
        try {
            plain.close();
        } catch (IOException e) {
            usable = false;
        }
    }

    /** Where an answer's body has room. */
    @FunctionalInterface
    interface BodyRoom {
        /** For answers that are small. */
        BodyRoom ENOUGH = (_, _) -> {};

        /**
         * Takes room, and waits for it.
         *
         * @param mostMillis how long it may wait
         * @throws IOException if there was none in that time
         */
        void take(int bytes, int mostMillis) throws IOException;
    }

    /** An answer's status and body. */
    static final class Answer {
        private final int status;
        private final byte[] body;

        private Answer(int status, byte[] body) {
            this.status = status;
            this.body = body;
        }

        int status() {
            return status;
        }

        byte[] body() {
            return body;
        }
    }

    /** The connection had been closed by the member before this exchange. */
    static final class StaleConnectionException extends IOException {
        private static final long serialVersionUID = 1L;

        StaleConnectionException(Throwable cause) {
            super("the connection was closed without an answer", cause);
        }
    }

    /**
     * The socket below TLS, which reads a record in as many pieces as it comes in: a timeout that was set once would
     * count for each of them anew.
     */
    private static final class DeadlineSocket extends Socket {
        private final Deadline deadline;

        DeadlineSocket(Deadline deadline) {
            this.deadline = deadline;
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return new DeadlineInput(this, super.getInputStream(), deadline);
        }
    }

    /** What the member sends, as long as the deadline has not passed. */
    private static final class DeadlineInput extends FilterInputStream {
        private final Socket socket;
        private final Deadline deadline;

        DeadlineInput(Socket socket, InputStream in, Deadline deadline) {
            super(in);
            this.socket = socket;
            this.deadline = deadline;
        }

        @Override
        public int read() throws IOException {
            socket.setSoTimeout(deadline.remainingMillis());
            return super.read();
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            socket.setSoTimeout(deadline.remainingMillis());
            return super.read(buffer, offset, length);
        }
    }

    /** The instant of {@link System#nanoTime()} at which all must be done. */
    private static final class Deadline {
        private static final long NANOS_PER_MILLI = 1_000_000;

        private long nanos;

        Deadline(long nanos) {
            this.nanos = nanos;
        }

        void set(long newNanos) {
            nanos = newNanos;
        }

        int remainingMillis() throws SocketTimeoutException {
            long left = nanos - System.nanoTime();
            if (left <= 0) {
                throw new SocketTimeoutException("the deadline has passed");
            }
            return (int) Math.min(Integer.MAX_VALUE, left / NANOS_PER_MILLI + 1);
        }
    }
}
