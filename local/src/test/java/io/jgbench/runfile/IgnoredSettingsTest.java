package io.jgbench.runfile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class IgnoredSettingsTest {

    @Test
    void whatOnlyAClusterHonoursIsNamedWithItsValue() throws Exception {
        assertThat(notApplied("""
                  placement: {nodeSelector: {pool: lab}, nodeNames: [a, b], spread: OnePerNode, interface: ens1f0,
                    bindPort: 7800, lineRate: 10Gbit, tolerations: [{operator: Exists}]}
                  tuning: {mode: Apply, rmemMax: 25Mi, mtu: 9000, txQueueLength: 5000, flowControl: {rx: On, tx: Off},
                    wmemMax: 1Mi, sysctls: [{name: net.ipv4.udp_rmem_min, value: "16384"}]}
                  jgroups: {image: "lab/mine:7", version: mine}
                  retention: {pods: OnFailure, ttlAfterFinished: 24h}
                  suspend: true
                  cancel: true
                """))
                .containsExactly(
                        "placement.nodeSelector ({pool=lab}) is not applied:"
                                + " all members of a local run are on this machine",
                        "placement.nodeNames ([a, b]) is not applied: all members of a local run are on this machine",
                        "placement.spread (OnePerNode) is not applied:"
                                + " all members of a local run are on this machine",
                        "placement.interface (ens1f0) is not applied: a local run brings its own network",
                        "placement.lineRate (10Gbit) is not applied: a local run's links are virtual; --link-rate"
                                + " limits them",
                        "placement.tolerations (1 given) is not applied: this machine has no taints",
                        "tuning.mode (Apply) is not applied: a local run leaves this machine's settings alone",
                        "tuning.rmemMax (25Mi) is not applied: a local run leaves this machine's settings alone",
                        "tuning.wmemMax (1Mi) is not applied: a local run leaves this machine's settings alone",
                        "tuning.mtu (9000) is not applied: a local run leaves this machine's settings alone",
                        "tuning.txQueueLength (5000) is not applied: a local run leaves this machine's settings alone",
                        "tuning.flowControl.rx (true) is not applied:"
                                + " a local run leaves this machine's settings alone",
                        "tuning.flowControl.tx (false) is not applied:"
                                + " a local run leaves this machine's settings alone",
                        "tuning.sysctls net.ipv4.udp_rmem_min (16384) is not applied:"
                                + " a local run leaves this machine's settings alone",
                        "jgroups.image (lab/mine:7) is not applied: a local run takes the jar that --jgroups names",
                        "jgroups.version (mine) is not applied: a local run takes the jar that --jgroups names",
                        "retention.pods (OnFailure) is not applied: a local run has no pods",
                        "retention.ttlAfterFinished (24h) is not applied: a local run leaves nothing behind",
                        "suspend (true) is not applied: a local run begins when it is asked for",
                        "cancel (true) is not applied: a local run is ended with Ctrl-C");
    }

    @Test
    void whatALocalRunHonoursIsNotNamed() throws Exception {
        assertThat(notApplied(
                        "  placement: {bindPort: 7800, spread: Any}\n  tuning: {mode: Ignore}\n  suspend: false\n"))
                .isEmpty();
        assertThat(notApplied("")).isEmpty();
    }

    private static List<String> notApplied(String more) throws RunFileException {
        String text = """
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkRun
                metadata: {name: a}
                spec:
                  members: 2
                  messages: 10
                  messageSize: 8
                """ + more;
        var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        return IgnoredSettings.of(RunFile.read(in, "run.yaml").run().getSpec());
    }
}
