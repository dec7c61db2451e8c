package io.jgbench.operator.cluster;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Random;

/**
 * What a simulated member answers in place of what it is asked for.
 *
 * @param path the only one where it does so
 * @param kind what it answers there
 */
public record MemberLie(String path, Kind kind) {
    private static final int LARGE_BYTES = 64 * 1024 * 1024;
    private static final int SMALL_BYTES = 32 * 1024;
    private static final int PIECE_BYTES = 64 * 1024;

    /** The length of an answer that comes in pieces. */
    private static final int UNKNOWN = 0;

    /** Kinds of lies. */
    public enum Kind {
        /** 64 MiB, whose length it says first. */
        ANNOUNCED,
        /** 64 MiB in pieces, of a length that it does not say. */
        STREAMED,
        /** Random bytes, no more than an answer may have. */
        RANDOM
    }

    void tell(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, announced());
        byte[] piece = new byte[PIECE_BYTES];
        var random = new Random(1);
        OutputStream body = exchange.getResponseBody();
        for (int left = kind == Kind.RANDOM ? SMALL_BYTES : LARGE_BYTES; left > 0; left -= PIECE_BYTES) {
            random.nextBytes(piece);
            body.write(piece, 0, Math.min(left, PIECE_BYTES));
        }
        body.close();
    }

    private int announced() {
        return switch (kind) {
            case ANNOUNCED -> LARGE_BYTES;
            case STREAMED -> UNKNOWN;
            case RANDOM -> SMALL_BYTES;
        };
    }
}
