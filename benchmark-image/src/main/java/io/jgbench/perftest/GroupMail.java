package io.jgbench.perftest;

import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.transport.TransportException;
import io.jgbench.workload.MessageSender;
import io.jgbench.workload.multicast.MessageHeader;
import java.util.Arrays;

/** Puts the group's messages into messages of the transport: a header, which tells them from measured ones, and JSON. */
final class GroupMail {
    private static final long HEADER = MessageHeader.of(MessageHeader.FIRST_FREE_KIND, 0, 0, 0);

    private final MessageSender transport;

    GroupMail(MessageSender transport) {
        this.transport = transport;
    }

    void send(GroupMessage message) throws TransportException {
        byte[] json = ProtocolJson.write(message);
        byte[] bytes = new byte[MessageHeader.BYTES + json.length];
        MessageHeader.write(bytes, 0, HEADER);
        System.arraycopy(json, 0, bytes, MessageHeader.BYTES, json.length);
        transport.send(bytes, 0, bytes.length);
    }

    /** Whether a message is one of the group's. */
    static boolean is(byte[] buffer, int offset, int length) {
        return length >= MessageHeader.BYTES
                && MessageHeader.kind(MessageHeader.read(buffer, offset)) == MessageHeader.FIRST_FREE_KIND;
    }

    /** Reads one of the group's messages. */
    static GroupMessage read(byte[] buffer, int offset, int length) throws MalformedJsonException {
        byte[] json = Arrays.copyOfRange(buffer, offset + MessageHeader.BYTES, offset + length);
        return ProtocolJson.readAnswer(json, GroupMessage.class);
    }
}
