package io.jgbench.transport.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.transport.MessageSender;
import java.util.Arrays;
import org.jgroups.BytesMessage;
import org.jgroups.Message;
import org.jgroups.util.ByteArray;
import org.jgroups.util.Util;
import org.junit.jupiter.api.Test;

/** What protocols do with a message that shares its body with later ones. */
class SharedBodyMessageTest {
    private static final int OFFSET = 3;
    private static final int BYTES = 40;

    private final byte[] buffer = new byte[OFFSET + BYTES];
    private final byte[] expected;
    private final SharedBodyMessage message;

    SharedBodyMessageTest() {
        for (int i = 0; i < buffer.length; i++) {
            buffer[i] = (byte) i;
        }
        expected = Arrays.copyOfRange(buffer, OFFSET, buffer.length);
        message = new SharedBodyMessage(buffer, OFFSET, BYTES);
        Arrays.fill(buffer, OFFSET, OFFSET + MessageSender.HEAD_BYTES, (byte) -1);
    }

    @Test
    void whatIsWrittenIsReadAsAMessageOfBytes() throws Exception {
        ByteArray written = Util.messageToBuffer(message);

        Message read = Util.messageFromBuffer(written.array(), written.offset(), written.length());

        assertThat(read).isExactlyInstanceOf(BytesMessage.class);
        assertThat(payload(read)).isEqualTo(expected);
        assertThat(message.size()).isEqualTo(new BytesMessage(null, expected).size());
    }

    @Test
    void arrayHoldsHeadAndBody() {
        assertThat(payload(message)).isEqualTo(expected);
        assertThat(message.getBytes()).isEqualTo(expected);
        assertThat(message.<byte[]>getObject()).isEqualTo(expected);
    }

    @Test
    void copyHoldsHeadAndBody() {
        Message copy = message.copy(true, true);

        assertThat(payload(copy)).isEqualTo(expected);
    }

    @Test
    void payloadThatAProtocolReplacesCounts() throws Exception {
        byte[] other = {1, 2, 3};
        message.setArray(other, 1, 2);

        ByteArray written = Util.messageToBuffer(message);

        assertThat(payload(message)).containsExactly(2, 3);
        assertThat(payload(Util.messageFromBuffer(written.array(), written.offset(), written.length())))
                .containsExactly(2, 3);
        assertThat(message.in(null).bytes()).containsExactly(2, 3);
    }

    @Test
    void messagesWithOneBodyArePutTogetherInOnePlace() {
        SharedBodyMessage.Whole whole = message.in(null);
        byte[] first = whole.bytes().clone();
        var next = new SharedBodyMessage(buffer, OFFSET, BYTES);

        SharedBodyMessage.Whole again = next.in(whole);

        assertThat(first).isEqualTo(expected);
        assertThat(again).isSameAs(whole);
        assertThat(again.bytes()).isEqualTo(Arrays.copyOfRange(buffer, OFFSET, buffer.length));
    }

    @Test
    void messageWithAnotherBodyIsPutTogetherAnew() {
        SharedBodyMessage.Whole whole = message.in(null);
        byte[] another = new byte[BYTES];
        Arrays.fill(another, (byte) 7);

        SharedBodyMessage.Whole other = new SharedBodyMessage(another, 0, BYTES).in(whole);

        assertThat(other.bytes()).isEqualTo(another);
        assertThat(whole.bytes()).isEqualTo(expected);
    }

    @Test
    void shorterMessageOfTheSameBodyIsPutTogetherAnew() {
        SharedBodyMessage.Whole whole = message.in(null);

        SharedBodyMessage.Whole shorter = new SharedBodyMessage(buffer, OFFSET, BYTES - 1).in(whole);

        assertThat(shorter.bytes()).hasSize(BYTES - 1);
    }

    private static byte[] payload(Message message) {
        return Arrays.copyOfRange(message.getArray(), message.getOffset(), message.getOffset() + message.getLength());
    }
}
