package io.jgbench.transport.jgroups;

import io.jgbench.transport.MessageSender;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jgroups.BytesMessage;
import org.jgroups.Message;
import org.jgroups.util.ByteArray;

/**
 * A message that has a head of {@value MessageSender#HEAD_BYTES} bytes to itself and shares its body with other
 * messages of its sender. On the wire it is a {@link BytesMessage}. A protocol that asks for its array gets one that
 * holds head and body, made when it is first asked for.
 */
final class SharedBodyMessage extends BytesMessage {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final long head;
    private final long headEnd;

    /** Made when it is asked for, maybe by several threads at once, each of which makes the same. */
    private volatile byte[] whole;

    private boolean replaced;

    /**
     * To all members.
     *
     * @param buffer holds the message; what is behind the head must not be changed any more
     * @param length at least {@value MessageSender#HEAD_BYTES} bytes
     */
    SharedBodyMessage(byte[] buffer, int offset, int length) {
        this.array = buffer;
        this.offset = offset;
        this.length = length;
        this.head = (long) LONG.get(buffer, offset);
        this.headEnd = (long) LONG.get(buffer, offset + Long.BYTES);
    }

    /** A message in one piece. */
    static final class Whole {
        private final byte[] body;
        private final int offset;
        private final byte[] bytes;

        private Whole(byte[] body, int offset, byte[] bytes) {
            this.body = body;
            this.offset = offset;
            this.bytes = bytes;
        }

        @SuppressWarnings("ReferenceEquality") // the very same body, not one with equal bytes
        private boolean hasBodyOf(SharedBodyMessage message) {
            return !message.replaced
                    && body == message.array
                    && offset == message.offset
                    && bytes.length == message.length;
        }

        /** Head and body; as long as the message. */
        byte[] bytes() {
            return bytes;
        }
    }

    /**
     * Puts this message together.
     *
     * @param other what another message was put together in and is not needed any more, or null: where both share
     *     their body, its head alone is written anew
     */
    Whole in(Whole other) {
        if (other == null || !other.hasBodyOf(this)) {
            return replaced ? new Whole(null, 0, super.getBytes().clone()) : new Whole(array, offset, assembled());
        }
        writeHead(other.bytes);
        return other;
    }

    @Override
    public byte[] getArray() {
        if (replaced) {
            return super.getArray();
        }
        if (whole == null) {
            whole = assembled();
        }
        return whole;
    }

    private byte[] assembled() {
        byte[] bytes = Arrays.copyOfRange(array, offset, offset + length);
        writeHead(bytes);
        return bytes;
    }

    private void writeHead(byte[] bytes) {
        LONG.set(bytes, 0, head);
        LONG.set(bytes, Long.BYTES, headEnd);
    }

    @Override
    public int getOffset() {
        return replaced ? super.getOffset() : 0;
    }

    @Override
    public byte[] getBytes() {
        return replaced ? super.getBytes() : getArray();
    }

    @Override
    public BytesMessage setArray(byte[] bytes, int offset, int length) {
        replaced = true;
        return super.setArray(bytes, offset, length);
    }

    @Override
    public BytesMessage setArray(ByteArray bytes) {
        return setArray(bytes.array(), bytes.offset(), bytes.length());
    }

    @Override
    protected Message copyPayload(Message copy) {
        return copy.setArray(getArray(), getOffset(), getLength());
    }

    @Override
    public void writePayload(DataOutput out) throws IOException {
        if (replaced) {
            super.writePayload(out);
            return;
        }
        out.writeInt(length);
        out.writeLong(head);
        out.writeLong(headEnd);
        out.write(array, offset + MessageSender.HEAD_BYTES, length - MessageSender.HEAD_BYTES);
    }
}
