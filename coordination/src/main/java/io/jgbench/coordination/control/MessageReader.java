package io.jgbench.coordination.control;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads what comes before the body of each message of HTTP/1.1 (RFC 9112) on a control connection, with bounds: a first
 * line, then the headers.
 */
public final class MessageReader {
    private static final int MAX_LINE_BYTES = 8 * 1024;
    private static final int MAX_HEADERS = 64;

    /** In all: hundreds of peers may send theirs at the same time, and each would be held until it ends. */
    private static final int MAX_HEADER_BYTES = 16 * 1024;

    private final InputStream in;

    /** Reads from here no more than it has to. */
    public MessageReader(InputStream in) {
        this.in = in;
    }

    /**
     * The line that begins a message.
     *
     * @return empty if the peer has closed the connection before it
     * @throws ProtocolException if it is too long
     * @throws EOFException if the connection ends within it
     */
    public Optional<String> firstLine() throws IOException {
        return line();
    }

    /**
     * The headers, to the empty line that ends them.
     *
     * @throws ProtocolException if they are none, or too long, with one sentence that says why
     * @throws EOFException if the connection ends within them
     */
    public Headers headers() throws IOException {
        Map<String, String> values = new HashMap<>();
        int lines = 0;
        int bytes = 0;
        for (String header = headerLine(); !header.isEmpty(); header = headerLine()) {
            int colon = header.indexOf(':');
            if (colon < 1 || ++lines > MAX_HEADERS) {
                throw new ProtocolException("not a header of HTTP/1.1: " + abbreviated(header));
            }
            bytes += header.length();
            if (bytes > MAX_HEADER_BYTES) {
                throw new ProtocolException("headers of more than " + MAX_HEADER_BYTES + " bytes");
            }
            values.put(
                    header.substring(0, colon).toLowerCase(Locale.ROOT),
                    header.substring(colon + 1).strip());
        }
        return new Headers(values);
    }

    private String headerLine() throws IOException {
        return line().orElseThrow(() -> new EOFException("the connection ended within a message"));
    }

    private Optional<String> line() throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next == '\n') {
                int end = line.length() - 1;
                boolean hasReturn = end >= 0 && line.charAt(end) == '\r';
                return Optional.of(hasReturn ? line.substring(0, end) : line.toString());
            }
            if (line.length() == MAX_LINE_BYTES) {
                throw new ProtocolException("a line of more than " + MAX_LINE_BYTES + " bytes");
            }
            line.append((char) next);
        }
        if (!line.isEmpty()) {
            throw new EOFException("the connection ended within a line");
        }
        return Optional.empty();
    }

    /** The beginning of what a peer sent, for a sentence about it. */
    public static String abbreviated(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "…";
    }

    /**
     * The headers of a message.
     *
     * @param values by name in lower case; of two with the same name the last
     */
    public record Headers(Map<String, String> values) {
        /** Copies the map. */
        public Headers {
            values = Map.copyOf(values);
        }

        /**
         * The length of the body, in bytes; empty where none is announced.
         *
         * @throws ProtocolException if it is announced in another way, or is no length
         */
        public OptionalLong contentLength() throws ProtocolException {
            if (values.containsKey("transfer-encoding")) {
                throw new ProtocolException("a message must have a Content-Length");
            }
            String value = values.get("content-length");
            if (value == null) {
                return OptionalLong.empty();
            }
            try {
                long length = Long.parseLong(value);
                if (length >= 0) {
                    return OptionalLong.of(length);
                }
            } catch (NumberFormatException _) {
                // told below
            }
            throw new ProtocolException("a Content-Length that is none: " + abbreviated(value));
        }

        /** Whether the peer closes the connection after this message. */
        boolean isLast() {
            return "close".equalsIgnoreCase(values.get("connection"));
        }
    }
}
