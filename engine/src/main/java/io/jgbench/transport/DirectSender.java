package io.jgbench.transport;

/** Sends one message to one member: the part of a transport that workloads use which address members. */
@FunctionalInterface
public interface DirectSender {

    /**
     * Sends one message to one member, which may be the sender itself.
     *
     * @param member the receiver's index among the planned peers; where members are not planned, its place in the list
     *     that the listener was last told
     * @implSpec As {@link MessageSender#send}. Over a reliable transport the messages that one thread sends to one
     *     member arrive once and in order; between these and messages to all no order is promised. The receiver is not
     *     told who sent it: who needs to know puts it into the message.
     * @throws TransportException if the message cannot be sent at all, or there is no such member
     */
    void sendTo(int member, byte[] buffer, int offset, int length) throws TransportException;

    /**
     * Sends one message to one member without waiting for flow control, if the transport can leave that out. It is for
     * answers that a receiving thread sends: if that thread were blocked, two members could wait for each other's
     * credits forever. The caller limits what is under way to some hundred kilobytes for each member.
     *
     * @implSpec As {@link #sendTo}, which the default does; a transport whose buffers hold that much needs nothing
     *     else.
     * @throws TransportException as {@link #sendTo}
     */
    default void sendToUnpaced(int member, byte[] buffer, int offset, int length) throws TransportException {
        sendTo(member, buffer, offset, length);
    }

    /**
     * Sends one message to one member whose answer somebody waits for. If the transport can, the calling thread itself
     * sends it, so that no other thread has to be woken first. The caller limits what is under way to some 32 KiB for
     * each member, which the system's buffers hold even if nobody reads.
     *
     * @implSpec As {@link #sendToUnpaced}, which the default does.
     * @throws TransportException as {@link #sendTo}
     */
    default void sendToAwaited(int member, byte[] buffer, int offset, int length) throws TransportException {
        sendToUnpaced(member, buffer, offset, length);
    }

    /**
     * Sends one message to one member, possibly not before {@link #flush} is called: the transport may hold it back, so
     * that several messages go together.
     *
     * @implSpec As {@link #sendTo}, which the default does: a transport may always send at once.
     * @throws TransportException as {@link #sendTo}
     */
    default void sendToDeferred(int member, byte[] buffer, int offset, int length) throws TransportException {
        sendTo(member, buffer, offset, length);
    }

    /** Sends what {@link #sendToDeferred} holds back. */
    default void flush() {}
}
