package io.jgbench.member.control;

import io.jgbench.coordination.control.ControlPaths;
import io.jgbench.coordination.control.MessageReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.util.Optional;

/**
 * Reads requests of HTTP/1.1 with a Content-Length (RFC 9112), as {@code MemberConnection} of the controller sends
 * them. All that it takes is bounded.
 */
final class RequestReader {
    private static final int BAD_REQUEST = 400;
    private static final int TOO_LARGE = 413;

    private final InputStream in;
    private final MessageReader messages;

    RequestReader(InputStream in) {
        this.in = in;
        this.messages = new MessageReader(in);
    }

    /** The next request; empty if the peer has closed the connection between two. */
    Optional<ControlRequest> next() throws IOException, BadRequestException {
        try {
            Optional<String> first = messages.firstLine();
            return first.isEmpty() ? Optional.empty() : Optional.of(request(first.get()));
        } catch (ProtocolException e) {
            throw new BadRequestException(BAD_REQUEST, e.getMessage());
        }
    }

    private ControlRequest request(String line) throws IOException, BadRequestException {
        int methodEnd = line.indexOf(' ');
        int pathEnd = line.indexOf(' ', methodEnd + 1);
        if (methodEnd < 0 || pathEnd < 0 || !line.substring(pathEnd).equals(" HTTP/1.1")) {
            throw new ProtocolException("not a request of HTTP/1.1: " + MessageReader.abbreviated(line));
        }
        String method = line.substring(0, methodEnd);
        String path = line.substring(methodEnd + 1, pathEnd);
        return new ControlRequest(
                method, path, body(messages.headers().contentLength().orElse(0)));
    }

    private byte[] body(long length) throws IOException, BadRequestException {
        if (length > ControlPaths.MAX_REQUEST_BYTES) {
            // What has arrived is read, as a connection that is closed with unread bytes takes the answer with it.
            in.skipNBytes(Math.min(length, 2L * ControlPaths.MAX_REQUEST_BYTES));
            throw new BadRequestException(
                    TOO_LARGE, "a request has at most " + ControlPaths.MAX_REQUEST_BYTES + " bytes, this one has more");
        }
        byte[] body = in.readNBytes((int) length);
        if (body.length < length) {
            throw new EOFException("the connection ended within a request");
        }
        return body;
    }
}
