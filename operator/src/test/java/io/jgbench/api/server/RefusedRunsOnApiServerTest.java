package io.jgbench.api.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.testing.kubernetes.ApiServerTest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
@ApiServerTest
class RefusedRunsOnApiServerTest {
    private static final String UNCHANGEABLE = " defines the run and never changes; make another BenchmarkRun";

    /** For each field whose rules a spec can break by itself, specs that break them, and the sentence to be read. */
    static List<Refused> refused() {
        return List.of(
                new Refused("spec", "{senders: 5}", "senders must be at most members"),
                new Refused(
                        "spec",
                        "{senders: 2, messages: null, workload: {type: Rpc}}",
                        "senders may only be given where workload.type is Multicast"),
                new Refused(
                        "spec",
                        "{messages: null}",
                        "exactly one of messages and duration is required where workload.type is Multicast"),
                new Refused(
                        "spec",
                        "{messages: null, duration: 20s, workload: {type: Rpc}}",
                        "duration may only be given where workload.type is Multicast"),
                new Refused("spec.duration", "{messages: null, duration: 25h}", "must be between 100ms and 24h"),
                new Refused(
                        "spec.warmup",
                        "{warmup: {until: Steady, messages: 5}}",
                        "warmup.messages may only be given where warmup.until is Fixed"),
                new Refused(
                        "spec.warmup",
                        "{warmup: {until: Fixed}}",
                        "warmup.messages is required where warmup.until is Fixed"),
                new Refused(
                        "spec.warmup",
                        "{warmup: {atMost: 1m, messages: 5}}",
                        "warmup.atLeast and warmup.atMost may not be given together with warmup.messages"),
                new Refused(
                        "spec.warmup",
                        "{warmup: {atLeast: 2m, atMost: 1m}}",
                        "warmup.atLeast must be at most warmup.atMost, which is 3m by default"),
                new Refused(
                        "spec.warmup",
                        "{warmup: {atLeast: 5m}}",
                        "warmup.atLeast must be at most warmup.atMost, which is 3m by default"),
                new Refused("spec.warmup.atLeast", "{warmup: {atLeast: 2h}}", "must be between 0s and 1h"),
                new Refused("spec.warmup.atMost", "{warmup: {atMost: 2h}}", "must be between 1s and 1h"),
                new Refused(
                        "spec.workload.multicast",
                        "{workload: {multicast: {arrivals: Poisson}}}",
                        "arrivals needs targetRate"),
                new Refused(
                        "spec.workload.rpc",
                        "{messages: null, workload: {type: Rpc, rpc: {requests: 5, duration: 5s}}}",
                        "workload.rpc must have at most one of requests and duration"),
                new Refused(
                        "spec.workload.rpc",
                        "{messages: null, workload: {type: Rpc, rpc: {arrivals: Even}}}",
                        "arrivals needs targetRate"),
                new Refused(
                        "spec.workload.messageBus",
                        "{messages: null, workload: {type: MessageBus, messageBus: {arrivals: Even}}}",
                        "arrivals needs txRate"),
                new Refused(
                        "spec.workload.datagram",
                        "{messages: null, workload: {type: Datagram, datagram: {arrivals: Poisson}}}",
                        "arrivals needs rate"),
                new Refused(
                        "spec.workload.rpc.duration",
                        "{messages: null, workload: {type: Rpc, rpc: {duration: 25h}}}",
                        "must be between 100ms and 24h"),
                new Refused(
                        "spec",
                        "{workload: {type: Rpc}}",
                        "messages may not be given where workload.type is Rpc: say how many with"
                                + " workload.rpc.requests"),
                new Refused(
                        "spec",
                        "{workload: {type: MessageBus}}",
                        "messages may not be given where workload.type is MessageBus: say how long with"
                                + " workload.messageBus.duration"),
                new Refused(
                        "spec",
                        messageBus("{senders: 5}"),
                        "workload.messageBus.senders and receivers must be at most members"),
                new Refused(
                        "spec",
                        messageBus("{relay: true}"),
                        "workload.messageBus.relay needs senders, and receivers of at least 2, that are together at"
                                + " most members"),
                new Refused(
                        "spec",
                        "{workload: {type: Datagram}}",
                        "messages may not be given where workload.type is Datagram: say how many with"
                                + " workload.datagram.packets"),
                new Refused(
                        "spec",
                        "{members: 1, messages: null, workload: {type: MessageBus}}",
                        "members must be at least 2 where workload.type is MessageBus"),
                new Refused(
                        "spec",
                        "{members: 1, messages: null, workload: {type: Datagram}}",
                        "members must be at least 2 where workload.type is Datagram"),
                new Refused(
                        "spec",
                        "{messages: null, workload: {type: Datagram, datagram: {publishers: 5}}}",
                        "workload.datagram.publishers must be at most members"),
                new Refused(
                        "spec",
                        "{messages: null, workload: {type: Datagram, datagram: {listeners: 5}}}",
                        "workload.datagram.listeners must be at most members"),
                new Refused(
                        "spec",
                        "{messages: null, messageSize: 65508, workload: {type: Datagram}}",
                        "messageSize must be between 16 and 65507 bytes where workload.type is Datagram"),
                new Refused(
                        "spec",
                        "{messages: null, messageSize: 64Ki, workload: {type: Datagram}}",
                        "messageSize must be between 16 and 65507 bytes where workload.type is Datagram"),
                new Refused(
                        "spec",
                        "{messages: null, messageSize: 15, workload: {type: Datagram}}",
                        "messageSize must be between 16 and 65507 bytes where workload.type is Datagram"),
                new Refused(
                        "spec",
                        "{messages: null, workload: {type: Datagram, datagram: {payload: 1001}}}",
                        "workload.datagram.payload must be at most messageSize"),
                new Refused(
                        "spec",
                        messageBus("{polite: true, receivers: 2}"),
                        "workload.messageBus.polite needs each sender but the first to be one of the receivers, which"
                                + " are the last members"),
                new Refused(
                        "spec",
                        messageBus("{minMessageSize: 1Ki}"),
                        "workload.messageBus.minMessageSize must be at most messageSize"),
                new Refused(
                        "spec",
                        "{messages: null, messageSize: 60k, workload: {type: Datagram,"
                                + " datagram: {rxBufferPackets: 17896}}}",
                        "workload.datagram.rxBufferPackets times the packet size must be at most 1073741823 bytes,"
                                + " which is what a socket can have"),
                new Refused(
                        "spec",
                        "{messages: null, messageSize: 60k, workload: {type: Datagram,"
                                + " datagram: {txBufferPackets: 17896}}}",
                        "workload.datagram.txBufferPackets times the packet size must be at most 1073741823 bytes,"
                                + " which is what a socket can have"),
                new Refused(
                        "spec",
                        "{messages: null, messageSize: 15, workload: {type: MessageBus}}",
                        "messageSize must be at least 16 bytes with workload MessageBus"),
                new Refused(
                        "spec",
                        "{stack: {name: udp}, transport: {name: tcp}}",
                        "stack may only be given with transport jgroups"),
                new Refused(
                        "spec",
                        "{jgroups: {version: 5.5.6.Final}, transport: {name: tcp}}",
                        "jgroups may only be given with transport jgroups"),
                new Refused("spec.jgroups", "{jgroups: {}}", "jgroups must have image, version or both"),
                new Refused(
                        "spec",
                        "{placement: {nodeNames: [a, b, c]}}",
                        "placement.nodeNames must name at least as many nodes as there are members, or none; any number"
                                + " with spread Any"),
                new Refused(
                        "spec",
                        "{placement: {spread: Any, bindPort: 65533}}",
                        "placement.bindPort and members must be together at most 65536 with spread Any, as members that"
                                + " share a node take the ports that follow"),
                new Refused(
                        "spec.placement",
                        "{placement: {nodeNames: [a, b, c, b]}}",
                        "placement.nodeNames must name each node once"),
                new Refused(
                        "spec.placement.tolerations[]",
                        "{placement: {tolerations: [{effect: NoSchedule}]}}",
                        "a toleration needs a key, or operator Exists for every key"),
                new Refused(
                        "spec.placement.tolerations[]",
                        "{placement: {tolerations: [{key: a, operator: Exists, value: x}]}}",
                        "a toleration with operator Exists has no value"),
                new Refused(
                        "spec.placement.tolerations[]",
                        "{placement: {tolerations: [{key: a, effect: NoSchedule, tolerationSeconds: 1}]}}",
                        "tolerationSeconds needs effect NoExecute"),
                new Refused(
                        "spec.workload.messageBus", messageBus("{rxRate: 1M}"), "rxRate needs rxThreads of at least 1"),
                new Refused(
                        "spec.workload.messageBus", messageBus("{poll: true}"), "poll needs rxThreads of at least 1"),
                new Refused(
                        "spec.workload.messageBus",
                        messageBus("{maxBacklog: 1M, receipts: false}"),
                        "maxBacklog needs receipts"),
                new Refused(
                        "spec.workload.messageBus.duration",
                        messageBus("{duration: 1ms}"),
                        "must be between 100ms and 24h"),
                new Refused(
                        "spec.workload.messageBus.reportInterval",
                        messageBus("{reportInterval: 2h}"),
                        "must be between 10ms and 1h"),
                new Refused(
                        "spec.workload.messageBus.blockSpin",
                        messageBus("{blockSpin: 2s}"),
                        "must be between 0s and 1s"),
                new Refused(
                        "spec.workload.messageBus.minMessageSize",
                        messageBus("{minMessageSize: '8'}"),
                        "must be between 16 and 16777216 bytes"),
                new Refused(
                        "spec.workload.messageBus.txRate",
                        messageBus("{txRate: '0'}"),
                        "must be between 1 and 1000000000000 bytes"),
                new Refused(
                        "spec.workload.messageBus.rxRate",
                        messageBus("{rxThreads: 1, rxRate: '0'}"),
                        "must be between 1 and 1000000000000 bytes"),
                new Refused(
                        "spec.workload.messageBus.maxBacklog",
                        messageBus("{maxBacklog: '0'}"),
                        "must be between 1 and 1000000000000 bytes"),
                new Refused("spec.messageSize", "{messageSize: 17Mi}", "must be between 8 and 16777216 bytes"),
                new Refused("spec.messageSize", "{messageSize: '7'}", "must be between 8 and 16777216 bytes"),
                new Refused(
                        "spec.stack", "{stack: {}}", "stack must have exactly one of name, configMapKeyRef and inline"),
                new Refused(
                        "spec.stack",
                        "{stack: {name: udp, inline: x}}",
                        "stack must have exactly one of name, configMapKeyRef and inline"),
                new Refused(
                        "spec.stack",
                        "{stack: {name: tcp, window: 500k}}",
                        "stack.window may only be given with the bundled stack udp and its variants"),
                new Refused(
                        "spec.stack.window",
                        "{stack: {name: udp, window: 75k}}",
                        "must be between 76000 and 100000000 bytes"),
                new Refused(
                        "spec.workload",
                        "{messages: null, workload: {type: Rpc, multicast: {}}}",
                        "workload.multicast may only be given where workload.type is Multicast"),
                new Refused(
                        "spec.workload",
                        "{workload: {rpc: {}}}",
                        "workload.rpc may only be given where workload.type is Rpc"),
                new Refused(
                        "spec.workload",
                        "{workload: {messageBus: {}}}",
                        "workload.messageBus may only be given where workload.type is MessageBus"),
                new Refused(
                        "spec.workload",
                        "{workload: {datagram: {}}}",
                        "workload.datagram may only be given where workload.type is Datagram"),
                new Refused(
                        "spec.workload.datagram",
                        "{messages: null, workload: {type: Datagram, datagram: {processBytes: 5}}}",
                        "workload.datagram.processBytes must be a multiple of 4"),
                new Refused(
                        "spec.workload.datagram",
                        "{messages: null, workload: {type: Datagram, datagram: {payload: 15}}}",
                        "workload.datagram.payload must be 0 or at least 16"),
                new Refused(
                        "spec.workload.datagram.rxTimeout",
                        "{messages: null, workload: {type: Datagram, datagram: {rxTimeout: 2m}}}",
                        "must be between 10ms and 1m"),
                new Refused(
                        "spec.workload.datagram.duration",
                        "{messages: null, workload: {type: Datagram, datagram: {duration: 25h}}}",
                        "must be between 10ms and 24h"),
                new Refused(
                        "spec.workload.datagram.search.trialDuration",
                        "{messages: null, workload: {type: Datagram, datagram: {search: {trialDuration: 11m}}}}",
                        "must be between 100ms and 10m"),
                new Refused(
                        "spec.workload.datagram.logInterval",
                        "{messages: null, workload: {type: Datagram, datagram: {logInterval: 2h}}}",
                        "must be between 10ms and 1h"),
                new Refused(
                        "spec.workload.datagram.rate",
                        "{messages: null, workload: {type: Datagram, datagram: {rate: '0'}}}",
                        "must be between 1 and 125000000000 bytes"),
                new Refused(
                        "spec.workload.rpc.requestTimeout",
                        "{messages: null, workload: {type: Rpc, rpc: {requestTimeout: 11m}}}",
                        "must be between 10ms and 10m"),
                new Refused(
                        "spec.workload.rpc.logInterval",
                        "{messages: null, workload: {type: Rpc, rpc: {logInterval: 2h}}}",
                        "must be between 10ms and 1h"),
                new Refused(
                        "spec.workload.multicast.logInterval",
                        "{workload: {multicast: {logInterval: 2h}}}",
                        "must be between 10ms and 1h"),
                new Refused(
                        "spec.workload.multicast.processingDelay",
                        "{workload: {multicast: {processingDelay: 61s}}}",
                        "must be between 0s and 1m"),
                new Refused(
                        "spec.tuning.rmemMax", "{tuning: {rmemMax: 1Ki}}", "must be between 4096 and 2147483647 bytes"),
                new Refused(
                        "spec.tuning.wmemMax", "{tuning: {wmemMax: 4Gi}}", "must be between 4096 and 2147483647 bytes"),
                new Refused(
                        "spec.tuning",
                        "{tuning: {rmemMax: 25Mi, sysctls: [{name: net.core.rmem_max, value: '26214400'}]}}",
                        "tuning.sysctls must not have net.core.rmem_max where tuning.rmemMax is given"),
                new Refused(
                        "spec.tuning",
                        "{tuning: {wmemMax: 25Mi, sysctls: [{name: net.core.wmem_max, value: '26214400'}]}}",
                        "tuning.sysctls must not have net.core.wmem_max where tuning.wmemMax is given"),
                new Refused("spec.start.timeout", "{start: {timeout: 1ms}}", "must be between 1s and 24h"),
                new Refused("spec.start.maxSkew", "{start: {maxSkew: 61m}}", "must be between 1us and 1h"),
                new Refused("spec.activeDeadline", "{activeDeadline: 169h}", "must be between 1s and 168h"),
                new Refused("spec.stallTimeout", "{stallTimeout: 2s}", "must be between 3s and 24h"),
                new Refused(
                        "spec.retention.ttlAfterFinished",
                        "{retention: {ttlAfterFinished: 8761h}}",
                        "must be between 0s and 8760h"));
    }

