package io.jgbench.coordination.protocol;

import java.util.Objects;

/**
 * A member as its peers reach it.
 *
 * @param index its place in the run, from 0
 * @param name its name
 * @param host the address that its transport binds to
 * @param port the first port that its transport may bind
 */
public record Peer(int index, String name, String host, int port) {

    /** Refuses nulls. */
    public Peer {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(host, "host");
    }
}
