package io.jgbench.operator.pod;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MemberPodsTest {

    @Test
    void lastLinesOfAMemberAreWhatItWrote() throws IOException {
        assertThat(lastLines("it was full\n")).isEqualTo("it was full\n");
    }

    /** A kubelet answers so, with the status 200, when it has removed the container. */
    @Test
    void memberWhoseLogIsGoneHasNoLastLines() throws IOException {
        assertThat(lastLines("unable to retrieve container logs for containerd://8ce5bb62b2e3"))
                .isEmpty();
    }

    private static String lastLines(String answer) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/v1/namespaces/lab/pods/m0/log", exchange -> {
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                .build();
        try (KubernetesClient client =
                new KubernetesClientBuilder().withConfig(config).build()) {
            return new MemberPods(client).lastLines("lab", "m0");
        } finally {
            server.stop(0);
        }
    }
}
