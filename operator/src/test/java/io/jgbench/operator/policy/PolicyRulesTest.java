package io.jgbench.operator.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.spec.InvalidSpecException;
import io.jgbench.coordination.spec.SpecProblem;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.plan.StackTexts;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyRulesTest {
    private static final String MINIMAL = "members: 2, messages: 1, messageSize: 1k";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "start: {timeout: 2m}",
                "tuning: {mode: Apply, rmemMax: 25Mi, wmemMax: 25Mi, mtu: 9000, txQueueLength: 5000, flowControl: {rx:"
                        + " true}, sysctls: [{name: net.core.somaxconn, value: '3210'}]}",
                "tuning: {mode: Verify, mtu: 576, sysctls: [{name: net.ipv4.ip_forward, value: '1'}]}",
                "placement: {interface: ens1f0, nodeSelector: {pool: lab}, tolerations: [{key: dedicated}]}",
                "placement: {tolerations: [{key: jgbench.io/only, operator: Exists}]}",
                "jvm: {options: [-Xms1g, -Xmx1g, '-XX:+UseZGC', '-XX:AOTMode=on', -Djgroups.x=1, '-Xlog:gc']}",
                "jgroups: {image: 'registry.lab:5000/member:mine'}",
                "jgroups: {image: 'registry.lab:5000/member@sha256:12'}",
                "activeDeadline: 24h, repetitions: 100, retention: {ttlAfterFinished: 8760h}",
            })
    void whatABenchmarkAsksForIsAllowedByDefault(String spec) throws InvalidSpecException {
        assertThat(refusals("{}", spec)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tuning: {mode: Apply, sysctls: [{name: net.core.default_qdisc, value: fq}]} | spec.tuning.sysctls |"
                        + " net.core.default_qdisc | policy.tuning.sysctls",
                "tuning: {mode: Apply, mtu: 1279} | spec.tuning.mtu must be between 1280 and 65535 | 1279 |"
                        + " policy.tuning.mtu",
                "placement: {interface: br-lab} | spec.placement.interface must be of these: *, but not br-*, | br-lab"
                        + " | policy.interfaces",
                "placement: {interface: virbr0} | spec.placement.interface | virbr0 | policy.interfaces",
                "placement: {tolerations: [{key: node-role.kubernetes.io/control-plane, operator: Exists}]} |"
                        + " keys: dedicated, jgbench.io/* | node-role.kubernetes.io/control-plane |"
                        + " policy.placement.tolerations",
                "placement: {tolerations: [{operator: Exists}]} | spec.placement.tolerations | got: *; |"
                        + " policy.placement.tolerations",
                "jgroups: {image: 'evil/member:1'} | must be of the repository registry.lab:5000/member or of one of"
                        + " these: nothing | evil/member:1 | policy.images",
                "jgroups: {image: 'registry.lab:5000/member2:1'} | spec.jgroups.image | member2 | policy.images",
                "jvm: {options: ['-javaagent:/tmp/x.jar']} | spec.jvm.options must be of these: -Xm*, |"
                        + " -javaagent:/tmp/x.jar | policy.jvmOptions",
                "jvm: {options: ['-XX:OnOutOfMemoryError=id']} | spec.jvm.options | -XX:OnOutOfMemoryError=id |"
                        + " policy.jvmOptions",
                "jvm: {options: ['-agentlib:jdwp=transport=dt_socket']} | spec.jvm.options | -agentlib |"
                        + " policy.jvmOptions",
                "jvm: {options: ['-XX:VMOptionsFile=/tmp/x']} | spec.jvm.options | VMOptionsFile | policy.jvmOptions",
                "jvm: {options: ['-XX:HeapDumpPath:=/tmp/x']} | spec.jvm.options | HeapDumpPath | policy.jvmOptions",
                "activeDeadline: 25h | spec.activeDeadline must be at most 24h | 25h | policy.limits.activeDeadline",
                "start: {timeout: 61m} | spec.start.timeout must be at most 1h | 1h1m | policy.limits.startTimeout",
            })
    void refusalNamesRuleValueAndWhoCanChangeIt(String spec, String rule, String found, String value)
            throws InvalidSpecException {
        assertThat(refusals("{}", spec))
                .singleElement()
                .extracting(SpecProblem::sentence)
                .asString()
                .contains(rule, "got: ", found)
                .endsWith("this is the policy of the cluster's admin, who can change it by the chart's value " + value);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"tuning\": {\"apply\": false}} | tuning: {mode: Apply, mtu: 9000} | policy.tuning.apply",
                "{\"tuning\": {\"sysctls\": []}} | tuning: {mode: Apply, rmemMax: 25Mi} | policy.tuning.sysctls",
                "{\"tuning\": {\"sysctls\": []}} | tuning: {mode: Apply, wmemMax: 25Mi} | policy.tuning.sysctls",
                "{\"tuning\": {\"mtu\": {\"max\": 9000}}} | tuning: {mode: Apply, mtu: 9001} | policy.tuning.mtu",
                "{\"interfaces\": {\"allowed\": [\"ens*\"]}} | placement: {interface: eth0} | policy.interfaces",
                "{\"placement\": {\"nodeSelector\": {\"pool\": \"lab\"}}} | placement: {nodeSelector: {pool: other}} |"
                        + " policy.placement.nodeSelector",
                "{\"jvmOptions\": {\"allowed\": [\"-Xmx*\"]}} | jvm: {options: [-Xms1g]} | policy.jvmOptions",
                "{\"limits\": {\"repetitions\": 3}} | repetitions: 4 | policy.limits.repetitions",
                "{\"limits\": {\"activeDeadline\": \"10m\"}} | stallTimeout: 1m | policy.limits.activeDeadline",
                "{\"limits\": {\"ttlAfterFinished\": \"1h\"}} | retention: {ttlAfterFinished: 2h} |"
                        + " policy.limits.ttlAfterFinished",
            })
    void adminCanNarrowEachRule(String policy, String spec, String value) throws InvalidSpecException {
        assertThat(refusals(policy, spec))
                .singleElement()
                .extracting(SpecProblem::sentence)
                .asString()
                .endsWith(value);
        assertThat(refusals("{}", spec)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"tuning\": {\"sysctls\": [\"net.*\"]}} | tuning: {mode: Apply, sysctls: [{name:"
                        + " net.core.default_qdisc, value: fq}]}",
                "{\"interfaces\": {\"denied\": []}} | placement: {interface: br-lab}",
                "{\"images\": [\"registry.lab:5000/*\"]} | jgroups: {image: 'registry.lab:5000/a/b:1'}",
                "{\"placement\": {\"tolerations\": [\"*\"]}} | placement: {tolerations: [{operator: Exists}]}",
                "{\"jvmOptions\": {\"allowed\": [\"*\"], \"denied\": []}} | jvm: {options: ['-javaagent:x.jar']}",
            })
    void adminCanWidenEachRule(String policy, String spec) throws InvalidSpecException {
        assertThat(refusals(policy, spec)).isEmpty();
        assertThat(refusals("{}", spec)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "net.ipv4.ip_forward",
                "net.ipv4.conf.all.forwarding",
                "net.ipv6.conf.eth0.forwarding",
                "net.bridge.bridge-nf-call-iptables",
                "net.ipv4.conf.eth0.route_localnet",
                "net.ipv4.ip_unprivileged_port_start",
                "net.ipv6.conf.all.disable_ipv6",
            })
    void parameterThatChangesTheNodeForAllIsNeverAllowed(String name) throws InvalidSpecException {
        String spec = "tuning: {mode: Apply, sysctls: [{name: " + name + ", value: '1'}]}";

        assertThat(refusals("{\"tuning\": {\"sysctls\": [\"*\", \"" + name + "\"]}}", spec))
                .singleElement()
                .extracting(SpecProblem::sentence)
                .asString()
                .isEqualTo("spec.tuning.sysctls must not have what changes the node for all its pods, got: " + name
                        + "; no value of the chart allows it, leave it out");
    }

    @ParameterizedTest
    @ValueSource(strings = {"lo", "cni0", "veth12ab", "cali12ab", "vxlan.calico", "ovs-system", "nodelocaldns"})
    void interfaceOfTheSystemIsNeverAllowed(String name) throws InvalidSpecException {
        String policy = "{\"interfaces\": {\"allowed\": [\"*\", \"" + name + "\"], \"denied\": [\"tap*\"]}}";

        assertThat(refusals(policy, "placement: {interface: " + name + "}"))
                .singleElement()
                .extracting(SpecProblem::sentence)
                .asString()
                .isEqualTo("spec.placement.interface must not be loopback, nor of a container runtime or network"
                        + " plug-in, got: " + name + "; no value of the chart allows it, name another");
    }

    @Test
    void allThatIsNotAllowedIsSaidAtOnce() throws InvalidSpecException {
        assertThat(refusals("{}", "activeDeadline: 25h, tuning: {mode: Apply, mtu: 1000}, placement: {interface: lo}"))
                .extracting(SpecProblem::path)
                .containsExactly("spec.activeDeadline", "spec.placement.interface", "spec.tuning.mtu");
    }

    @Test
    void ruleThatIsBrokenManyTimesIsSaidOnce() throws InvalidSpecException {
        assertThat(refusals("{}", "jvm: {options: [-Da=1, -Xmx1g, -Db=2]}"))
                .singleElement()
                .extracting(SpecProblem::sentence)
                .asString()
                .contains(", got: -Da=1, -Db=2; ");
    }

    private static List<SpecProblem> refusals(String policy, String spec) throws InvalidSpecException {
        var declared = RunYaml.parsed("run", MINIMAL + ", " + spec).getSpec();
        var resolved =
                new RunSpecResolver(source -> StackTexts.find(source, Optional.empty())).resolve("run", declared);
        return new PolicyRules(RunPolicy.parse(policy), "registry.lab:5000/member:1").problems(declared, resolved);
    }
}
