package io.jgbench.workload;

import io.jgbench.transport.TransportException;

/** Sends one message to one member; what a workload sees of a transport. */
@FunctionalInterface
public interface DirectSender {

    /** See {@link io.jgbench.transport.Transport#sendTo}. */
    void sendTo(int member, byte[] buffer, int offset, int length) throws TransportException;
}