    private static String messageBus(String settings) {
        return "{messages: null, workload: {type: MessageBus, messageBus: " + settings + "}}";
    }

    @ParameterizedTest
    @MethodSource("refused")
    void specThatBreaksARuleIsRefusedWithItsSentence(Refused example, KubernetesClient client) throws Exception {
        assertThat(TestRun.with(example.change()).refusalToCreate(client))
                .contains(example.path().replace("[]", "[0]"))
                .contains(example.sentence());
    }

    @Test
    void everyRuleOfTheDefinitionHasAnExampleThatBreaksIt(KubernetesClient client) throws Exception {
        Map<String, List<String>> sentences = new TreeMap<>();
        collectSentences("spec", specSchema(client), sentences);

        Map<String, List<String>> broken = new TreeMap<>();
        refused().stream()
                .distinct()
                .forEach(example -> broken.merge(
                        example.path(),
                        List.of(example.sentence()),
                        (a, b) ->
                                Stream.concat(a.stream(), b.stream()).distinct().toList()));
        assertThat(inOneOrder(broken)).isEqualTo(inOneOrder(sentences));
    }

    private static Map<String, List<String>> inOneOrder(Map<String, List<String>> sentences) {
        Map<String, List<String>> ordered = new TreeMap<>();
        sentences.forEach(
                (path, each) -> ordered.put(path, each.stream().sorted().toList()));
        return ordered;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "members | 5",
                "senders | 2",
                "messages | 1001",
                "messageSize | 2k",
                "stack | {name: tcp}",
                "transport | {name: tcp}",
                "workload | {multicast: {logInterval: 2s}}",
                "warmup | {messages: 7}",
                "repetitions | 2",
                "placement | {bindPort: 7800}",
                "tuning | {mtu: 9000}",
                "start | {maxSkew: 11ms}",
                "jvm | {options: [-Xmx1g]}",
                "jgroups | {version: 5.5.6.Final}",
                "activeDeadline | 31m",
                "stallTimeout | 31s",
                "preflight | {policy: Warn}",
            })
    void whatDefinesTheRunNeverChanges(String field, String value, KubernetesClient client) throws Exception {
        TestRun before = TestRun.with("{}");
        before.created(client, false);

        assertThat(before.changed("{" + field + ": " + value + "}").refusalToUpdate(client))
                .contains("spec." + field)
                .contains(field + UNCHANGEABLE);
    }

    @Test
    void whatWasGivenCannotBeTakenAway(KubernetesClient client) throws Exception {
        TestRun.with("{senders: 2, jvm: {options: [-Xmx1g]}}").created(client, false);

        assertThat(TestRun.with("{}").refusalToUpdate(client))
                .contains("senders" + UNCHANGEABLE)
                .contains("jvm" + UNCHANGEABLE);
    }

    @Test
    void onlySuspendCancelAndRetentionMayChange(KubernetesClient client) throws Exception {
        var unchangeable = specSchema(client).getXKubernetesValidations().stream()
                .filter(rule -> rule.getMessage().endsWith(UNCHANGEABLE))
                .map(rule -> rule.getFieldPath().substring(1))
                .toList();
        assertThat(specSchema(client).getProperties().keySet())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(unchangeable.stream(), Stream.of("suspend", "cancel", "retention"))
                                .toList());

        TestRun.with("{}").created(client, false);
        assertThat(TestRun.with("{suspend: true, cancel: true, retention: {pods: Never}}")
                        .refusalToUpdate(client))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.b", "a-23456789-123456789-123456789-1234567890"})
    void nameThatMembersCannotBeNamedFromIsRefused(String name, KubernetesClient client) throws Exception {
        assertThat(TestRun.with("{}").named(name).refusalToCreate(client))
                .contains("metadata.name must be 1 to 40 lower-case letters");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{members: 0} | spec.members in body should be greater than or equal to 1",
                "{messageSize: 7} | spec.messageSize in body should be greater than or equal to 8",
                "{messageSize: 1kB} | spec.messageSize in body should match",
                "{start: {timeout: 2 minutes}} | spec.start.timeout in body should match",
                "{transport: {name: Multicast Me}} | spec.transport.name in body should match",
                "{tuning: {sysctls: [{name: kernel.panic, value: '1'}]}} | should match",
                "{tuning: {sysctls: [{name: net.a, value: '1'}, {name: net.a, value: '2'}]}} | Duplicate value",
            })
    void valueThatTheSchemaDoesNotAllowIsRefused(String change, String message, KubernetesClient client)
            throws IOException {
        assertThat(TestRun.with(change).refusalToCreate(client)).contains(message);
    }

    private static JSONSchemaProps specSchema(KubernetesClient client) {
        return client.apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName("benchmarkruns.jgbench.io")
                .get()
                .getSpec()
                .getVersions()
                .getFirst()
                .getSchema()
                .getOpenAPIV3Schema()
                .getProperties()
                .get("spec");
    }

    private static void collectSentences(String path, JSONSchemaProps schema, Map<String, List<String>> into) {
        if (schema.getXKubernetesValidations() != null) {
            List<String> sentences = schema.getXKubernetesValidations().stream()
                    .map(rule -> rule.getMessage())
                    .filter(message -> !message.endsWith(UNCHANGEABLE))
                    .toList();
            if (!sentences.isEmpty()) {
                into.put(path, sentences);
            }
        }
        if (schema.getProperties() != null) {
            schema.getProperties().forEach((name, property) -> collectSentences(path + "." + name, property, into));
        }
        if (schema.getItems() != null) {
            collectSentences(path + "[]", schema.getItems().getSchema(), into);
        }
    }

    /**
     * A spec that breaks one rule.
     *
     * @param path the field that has the rule
     * @param change what makes the shortest run break it
     * @param sentence what the user reads
     */
    record Refused(String path, String change, String sentence) {}
}
