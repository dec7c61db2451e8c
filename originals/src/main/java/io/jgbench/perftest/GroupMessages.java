package io.jgbench.perftest;

import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.transport.MessageSender;
import io.jgbench.transport.TransportException;
import io.jgbench.workload.JsonMessages;

/** Puts the group's messages into messages of the transport. */
final class GroupMessages {
    private final JsonMessages<GroupMessage> mail;

    GroupMessages(MessageSender transport) {
        mail = new JsonMessages<>(GroupMessage.class, transport);
    }

    void send(GroupMessage message) throws TransportException {
        mail.send(message);
    }

    /** Whether a message is one of the group's. */
    static boolean is(byte[] buffer, int offset, int length) {
        return JsonMessages.is(buffer, offset, length);
    }

    /** Reads one of the group's messages. */
    GroupMessage read(byte[] buffer, int offset, int length) throws MalformedJsonException {
        return mail.read(buffer, offset, length);
    }
}
