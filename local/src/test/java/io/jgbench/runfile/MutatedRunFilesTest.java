package io.jgbench.runfile;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.testing.mutation.Mutants;
import io.jgbench.testing.mutation.MutationTest;
import io.jgbench.testing.mutation.TextMutation;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** Whatever a run file holds: it is a run, or it is refused with a sentence and its line for each problem. */
@Tag("beside")
class MutatedRunFilesTest extends MutationTest<String> {
    private static final String HEAD = """
            apiVersion: jgbench.io/v1alpha1
            kind: BenchmarkRun
            metadata: {name: udp-4x1k}
            spec:
              members: 4
              messageSize: 1k
            """;
    private static final Map<String, String> FILES =
            Map.of("multicast", HEAD + """
              messages: 1000000
              senders: 2
              stack: {name: udp, window: {bytes: Auto}}
              warmup: {until: Steady, atLeast: 5s, atMost: 1m}
              placement: {nodeNames: [n1, n2, n3, n4], spread: Any, interface: eth0, lineRate: 10G,
                nodeSelector: {jgbench.io/pool: lab},
                tolerations: [{key: dedicated, operator: Exists, tolerationSeconds: 60}]}
              tuning: {mode: Apply, rmemMax: 26214400, mtu: 9000, flowControl: {rx: On, tx: off},
                sysctls: [{name: net.core.somaxconn, value: "4096"}]}
              start: {timeout: 2m, maxSkew: 10ms}
              jvm: &jvm
                options: [-Xmx1g, "-Da=b c"]
            """, "rpc", HEAD + """
              workload:
                type: Rpc
                rpc: {requests: 20000, targets: 2, readPercent: 80, concurrency: 100, targetRate: 1000}
              repetitions: 3
              retention: {pods: OnFailure, ttlAfterFinished: 24h}
              suspend: true
            """, "datagram", HEAD + """
              transport: {name: udp, options: {a: "1", b: two}}
              workload: {type: Datagram, datagram: {duration: 30s, publishers: 1}}
              preflight: {policy: Warn}
            """);

    private final RunSpecResolver resolver =
            new RunSpecResolver(source -> new TransportSpec.Stack(String.valueOf(source.name()), "<config/>"));
    private final Mutants mutants = new Mutants(Duration.ofSeconds(10), 64L << 20);

    MutatedRunFilesTest() {
        super(900, 6_000);
    }

    @Override
    protected Stream<String> originals() {
        return FILES.keySet().stream().sorted();
    }

    @Override
    protected void tryMutants(String workload, int seeds) throws Exception {
        mutants.each(seeds, new TextMutation(FILES.get(workload))::make, this::isARunOrRefused);
    }

    private void isARunOrRefused(String yaml) {
        try {
            var in = new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8));
            assertThat(RunFile.read(in, "run.yaml").resolve(resolver).name()).isNotBlank();
        } catch (RunFileException e) {
            assertThat(e.getMessage().lines()).allSatisfy(line -> {
                isOneLine(line);
                assertThat(line).matches("run\\.yaml:[0-9]+: .*").doesNotContain("Exception");
            });
        }
    }
}
