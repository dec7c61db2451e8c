package io.jgbench.transport;

import java.util.List;

/** What a transport tells the member. */
public interface TransportListener {

    /**
     * A message has arrived. The bytes are the transport's again when this returns.
     *
     * @implSpec For transports: messages that one thread of one member sent are delivered by one thread at a time, each
     *     call happening before the next; those of different senders may be delivered at the same time.
     */
    void receive(byte[] buffer, int offset, int length);

    /**
     * Who is in the cluster, this member included, has changed.
     *
     * @param names the members' names; the order is the same at all members once all are there
     */
    void membersChanged(List<String> names);

    /** The transport has failed; why, in one sentence: a socket error, expelled from the cluster and the like. */
    void failed(String reason);

    /**
     * A thread of the transport ends because the transport or {@link #receive} threw this.
     *
     * @implSpec For transports: report this before any consequence of it, such as a member that seems to be silent,
     *     which would be taken for the cause.
     */
    default void failed(Throwable thrown) {
        failed("a thread of it ended by " + thrown);
    }
}
