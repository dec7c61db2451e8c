package io.jgbench.workload;

import io.jgbench.transport.Transport;
import io.jgbench.transport.TransportException;

/** Sends one message to one member: the part of a transport that a workload uses. */
@FunctionalInterface
public interface DirectSender {

    /** That of a transport. */
    static DirectSender over(Transport transport) {
        return new DirectSender() {
            @Override
            public void sendTo(int member, byte[] buffer, int offset, int length) throws TransportException {
                transport.sendTo(member, buffer, offset, length);
            }

            @Override
            public void sendToUnpaced(int member, byte[] buffer, int offset, int length) throws TransportException {
                transport.sendToUnpaced(member, buffer, offset, length);
            }

            @Override
            public void sendToAwaited(int member, byte[] buffer, int offset, int length) throws TransportException {
                transport.sendToAwaited(member, buffer, offset, length);
            }

            @Override
            public void sendToDeferred(int member, byte[] buffer, int offset, int length) throws TransportException {
                transport.sendToDeferred(member, buffer, offset, length);
            }

            @Override
            public void flush() {
                transport.flush();
            }
        };
    }

    /** See {@link Transport#sendTo}. */
    void sendTo(int member, byte[] buffer, int offset, int length) throws TransportException;

    /** See {@link Transport#sendToUnpaced}. */
    default void sendToUnpaced(int member, byte[] buffer, int offset, int length) throws TransportException {
        sendTo(member, buffer, offset, length);
    }

    /** See {@link Transport#sendToAwaited}. */
    default void sendToAwaited(int member, byte[] buffer, int offset, int length) throws TransportException {
        sendToUnpaced(member, buffer, offset, length);
    }

    /** See {@link Transport#sendToDeferred}. */
    default void sendToDeferred(int member, byte[] buffer, int offset, int length) throws TransportException {
        sendTo(member, buffer, offset, length);
    }

    /** See {@link Transport#flush}. */
    default void flush() {}
}
