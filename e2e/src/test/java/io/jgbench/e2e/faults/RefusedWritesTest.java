package io.jgbench.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.jgbench.e2e.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class RefusedWritesTest {
    private static final String NAME = "jgbench-test-refuses-fault-7";

    @Test
    void policyDeniesWhatIsOfTheRunAloneAndOnlyWhileTheNamespaceHasItsLabel() {
        String yaml = new RefusedWrites("fault-7", "runs").yaml();

        List<GenericKubernetesResource> parts = Stream.of(yaml.split("\n---\n", -1))
                .map(part -> Serialization.unmarshal(part, GenericKubernetesResource.class))
                .toList();
        assertThat(parts.stream().map(part -> part.getMetadata().getName())).containsExactly(NAME, NAME);
        assertThat(parts.getFirst().<String>get("spec", "validations", 0, "expression"))
                .isEqualTo("request.name != 'fault-7' && !(has(object.metadata.labels)"
                        + " && 'jgbench.io/run' in object.metadata.labels"
                        + " && object.metadata.labels['jgbench.io/run'] == 'fault-7')");
        assertThat(parts.getLast().<String>get("spec", "policyName")).isEqualTo(NAME);
        assertThat(parts.getLast()
                        .<Map<String, String>>get("spec", "matchResources", "namespaceSelector", "matchLabels"))
                .isEqualTo(Map.of("jgbench.test/refuses-fault-7", "planted"));
    }

    @Test
    void labelOfARoundThatWasKilledIsTakenAwayBeforeThePolicyIsThere() {
        List<String> commands = new ArrayList<>();
        var refused = new RefusedWrites("fault-7", "runs", (_, arguments) -> {
            commands.add(String.join(" ", arguments));
            return new Command.Output(Command.of("kubectl"), 0, "");
        });

        refused.prepare();

        assertThat(commands)
                .containsExactly("label namespace runs jgbench.test/refuses-fault-7-", "apply --filename -");
    }
}
