package io.jgbench.workload;

import io.jgbench.transport.TransportException;

/** Sends one message to all members; what a workload sees of a transport. */
@FunctionalInterface
public interface MessageSender {

    /** See {@link io.jgbench.transport.Transport#send}. */
    void send(byte[] buffer, int offset, int length) throws TransportException;
}
