package io.jgbench.coordination.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.result.Latency;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunEvidence;
import io.jgbench.coordination.workload.multicast.DeliveryLatency;
import io.jgbench.coordination.workload.registry.Workloads;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The JSON of a small run of each workload, as the members send it, as the operator keeps it and as users read it:
 * files and ConfigMaps that were written before must stay readable.
 */
class JsonFormatTest {
    private static final JsonMapper RESULTS = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS, SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.NON_ABSENT))
            .build();

    @ParameterizedTest
    @ValueSource(strings = {"multicast", "rpc", "message-bus", "datagram"})
    void specAndReportsKeepTheirFormatOnTheWire(String workload) throws Exception {
        assertThat(RESULTS.readTree(ProtocolJson.write(evidence(workload))))
                .isEqualTo(tree(workload + "-evidence.json"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"multicast", "rpc", "message-bus", "datagram"})
    void resultKeepsItsFormat(String workload) throws Exception {
        var result = Workloads.result(evidence(workload));

        assertThat(RESULTS.readTree(RESULTS.writeValueAsBytes(result))).isEqualTo(tree(workload + "-result.json"));
    }

    @Test
    void latencyOfAnEarlierResultIsReadWithoutItsExactFigures() throws Exception {
        String stored = "{\"count\": 1, \"p50Micros\": 6, \"p90Micros\": 6, \"p99Micros\": 6, \"p999Micros\": 6,"
                + " \"maxMicros\": 7}";

        Latency latency = RESULTS.readValue(stored, Latency.class);

        assertThat(latency.p50Micros()).isEqualTo(6);
        assertThat(latency.exactMicros("read")).isEmpty();
    }

    @Test
    void deliveryKeepsItsFormatAndThatOfAnEarlierResultIsReadWithoutItsHistograms() throws Exception {
        String earlier = "{\"latency\": {\"count\": 1, \"p50Micros\": 6, \"p90Micros\": 6, \"p99Micros\": 6,"
                + " \"p999Micros\": 6, \"maxMicros\": 7}, \"errorMicros\": 2, \"driftKnown\": true}";
        String now = earlier.replaceFirst("}$", ", \"histograms\": {\"1\": \"text\"}}");
        var delivery = new DeliveryLatency(new Latency(1, 6, 6, 6, 6, 7, Optional.empty()), 2, true, Map.of(1, "text"));

        assertThat(RESULTS.readTree(RESULTS.writeValueAsBytes(delivery))).isEqualTo(RESULTS.readTree(now));
        assertThat(RESULTS.readValue(now, DeliveryLatency.class)).isEqualTo(delivery);
        assertThat(RESULTS.readValue(earlier, DeliveryLatency.class).histograms())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"multicast", "rpc", "message-bus", "datagram"})
    void statusKeepsItsFormat(String workload) throws Exception {
        var result = RepetitionsResult.of(List.of(Workloads.result(evidence(workload))));
        var status = StatusOf.status(result, Instant.parse("2026-11-01T10:00:06Z"));

        assertThat(RESULTS.readTree(RESULTS.writeValueAsBytes(status))).isEqualTo(tree(workload + "-status.json"));
    }

    private static RunEvidence evidence(String workload) throws Exception {
        return ProtocolJson.readAnswer(bytes(workload + "-evidence.json"), RunEvidence.class);
    }

    private static JsonNode tree(String name) throws IOException {
        return RESULTS.readTree(bytes(name));
    }

    private static byte[] bytes(String name) throws IOException {
        try (var in = JsonFormatTest.class.getResourceAsStream("/io/jgbench/coordination/json/" + name)) {
            return in.readAllBytes();
        }
    }
}
