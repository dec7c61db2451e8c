package io.jgbench.transport;

/** Sends one message to all members: the part of a transport that most workloads use. */
@FunctionalInterface
public interface MessageSender {
    /** Bytes at the start of a message that differ between messages with one body; see {@link #sendSharingBody}. */
    int HEAD_BYTES = 2 * Long.BYTES;

    /**
     * Sends one message to all members, the sender included.
     *
     * @implSpec May block for flow control; never drops to avoid blocking. The array belongs to the caller again when
     *     this returns: an implementation which needs the bytes longer, for retransmission say, copies them. Allocates
     *     nothing else for each message and takes no lock of its own where the system below does not ask for it.
     * @throws TransportException if the message cannot be sent at all
     */
    void send(byte[] buffer, int offset, int length) throws TransportException;

    /**
     * Sends one message to all members as {@link #send}. Only its first {@value #HEAD_BYTES} bytes belong to the caller
     * again when this returns. The caller never changes the others any more, so that all its messages can share them.
     *
     * @implSpec As {@link #send}, which the default does. An implementation which needs the bytes longer need not copy
     *     those that are shared.
     * @throws TransportException if the message cannot be sent at all
     */
    default void sendSharingBody(byte[] buffer, int offset, int length) throws TransportException {
        send(buffer, offset, length);
    }
}
