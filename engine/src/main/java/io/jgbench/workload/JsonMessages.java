package io.jgbench.workload;

import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.transport.MessageSender;
import io.jgbench.transport.TransportException;
import java.util.Arrays;

/**
 * Messages between members that have no controller, over the workload's transport: JSON behind a header that tells them
 * from the workload's own messages.
 *
 * @param <T> what they tell
 */
public final class JsonMessages<T> {
    private final Class<T> type;
    private final MessageSender transport;

    /** Sends by a transport. */
    public JsonMessages(Class<T> type, MessageSender transport) {
        this.type = type;
        this.transport = transport;
    }

    /** Sends to all members. */
    public void send(T message) throws TransportException {
        byte[] json = ProtocolJson.write(message);
        byte[] bytes = new byte[KindedLong.BYTES + json.length];
        KindedLong.write(bytes, 0, KindedLong.withKind(0, KindedLong.JSON));
        System.arraycopy(json, 0, bytes, KindedLong.BYTES, json.length);
        transport.send(bytes, 0, bytes.length);
    }

    /** Whether a message is one of these. */
    public static boolean is(byte[] buffer, int offset, int length) {
        return length >= KindedLong.BYTES && KindedLong.kind(KindedLong.read(buffer, offset)) == KindedLong.JSON;
    }

    /** Reads one. */
    public T read(byte[] buffer, int offset, int length) throws MalformedJsonException {
        byte[] json = Arrays.copyOfRange(buffer, offset + KindedLong.BYTES, offset + length);
        return ProtocolJson.readAnswer(json, type);
    }
}
