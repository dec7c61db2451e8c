package io.jgbench.transport;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** Tells the members of a run from those of another that use the same addresses by accident. */
public final class ClusterKey {
    private ClusterKey() {}

    /** The same for all members of a cluster: from its name and the places of its members. */
    public static int of(TransportContext context) {
        CRC32C sum = new CRC32C();
        sum.update(context.clusterName().getBytes(StandardCharsets.UTF_8));
        context.peers()
                .forEach(peer -> sum.update(
                        (peer.name() + '@' + peer.host() + ':' + peer.port() + '\n').getBytes(StandardCharsets.UTF_8)));
        return (int) sum.getValue();
    }
}
