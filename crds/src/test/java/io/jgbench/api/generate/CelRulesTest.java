package io.jgbench.api.generate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.ValidationRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CelRulesTest {
    private static final String FIVE_LINES = "{members: 4, messages: 1000, messageSize: 1k}";

    private final YAMLMapper yaml = new YAMLMapper();
    private final CelRules rules = new CelRules();
    private final JSONSchemaProps schema = CrdFile.generate()
            .definition()
            .getSpec()
            .getVersions()
            .getFirst()
            .getSchema()
            .getOpenAPIV3Schema();
    private final JSONSchemaProps spec = schema.getProperties().get("spec");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{members: 4, senders: 5} | senders must be at most members",
                "{messages: null} | exactly one of messages and duration is required where workload.type is Multicast",
                "{duration: 20s} | exactly one of messages and duration is required where workload.type is Multicast",
                "{messages: null, duration: 20s, workload: {type: Rpc}}"
                        + "| duration may only be given where workload.type is Multicast",
                "{messages: null, duration: 25h} | must be between 100ms and 24h",
                "{warmup: {until: Steady, messages: 5}}"
                        + "| warmup.messages may only be given where warmup.until is Fixed",
                "{warmup: {until: Fixed}} | warmup.messages is required where warmup.until is Fixed",
                "{warmup: {atMost: 1m, messages: 5}}"
                        + "| warmup.atLeast and warmup.atMost may not be given together with warmup.messages",
                "{warmup: {atLeast: 2m, atMost: 1m}}"
                        + "| 'warmup.atLeast must be at most warmup.atMost, which is 3m by default'",
                "{warmup: {atLeast: 181s}} | 'warmup.atLeast must be at most warmup.atMost, which is 3m by default'",
                "{messages: null, workload: {type: Rpc, rpc: {requests: 5, duration: 5s}}}"
                        + "| workload.rpc must have at most one of requests and duration",
                "{workload: {type: Rpc}}"
                        + "| 'messages may not be given where workload.type is Rpc: say how many with"
                        + " workload.rpc.requests'",
                "{messages: null, senders: 2, workload: {type: Rpc}}"
                        + "| senders may only be given where workload.type is Multicast",
                "{workload: {rpc: {requests: 5}}} | workload.rpc may only be given where workload.type is Rpc",
                "{messages: null, workload: {type: Rpc, multicast: {}}}"
                        + "| workload.multicast may only be given where workload.type is Multicast",
                "{messages: null, workload: {type: Rpc, rpc: {requestTimeout: 1h}}} | must be between 10ms and 10m",
                "{workload: {type: MessageBus}} | 'messages may not be given where workload.type is MessageBus: say"
                        + " how long with workload.messageBus.duration'",
                "{workload: {messageBus: {}}} | workload.messageBus may only be given where workload.type is"
                        + " MessageBus",
                "{messages: null, workload: {type: MessageBus, messageBus: {receivers: 5}}}"
                        + "| workload.messageBus.senders and receivers must be at most members",
                "{messages: null, workload: {type: MessageBus, messageBus: {relay: true, senders: 3, receivers: 2}}}|"
                        + " 'workload.messageBus.relay needs senders, and receivers of at least 2, that are together"
                        + " at most members'",
                "{messages: null, workload: {type: MessageBus, messageBus: {polite: true, receivers: 2}}}|"
                        + " 'workload.messageBus.polite needs each sender but the first to be one of the receivers,"
                        + " which are the last members'",
                "{messages: null, messageSize: 1k, workload: {type: MessageBus, messageBus: {minMessageSize: 1Ki}}}"
                        + "| workload.messageBus.minMessageSize must be at most messageSize",
                "{messages: null, messageSize: 60k, workload: {type: Datagram, datagram: {rxBufferPackets: 17896}}}"
                        + "| 'workload.datagram.rxBufferPackets times the packet size must be at most 1073741823 bytes,"
                        + " which is what a socket can have'",
                "{messages: null, messageSize: 60k, workload: {type: Datagram, datagram: {txBufferPackets: 17896}}}"
                        + "| 'workload.datagram.txBufferPackets times the packet size must be at most 1073741823 bytes,"
                        + " which is what a socket can have'",
                "{messages: null, workload: {type: MessageBus, messageBus: {rxRate: 1M}}}"
                        + "| rxRate needs rxThreads of at least 1",
                "{messages: null, workload: {type: MessageBus, messageBus: {maxBacklog: 1M, receipts: false}}}"
                        + "| maxBacklog needs receipts",
                "{workload: {type: Datagram}}"
                        + "| 'messages may not be given where workload.type is Datagram: say how many with"
                        + " workload.datagram.packets'",
                "{workload: {datagram: {}}} | workload.datagram may only be given where workload.type is Datagram",
                "{messages: null, members: 1, workload: {type: MessageBus}}"
                        + "| members must be at least 2 where workload.type is MessageBus",
                "{messages: null, members: 1, workload: {type: Datagram}}"
                        + "| members must be at least 2 where workload.type is Datagram",
                "{messages: null, workload: {type: Datagram, datagram: {publishers: 5}}}"
                        + "| workload.datagram.publishers must be at most members",
                "{messages: null, workload: {type: Datagram, datagram: {listeners: 5}}}"
                        + "| workload.datagram.listeners must be at most members",
                "{messages: null, workload: {type: Datagram, datagram: {processBytes: 5}}}"
                        + "| workload.datagram.processBytes must be a multiple of 4",
                "{messages: null, workload: {type: Datagram, datagram: {rate: '0'}}}"
                        + "| must be between 1 and 125000000000 bytes",
                "{stack: {name: udp}, transport: {name: tcp}} | stack may only be given with transport jgroups",
                "{jgroups: {version: a}, transport: {name: tcp}} | jgroups may only be given with transport jgroups",
                "{jgroups: {}} | jgroups must have image, version or both",
                "{members: 2, placement: {nodeNames: [a]}}| placement.nodeNames must name at least as many nodes as"
                        + " there are members, or none; any number with spread Any",
                "{placement: {nodeNames: [a, b, a, c]}} | placement.nodeNames must name each node once",
                "{messages: null, messageSize: 1Mi, workload: {type: Datagram}}"
                        + "| messageSize must be between 16 and 65507 bytes where workload.type is Datagram",
                "{messages: null, messageSize: 100, workload: {type: Datagram, datagram: {payload: 101}}}"
                        + "| workload.datagram.payload must be at most messageSize",
                "{messages: null, messageSize: 8, workload: {type: MessageBus}}"
                        + "| messageSize must be at least 16 bytes with workload MessageBus",
                "{workload: {multicast: {arrivals: Poisson}}} | arrivals needs targetRate",
                "{messages: null, workload: {type: Rpc, rpc: {arrivals: Even}}} | arrivals needs targetRate",
                "{messages: null, workload: {type: MessageBus, messageBus: {arrivals: Even}}} | arrivals needs txRate",
                "{messages: null, workload: {type: Datagram, datagram: {arrivals: Poisson}}} | arrivals needs rate",
                "{stack: {}} | stack must have exactly one of name, configMapKeyRef and inline",
                "{stack: {name: udp, inline: x}} | stack must have exactly one of name, configMapKeyRef and inline",
                "{stack: {name: tcp, window: 500k}} | stack.window may only be given with the bundled stack udp and its"
                        + " variants",
                "{stack: {inline: x, window: 500k}} | stack.window may only be given with the bundled stack udp and its"
                        + " variants",
                "{stack: {name: udp, window: 75k}} | must be between 76000 and 100000000 bytes",
                "{messageSize: 17Mi} | must be between 8 and 16777216 bytes",
                "{messageSize: '7'} | must be between 8 and 16777216 bytes",
                "{activeDeadline: 0s} | must be between 1s and 168h",
                "{start: {timeout: 1ms}} | must be between 1s and 24h",
                "{workload: {multicast: {logInterval: 2h}}} | must be between 10ms and 1h",
                "{tuning: {rmemMax: 1Ki}} | must be between 4096 and 2147483647 bytes",
                "{tuning: {wmemMax: 4Gi}} | must be between 4096 and 2147483647 bytes",
                "{tuning: {rmemMax: 25Mi, sysctls: [{name: net.core.rmem_max, value: '1'}]}}"
                        + "| tuning.sysctls must not have net.core.rmem_max where tuning.rmemMax is given",
                "{tuning: {wmemMax: 25Mi, sysctls: [{name: net.core.wmem_max, value: '1'}]}}"
                        + "| tuning.sysctls must not have net.core.wmem_max where tuning.wmemMax is given",
            })
    void specThatBreaksARuleIsRefusedWithItsSentence(String change, String sentence) throws Exception {
        JsonNode broken = withDefaults(merged(FIVE_LINES, change));

        assertThat(refusals(spec, broken, broken)).containsExactly(sentence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}",
                "{senders: 4, messageSize: 8}",
                "{messages: null, duration: 20s}",
                "{warmup: {messages: 0}}",
                "{warmup: {until: Fixed, messages: 5}}",
                "{warmup: {until: Steady, atLeast: 10s, atMost: 1m}}",
                "{warmup: {atLeast: 3m}}",
                "{warmup: {atMost: 1s}}",
                "{messages: null, workload: {type: Rpc, rpc: {duration: 20s}}}",
                "{stack: {name: udp}, transport: {name: jgroups}}",
                "{stack: {name: udp, window: 500k}}",
                "{stack: {name: udp, window: 76000}}",
                "{stack: {inline: x}}",
                "{tuning: {rmemMax: 25Mi, sysctls: [{name: net.core.wmem_max, value: '1'}]}}",
                "{jgroups: {version: 5.5.6.Final}}",
                "{jgroups: {image: 'registry.lab:5000/mine:7', version: mine}}",
                "{messages: null, workload: {type: Rpc}}",
                "{messages: null, workload: {type: Rpc, rpc: {requests: 1, targetRate: 100}}}",
                "{workload: {multicast: {targetRate: 100, arrivals: Poisson}}}",
                "{messages: null, workload: {type: MessageBus}}",
                "{messages: null, workload: {type: MessageBus, messageBus: {relay: true, senders: 2, receivers: 2}}}",
                "{messages: null, workload: {type: MessageBus, messageBus: {rxThreads: 2, rxRate: 1M, poll: true}}}",
                "{messages: null, workload: {type: MessageBus, messageBus: {polite: true}}}",
                "{messages: null, workload: {type: MessageBus, messageBus: {polite: true, receivers: 3}}}",
                "{messages: null, workload: {type: MessageBus, messageBus: {polite: true, senders: 1, receivers: 1}}}",
                "{messages: null, workload: {type: MessageBus, messageBus: {minMessageSize: 1k}}}",
                "{messages: null, workload: {type: Datagram}}",
                "{messages: null, messageSize: 60k, workload: {type: Datagram, datagram: {rxBufferPackets: 17895}}}",
                "{messages: null, messageSize: 60k, workload: {type: Datagram, datagram: {rxBufferPackets: 1000000,"
                        + " payload: 1000}}}",
                "{messages: null, workload: {type: Datagram, datagram: {rate: 10M, publishers: 1, listeners: 4}}}",
                "{messages: null, messageSize: 1k, workload: {type: Datagram, datagram: {payload: 1000}}}",
                "{transport: {name: udp}}",
                "{members: 2, placement: {nodeNames: [a, b], bindPort: 7800, lineRate: 2.5Gbit}}",
                "{members: 2, placement: {nodeNames: [a], spread: Any}}",
                "{messageSize: 16Mi, activeDeadline: 1h30m, workload: {type: Multicast, multicast: {}}}",
            })
    void goodSpecBreaksNoRule(String change) throws Exception {
        JsonNode good = withDefaults(merged(FIVE_LINES, change));

        assertThat(refusals(spec, good, good)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{members: 5} | members",
                "{senders: 2} | senders",
                "{stack: {name: tcp}} | stack",
                "{messageSize: 2k} | messageSize",
                "{jvm: {options: [-Xmx1g]}} | jvm",
                "{activeDeadline: 1m} | activeDeadline",
            })
    void whatDefinesTheRunNeverChanges(String change, String field) throws Exception {
        JsonNode before = withDefaults(yaml.readTree(FIVE_LINES));
        JsonNode after = withDefaults(merged(FIVE_LINES, change));

        assertThat(refusals(spec, after, before))
                .containsExactly(field + " defines the run and never changes; make another BenchmarkRun");
        assertThat(refusals(spec, before, after)).hasSize(1);
    }

    @Test
    void suspendCancelAndRetentionMayChange() throws Exception {
        JsonNode before = withDefaults(yaml.readTree(FIVE_LINES));
        JsonNode after = withDefaults(merged(FIVE_LINES, "{suspend: true, cancel: true, retention: {pods: Never}}"));

        assertThat(refusals(spec, after, before)).isEmpty();
        assertThat(refusals(spec, before, after)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"udp-4x1k, true", "a, true", "Udp, false", "a.b, false", "a-, false"})
    void nameOfARunIsALabel(String name, boolean good) throws Exception {
        String rule = schema.getXKubernetesValidations().getFirst().getRule();
        Map<String, Object> run = Map.of("metadata", Map.of("name", name));

        assertThat(rules.holds(rule, run, run)).isEqualTo(good);
    }

    private JsonNode merged(String base, String change) throws Exception {
        var merged = (ObjectNode) yaml.readerForUpdating(yaml.readTree(base)).readTree(change);
        // "messages: null" stands for a field that is left out
        merged.properties().removeIf(field -> field.getValue().isNull());
        return merged;
    }

    private JsonNode withDefaults(JsonNode object) {
        return Defaults.applied(spec, object);
    }

    /** The sentences with which the rules of a schema, and of all within it, refuse a value. */
    private List<String> refusals(JSONSchemaProps at, JsonNode value, JsonNode old) throws Exception {
        List<String> refused = new ArrayList<>();
        for (ValidationRule rule : at.getXKubernetesValidations()) {
            if (!rules.holds(rule.getRule(), plain(value), plain(old))) {
                refused.add(rule.getMessage());
            }
        }
        for (var property : at.getProperties().entrySet()) {
            JsonNode child = value.get(property.getKey());
            if (child != null) {
                refused.addAll(refusals(property.getValue(), child, child));
            }
        }
        return refused;
    }

    private Object plain(JsonNode value) throws Exception {
        return value.isInt() ? (Object) value.asLong() : yaml.treeToValue(value, Object.class);
    }
}
