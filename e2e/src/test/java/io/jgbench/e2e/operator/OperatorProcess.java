package io.jgbench.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.LocalPortForward;
import io.jgbench.e2e.KindNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** The operator as a process: what it takes, and what its metrics say. */
final class OperatorProcess implements AutoCloseable {
    private static final int HTTP_PORT = 8080;
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    /** Of the node's processes, the operator's: what it had resident at most, in KiB. */
    private static final String PEAK = """
            for process in /proc/[0-9]*; do
              if tr '\\0' ' ' <$process/cmdline 2>/dev/null | grep -q 'io.jgbench.operator.[O]peratorMain'; then
                awk '/^VmHWM/ { print $2 }' $process/status
              fi
            done
            true
            """;

    private final Pod pod;
    private final LocalPortForward forward;
    private final KubernetesClient client;
    private final HttpClient http = HttpClient.newHttpClient();

    private OperatorProcess(Pod pod, KubernetesClient client, LocalPortForward forward) {
        this.pod = pod;
        this.client = client;
        this.forward = forward;
    }

    static OperatorProcess of(Pod pod, KubernetesClient client) {
        var forward = client.pods()
                .inNamespace(pod.getMetadata().getNamespace())
                .withName(pod.getMetadata().getName())
                .portForward(HTTP_PORT);
        return new OperatorProcess(pod, client, forward);
    }

    /** The most memory that it has had resident since it was started. */
    long peakBytes() {
        String kibibytes = new KindNode(pod.getSpec().getNodeName())
                .execute("sh", "-c", PEAK)
                .orFail();
        return Long.parseLong(kibibytes) * 1024;
    }

    /** How often its container was started again. */
    int restarts() {
        return client.pods()
                .resource(pod)
                .require()
                .getStatus()
                .getContainerStatuses()
                .getFirst()
                .getRestartCount();
    }

    /** How many reconciliations it has begun; refuses an answer that does not tell. */
    double reconciliations() throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://localhost:" + forward.getLocalPort() + "/metrics"))
                .timeout(TIMEOUT)
                .build();
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        double begun = answer.body()
                .lines()
                .filter(line -> line.matches("operator_sdk_reconciliations_started(_total)?[{ ].*"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
        assertThat(answer.statusCode()).as("%s", answer.body()).isEqualTo(200);
        assertThat(begun).as("%s", answer.body()).isPositive();
        return begun;
    }

    @Override
    public void close() throws IOException {
        http.close();
        forward.close();
    }
}
