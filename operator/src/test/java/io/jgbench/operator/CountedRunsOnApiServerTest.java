package io.jgbench.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.jgbench.operator.cluster.PlayedCluster;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.cluster.TestOperator;
import io.jgbench.operator.kubernetes.LeanObjects;
import io.jgbench.testing.kubernetes.ApiServerTest;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Statistic;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

@ApiServerTest
class CountedRunsOnApiServerTest {
    private static final int FAILURES = 2;

    @Test
    void aRunWhoseOutcomeIsWrittenAtTheThirdAttemptIsCountedOnce(KubernetesClient client) {
        var outcomes = new AtomicInteger();
        try (var _ = PlayedCluster.withSimulatedMembers(client, Duration.ofMillis(200))
                        .nodes("counts", 1);
                var operator = TestOperator.start(failing(outcomes, client), client)) {
            client.resource(RunYaml.of("counts", "members: 1, messages: 1000, messageSize: 1k"))
                    .create();

            operator.awaitReleased("counts");

            assertThat(outcomes).hasValueGreaterThan(FAILURES);
            assertThat(count(operator.metersNamed("jgbench.run.start.overhead")))
                    .isOne();
            assertThat(count(operator.metersNamed("jgbench.run.start.skew"))).isOne();
        }
    }

    private static double count(List<Meter> meters) {
        return meters.stream()
                .flatMap(meter -> StreamSupport.stream(meter.measure().spliterator(), false))
                .filter(measurement -> measurement.getStatistic() == Statistic.COUNT)
                .mapToDouble(measurement -> measurement.getValue())
                .sum();
    }

    /** A client whose first attempts to write a run's outcome go nowhere. */
    private static KubernetesClient failing(AtomicInteger outcomes, KubernetesClient client) {
        return new KubernetesClientBuilder()
                .withConfig(client.getConfiguration())
                .withKubernetesSerialization(LeanObjects.serialization())
                .withHttpClientBuilderConsumer(builder ->
                        builder.addOrReplaceInterceptor("outcomes", new Interceptor() {
                            @Override
                            public void before(BasicBuilder asked, HttpRequest request, RequestTags tags) {
                                boolean isOutcome = request.method().equals("PATCH")
                                        && request.uri().getPath().endsWith("/counts/status")
                                        && String.valueOf(request.bodyString()).contains("\"Completed\"");
                                if (isOutcome && outcomes.incrementAndGet() <= FAILURES) {
                                    asked.uri(
                                            URI.create(request.uri().toString().replace("/counts/", "/nothing/")));
                                }
                            }
                        }))
                .build();
    }
}
