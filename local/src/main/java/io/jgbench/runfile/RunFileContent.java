package io.jgbench.runfile;

import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.jgbench.api.schema.Example;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import java.util.Map;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** What stands at the top of a run file. */
record RunFileContent(
        @Required @Example(RunFileContent.API_VERSION) String apiVersion,
        @Required @Example(BenchmarkRun.KIND) String kind,
        @Required @Example("{name: udp-4x1k}") Metadata metadata,

        @Required @Example("{members: 4, messages: 1000000, messageSize: 1k}")
        BenchmarkRunSpec spec) {

    static final String API_VERSION = BenchmarkRun.GROUP + "/" + BenchmarkRun.VERSION;

    /**
     * What a file says of the object.
     *
     * @param name the run's name
     * @param namespace the namespace, for a cluster
     * @param labels labels, for a cluster
     * @param annotations annotations, for a cluster
     */
    record Metadata(
            @Required @Size(max = 63) @Example("udp-4x1k") String name,
            @Size(max = 63) @Example("default") String namespace,
            @Size(max = 64) @Example("{team: net}") Map<String, String> labels,
            @Size(max = 64) @Example("{note: first try}") Map<String, String> annotations) {}

    /** Refuses a document of another kind before its fields are looked at, of which none would be known. */
    static void checkKind(Node root, FileKind expected, Problems problems) {
        if (!(root instanceof MappingNode mapping)) {
            problems.add(
                    root,
                    "a " + expected.noun() + " file must hold a " + expected.kind(),
                    Scalars.shown(root),
                    expected.startFrom());
            return;
        }
        checkWord(mapping, "apiVersion", API_VERSION, problems);
        checkWord(mapping, "kind", expected.kind(), problems);
    }

    /** Another kind may be one that another command runs. */
    private static String advice(String found, String word) {
        return switch (found) {
            case BenchmarkRun.KIND -> "run it with ./jgbench run";
            case BenchmarkSuite.KIND -> "run it with ./jgbench suite";
            default -> "write " + word;
        };
    }

    private static void checkWord(MappingNode root, String field, String word, Problems problems) {
        for (NodeTuple tuple : root.getValue()) {
            if (tuple.getKeyNode() instanceof ScalarNode key && key.getValue().equals(field)) {
                Node value = tuple.getValueNode();
                if (!(value instanceof ScalarNode scalar) || !scalar.getValue().equals(word)) {
                    problems.add(
                            value,
                            field + " must be " + word,
                            Scalars.shown(value),
                            advice(Scalars.shown(value), word));
                }
                return;
            }
        }
        problems.add(root, field + " is required", "nothing", "write " + field + ": " + word);
    }

    BenchmarkRun run() {
        var run = new BenchmarkRun();
        run.setMetadata(new ObjectMetaBuilder()
                .withName(metadata.name())
                .withNamespace(metadata.namespace())
                .withLabels(metadata.labels())
                .withAnnotations(metadata.annotations())
                .build());
        run.setSpec(spec);
        return run;
    }
}
