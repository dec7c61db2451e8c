package io.jgbench.workload;

import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.transport.TransportException;
import io.jgbench.workload.multicast.MessageHeader;
import java.util.Arrays;

/**
 * What members that have no controller tell each other beside a workload's own messages, over the same transport: a header,
 * by which it is told from those, and JSON.
 *
 * @param <T> what they tell
 */
public final class JsonMail<T> {
    private static final long HEADER = MessageHeader.of(MessageHeader.FIRST_FREE_KIND, 0, 0, 0);

    private final Class<T> type;
    private final MessageSender transport;

    /** Sends by a transport. */
    public JsonMail(Class<T> type, MessageSender transport) {
        this.type = type;
        this.transport = transport;
    }

    /** Sends to all members. */
    public void send(T message) throws TransportException {
        byte[] json = ProtocolJson.write(message);
        byte[] bytes = new byte[MessageHeader.BYTES + json.length];
        MessageHeader.write(bytes, 0, HEADER);
        System.arraycopy(json, 0, bytes, MessageHeader.BYTES, json.length);
        transport.send(bytes, 0, bytes.length);
    }

    /** Whether a message is mail. */
    public static boolean is(byte[] buffer, int offset, int length) {
        return length >= MessageHeader.BYTES
                && MessageHeader.kind(MessageHeader.read(buffer, offset)) == MessageHeader.FIRST_FREE_KIND;
    }

    /** Reads mail. */
    public T read(byte[] buffer, int offset, int length) throws MalformedJsonException {
        byte[] json = Arrays.copyOfRange(buffer, offset + MessageHeader.BYTES, offset + length);
        return ProtocolJson.readAnswer(json, type);
    }
}
