package io.jgbench.member.control;

import io.jgbench.coordination.control.ControlPaths;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads requests of HTTP/1.1 with a Content-Length (RFC 9112), as {@code MemberConnection} of the controller sends
 * them. All that it takes is bounded.
 */
final class RequestReader {
    private static final int MAX_LINE_BYTES = 8 * 1024;
    private static final int MAX_HEADERS = 64;
    private static final int BAD_REQUEST = 400;
    private static final int TOO_LARGE = 413;

    private final InputStream in;

    RequestReader(InputStream in) {
        this.in = in;
    }

    /** The next request; empty if the peer has closed the connection between two. */
    Optional<ControlRequest> next() throws IOException, BadRequestException {
        Optional<String> first = line();
        if (first.isEmpty()) {
            return Optional.empty();
        }
        String line = first.get();
        int methodEnd = line.indexOf(' ');
        int pathEnd = line.indexOf(' ', methodEnd + 1);
        if (methodEnd < 0 || pathEnd < 0 || !line.substring(pathEnd).equals(" HTTP/1.1")) {
            throw new BadRequestException(BAD_REQUEST, "not a request of HTTP/1.1: " + abbreviated(line));
        }
        String method = line.substring(0, methodEnd);
        String path = line.substring(methodEnd + 1, pathEnd);
        return Optional.of(new ControlRequest(method, path, body(length())));
    }

    /** Reads the headers; the announced length of the body, 0 where none is. */
    private long length() throws IOException, BadRequestException {
        long length = 0;
        int headers = 0;
        for (String header = headerLine(); !header.isEmpty(); header = headerLine()) {
            int colon = header.indexOf(':');
            if (colon < 1 || ++headers > MAX_HEADERS) {
                throw new BadRequestException(BAD_REQUEST, "not a header of HTTP/1.1: " + abbreviated(header));
            }
            String value = header.substring(colon + 1).strip();
            switch (header.substring(0, colon).toLowerCase(Locale.ROOT)) {
                case "content-length" -> length = number(value);
                case "transfer-encoding" ->
                    throw new BadRequestException(BAD_REQUEST, "a request must have a Content-Length");
                default -> {}
            }
        }
        return length;
    }

    private static long number(String value) throws BadRequestException {
        try {
            long length = Long.parseLong(value);
            if (length >= 0) {
                return length;
            }
        } catch (NumberFormatException _) {
            // told below
        }
        throw new BadRequestException(BAD_REQUEST, "a Content-Length that is none: " + abbreviated(value));
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

    private String headerLine() throws IOException, BadRequestException {
        return line().orElseThrow(() -> new EOFException("the connection ended within a request"));
    }

    /** A line without its end; empty at the end of the connection. */
    private Optional<String> line() throws IOException, BadRequestException {
        var line = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next == '\n') {
                int end = line.length() - 1;
                boolean hasReturn = end >= 0 && line.charAt(end) == '\r';
                return Optional.of(hasReturn ? line.substring(0, end) : line.toString());
            }
            if (line.length() == MAX_LINE_BYTES) {
                throw new BadRequestException(BAD_REQUEST, "a line of more than " + MAX_LINE_BYTES + " bytes");
            }
            line.append((char) next);
        }
        if (!line.isEmpty()) {
            throw new EOFException("the connection ended within a line");
        }
        return Optional.empty();
    }

    private static String abbreviated(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "…";
    }
}
