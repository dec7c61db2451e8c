package io.jgbench.e2e.ground;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.e2e.ClusterTest;
import io.jgbench.e2e.Nodes;
import io.jgbench.e2e.ProbePod;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@ClusterTest
class HostSettingsTest {
    /** MTU, transmit queue length, {@code net.core.somaxconn}: none is a default of anybody's. */
    private static final String CHANGED = Nodes.RAISED_MTU + " 1234 3210";

    @Test
    void privilegedInitContainerChangesItsNodeAloneAndPutsItBack(KubernetesClient client) {
        Node changed = Nodes.workers(client).getFirst();
        Node other = Nodes.workers(client).getLast();
        String before = read(changed, client);
        String otherBefore = read(other, client);
        assertThat(before).isNotEqualTo(CHANGED);

        String afterChange;
        String otherAfterChange;
        String afterRestoring;
        try {
            afterChange = writeAndRead(changed, CHANGED, client);
            otherAfterChange = read(other, client);
        } finally {
            afterRestoring = writeAndRead(changed, before, client);
        }

        assertThat(afterChange).isEqualTo(CHANGED);
        assertThat(otherAfterChange).isEqualTo(otherBefore);
        assertThat(afterRestoring).isEqualTo(before);
    }

    private static String read(Node node, KubernetesClient client) {
        return ProbePod.on(node, client, "host").withHostNetwork().look();
    }

    private static String writeAndRead(Node node, String values, KubernetesClient client) {
        String[] write = Stream.concat(Stream.of("set-host"), Stream.of(values.split(" ")))
                .toArray(String[]::new);
        return ProbePod.on(node, client, "host")
                .withHostNetwork()
                .afterPrivileged(write)
                .look();
    }
}
