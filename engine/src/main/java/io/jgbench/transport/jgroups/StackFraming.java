package io.jgbench.transport.jgroups;

import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.protocols.Encrypt;
import org.jgroups.protocols.EncryptHeader;
import org.jgroups.protocols.FRAG3;
import org.jgroups.protocols.Frag3Header;
import org.jgroups.protocols.FragHeader;
import org.jgroups.protocols.Fragmentation;
import org.jgroups.protocols.NakAckHeader;
import org.jgroups.protocols.NoBundler;
import org.jgroups.protocols.ReliableMulticast;
import org.jgroups.protocols.TP;
import org.jgroups.protocols.UDP;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.NakAckHeader2;
import org.jgroups.stack.Protocol;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.Util;

/**
 * What a stack adds to a message on the wire, found by marshalling messages as the stack's bundler does: with the
 * header of the multicast protocol, that of the fragmentation protocol where a message is larger than a fragment, and
 * header and padding of encryption. Protocols which add headers of their own beside these are not seen.
 */
final class StackFraming {
    /** A sequence number in the middle of a run; JGroups writes smaller ones in fewer bytes. */
    private static final long TYPICAL_SEQNO = 1_000_000;

    /** JGroups' connections tell the length of each packet before it, in four bytes. */
    private static final int TCP_LENGTH_BYTES = 4;

    private final JChannel channel;
    private final byte[] clusterName;

    StackFraming(JChannel channel, byte[] clusterName) {
        this.channel = channel;
        this.clusterName = clusterName;
    }

    /** For messages of this size. */
    Framing of(int messageSizeBytes) {
        TP transport = channel.getProtocolStack().getTransport();
        Layer layer = transport instanceof UDP ? Layer.UDP : Layer.TCP;
        int lengthBytes = layer == Layer.TCP ? TCP_LENGTH_BYTES : 0;
        int maxBytes = transport.getBundler().getMaxSize();
        Fragmentation fragmentation = channel.getProtocolStack().findProtocol(Fragmentation.class);
        boolean fragmented = fragmentation != null && messageSizeBytes > fragmentation.getFragSize();
        int payload = fragmented ? fragmentation.getFragSize() : messageSizeBytes;
        Message message = message(payload, fragmented ? fragmentation : null);
        boolean bundles = !(transport.getBundler() instanceof NoBundler);
        int one = bundles ? marshalledBytes(message, 1) : marshalledAlone(message);
        int each = bundles ? marshalledBytes(message, 2) - one : one;
        int perPacket = one - each + lengthBytes;
        boolean multicast = transport.supportsMulticasting();
        if (!fragmented) {
            int packetBytes = bundles ? maxBytes + lengthBytes : each + perPacket;
            return new Framing(each - payload, packetBytes, perPacket, layer, multicast);
        }
        // A fragment counts as a packet, as a stack repairs each by itself. Where two fit a datagram, as of the bundled
        // udp, the headers of one packet less in two are 0.2 % of the wire.
        int fragments = Math.ceilDiv(messageSizeBytes, payload);
        return new Framing((each - payload) * fragments, each + perPacket, perPacket, layer, multicast);
    }

    private Message message(int payload, Fragmentation fragmentation) {
        Encrypt<?> encryption = channel.getProtocolStack().findProtocol(Encrypt.class);
        boolean isEncrypted = encryption != null && encryption.secretKey() != null;
        int sent = !isEncrypted ? payload : encryptedBytes(encryption, payload);
        Message message = new BytesMessage(null, new byte[sent], 0, sent).setSrc(channel.getAddress());
        if (isEncrypted) {
            message.putHeader(
                    encryption.getId(), new EncryptHeader((byte) 0, encryption.symVersion(), vector(encryption)));
        }
        for (Protocol protocol : channel.getProtocolStack().getProtocols()) {
            switch (protocol) {
                case NAKACK2 nakack ->
                    message.putHeader(nakack.getId(), NakAckHeader2.createMessageHeader(TYPICAL_SEQNO));
                case ReliableMulticast multicast ->
                    message.putHeader(multicast.getId(), NakAckHeader.createMessageHeader(TYPICAL_SEQNO));
                default -> {}
            }
        }
        switch (fragmentation) {
            case null -> {}
            case FRAG3 frag3 -> message.putHeader(frag3.getId(), new Frag3Header(1, 1, 2, payload, payload));
            default -> message.putHeader(fragmentation.getId(), new FragHeader(TYPICAL_SEQNO, 1, 2));
        }
        return message;
    }

    private static int encryptedBytes(Encrypt<?> encryption, int payload) {
        try {
            Cipher cipher = Cipher.getInstance(encryption.symAlgorithm());
            byte[] vector = vector(encryption);
            if (vector == null) {
                cipher.init(Cipher.ENCRYPT_MODE, encryption.secretKey());
            } else {
                cipher.init(Cipher.ENCRYPT_MODE, encryption.secretKey(), new IvParameterSpec(vector));
            }
            return cipher.getOutputSize(payload);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the stack cannot encrypt by " + encryption.symAlgorithm(), e);
        }
    }

    /** An initialization vector as JGroups sends it; null where the algorithm has none. */
    private static byte[] vector(Encrypt<?> encryption) {
        return encryption.simIvLength() == 0 ? null : new byte[encryption.simIvLength()];
    }

    private int marshalledBytes(Message message, int count) {
        Address source = channel.getAddress();
        List<Message> batch = new ArrayList<>(Collections.nCopies(count, message));
        ByteArrayDataOutputStream out = new ByteArrayDataOutputStream(count * (message.getLength() + 100) + 200);
        try {
            Util.writeMessageList(null, source, clusterName, batch, out, true);
        } catch (IOException e) {
            throw notMarshalled(message, e);
        }
        return out.position();
    }

    /** As {@link NoBundler} sends it: not in a list, so without the cluster's name. */
    private static int marshalledAlone(Message message) {
        ByteArrayDataOutputStream out = new ByteArrayDataOutputStream(message.getLength() + 300);
        try {
            Util.writeMessage(message, out, true);
        } catch (IOException e) {
            throw notMarshalled(message, e);
        }
        return out.position();
    }

    private static IllegalStateException notMarshalled(Message message, IOException cause) {
        return new IllegalStateException("a message of " + message.getLength() + " bytes cannot be marshalled", cause);
    }
}
