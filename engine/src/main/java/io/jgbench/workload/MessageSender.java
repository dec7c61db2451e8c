package io.jgbench.workload;

import io.jgbench.transport.TransportException;

/** Sends one message to all members: the part of a transport that a workload uses. */
@FunctionalInterface
public interface MessageSender {

    /** See {@link io.jgbench.transport.Transport#send}. */
    void send(byte[] buffer, int offset, int length) throws TransportException;
}
