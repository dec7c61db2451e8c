package io.jgbench.operator.drive;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.protocol.MemberConfig;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.plan.Assignment;
import io.jgbench.operator.plan.Plan;
import io.jgbench.testing.kubernetes.ApiServerTest;
import java.time.Clock;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

@ApiServerTest
class RunCredentialsOnApiServerTest {

    @Test
    void credentialsOfAnAttemptWithOtherSeatsAreReplaced(KubernetesClient client) throws Exception {
        var run = new RunRef(client.getNamespace(), "seats", "uid");
        var credentials = new RunCredentials(client, Clock.systemUTC());

        credentials.make(run, at("127.0.0.1"), Optional.empty());
        var before = config(client);
        credentials.make(run, at("127.0.0.2"), Optional.empty());

        assertThat(config(client).controlHost()).isEqualTo("127.0.0.2");
        assertThat(config(client).groupKey())
                .as("the key that members share")
                .isPresent()
                .isNotEqualTo(before.groupKey());
        assertThat(credentials.ensure(run, at("127.0.0.2"), Optional.empty())).isNotNull();
    }

    private static RunRecord at(String address) throws Exception {
        var declared = RunYaml.of("seats", "members: 1, messages: 1000, messageSize: 1k")
                .getSpec();
        var spec = new RunSpecResolver(_ -> new Stack("udp", "<config><UDP/><PING/><pbcast.GMS/></config>"))
                .resolve("seats", declared);
        var plan = Plan.of("seats-1", List.of(new Assignment(0, "member-0", "seats-0", address, 7800, 7700)));
        return RunRecord.begin(spec, 1, plan, Instant.now());
    }

    private static MemberConfig config(KubernetesClient client) throws MalformedJsonException {
        String json = client.secrets().withName("seats-1").require().getData().get("member-0.json");
        return ProtocolJson.readRequest(Base64.getDecoder().decode(json), MemberConfig.class);
    }
}
